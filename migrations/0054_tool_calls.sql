-- Calls of tools at /mcp that may be charged or that make something: what they count against the key's cap of the day, and the
-- Idempotency-Key that a repeated call finds here.
create table tool_calls (
  workspace_id text not null,
  key_id text not null,
  id text not null,
  fingerprint bytea not null,
  -- The most that the call can cost until it is final, then what it did cost.
  credits bigint not null,
  is_final boolean not null,
  -- Of the request that was made for it, once it is known: what the ledger has about the call is found by it.
  request_id text,
  created_at timestamptz not null,
  constraint tool_calls_pkey primary key (workspace_id, key_id, id),
  constraint tool_calls_credits_check check (credits >= 0)
);
create index tool_calls_by_time on tool_calls (workspace_id, key_id, created_at);
create index tool_calls_by_age on tool_calls (created_at);
