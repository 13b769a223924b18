-- Workspaces, their API keys and profiles, and the requests made with them.

-- One tenant. Every tenant table has workspace_id first in its primary key. This isolates tenants from each other, and lets Citus
-- distribute the schema unchanged. Tables without a tenant stay small and local.
create table workspaces (
  id text not null,
  name text not null,
  created_at timestamptz not null,
  -- The user who opened the workspace; null for the operator and the first start.
  created_by text,
  closed_at timestamptz,
  -- Set while the workspace is closed and waits for the decision of a person. Operators cannot reopen it.
  quarantined_at timestamptz,
  constraint workspaces_pkey primary key (id)
);

create index workspaces_by_creator on workspaces (created_by) where created_by is not null;

-- One API key. A key allows no more than the member that it acts for (decision 0058).
create table api_keys (
  workspace_id text not null,
  id text not null,
  name text,
  key_prefix text not null,
  mode text not null,
  scope text not null,
  permission text not null,
  -- Role of the member when the key was made or handed over: the maximum role of the key.
  role text not null default 'member',
  profile_ids text[] not null,
  monthly_budget bigint,
  -- The key or user that minted this key; null for the operator. Needed to find the keys that a stolen key has made.
  minted_by text,
  -- The user who made the key; null for the operator and the first start.
  created_by text,
  -- The member that the key acts for; null for a key that belongs to the workspace.
  member_id text,
  expires_at timestamptz,
  last_used_at timestamptz,
  revoked_at timestamptz,
  created_at timestamptz not null,
  constraint api_keys_pkey primary key (workspace_id, id),
  constraint api_keys_workspace_fkey foreign key (workspace_id) references workspaces (id),
  constraint api_keys_mode_check check (mode in ('live', 'test')),
  constraint api_keys_scope_check check (scope in ('full', 'profiles')),
  constraint api_keys_permission_check check (permission in ('read', 'read_write')),
  constraint api_keys_role_check check (role in ('viewer', 'member', 'owner')),
  constraint api_keys_profiles_check check ((scope = 'full') = (cardinality(profile_ids) = 0)),
  constraint api_keys_budget_check check (monthly_budget >= 0)
);

-- For the count before each new key.
create index api_keys_unrevoked on api_keys (workspace_id) where revoked_at is null;
create index api_keys_by_member on api_keys (workspace_id, member_id) where member_id is not null;

-- Leads from the hash of a key to its workspace, which is unknown when a key is presented. The key itself is never stored.
create table api_key_hashes (
  hash bytea not null,
  workspace_id text not null,
  key_id text not null,
  constraint api_key_hashes_pkey primary key (hash)
);

-- Groups the social accounts of one brand, customer or person.
create table profiles (
  workspace_id text not null,
  id text not null,
  name text not null,
  external_ref text,
  -- json, because jsonb would sort the fields: callers get their metadata back as they sent it.
  metadata json not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint profiles_pkey primary key (workspace_id, id),
  constraint profiles_workspace_fkey foreign key (workspace_id) references workspaces (id)
);

-- An Idempotency-Key with the response of its call. Until the call has finished, the row is a claim without a status.
create table idempotency_keys (
  workspace_id text not null,
  mode text not null,
  key text not null,
  fingerprint bytea not null,
  request_id text not null,
  -- The call that claimed the key: its hold, or another id for a call without a hold.
  hold_id text,
  status smallint,
  headers jsonb,
  body text,
  created_at timestamptz not null,
  constraint idempotency_keys_pkey primary key (workspace_id, mode, key),
  constraint idempotency_keys_done_check check (status is not null or hold_id is not null)
);

create index idempotency_keys_created on idempotency_keys (created_at);

-- Number of calls with test keys on one UTC day, for the daily quota.
create table test_usage (
  workspace_id text not null,
  day date not null,
  calls bigint not null,
  constraint test_usage_pkey primary key (workspace_id, day)
);

-- An action of a person, a key or an operator. Rows are never changed or deleted.
create table audit_log (
  workspace_id text not null,
  id text not null,
  actor text not null,
  action text not null,
  reason text not null,
  detail jsonb not null,
  created_at timestamptz not null,
  constraint audit_log_pkey primary key (workspace_id, id)
);

-- For lists across all workspaces.
create index audit_log_id on audit_log (id);

-- A call of a tool at /mcp that may cost credits or creates something. It counts against the key's daily cap. A repeated call
-- finds the row by its fingerprint, and reuses the Idempotency-Key.
create table tool_calls (
  workspace_id text not null,
  key_id text not null,
  -- Part of the Idempotency-Key.
  id text not null,
  -- Hash of the tool and its arguments.
  fingerprint bytea not null,
  -- The maximum cost until the call is final, then the actual cost.
  credits bigint not null,
  is_final boolean not null,
  -- Request that was made for the call, once known. It leads to the call's holds and charges.
  request_id text,
  created_at timestamptz not null,
  constraint tool_calls_pkey primary key (workspace_id, key_id, id),
  constraint tool_calls_credits_check check (credits >= 0)
);

create index tool_calls_by_time on tool_calls (workspace_id, key_id, created_at);
create index tool_calls_by_age on tool_calls (created_at);

-- Name, color and logo of the pages that a workspace shows to its own customers.
create table brandings (
  workspace_id text not null,
  name text,
  color text,
  logo_url text,
  updated_at timestamptz not null,
  constraint brandings_pkey primary key (workspace_id),
  constraint brandings_workspace_fkey foreign key (workspace_id) references workspaces (id)
);

-- A link to portal pages for a customer of a workspace.
create table portal_links (
  workspace_id text not null,
  id text not null,
  -- Hash of the link's token. The token itself is not stored.
  hash bytea not null,
  pages text[] not null,
  profile_id text,
  -- Webhook endpoints that the link can access; null for all of the workspace.
  webhook_ids text[],
  -- The key or user that made the link.
  created_by text not null,
  -- The member that the link acts for; null when it was made with a key that belongs to the workspace.
  member_id text,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  revoked_at timestamptz,
  constraint portal_links_pkey primary key (workspace_id, id),
  constraint portal_links_workspace_fkey foreign key (workspace_id) references workspaces (id),
  constraint portal_links_profile_fkey foreign key (workspace_id, profile_id) references profiles (workspace_id, id) on delete cascade,
  constraint portal_links_pages_check check (pages <> '{}' and pages <@ array['connect', 'webhooks']),
  constraint portal_links_connect_check check (not pages @> array['connect'] or profile_id is not null),
  constraint portal_links_webhooks_check check (not pages @> array['webhooks'] or profile_id is null or webhook_ids is not null)
);

-- Not unique, because a unique index of a distributed table must contain workspace_id (decision 0045). Tokens are random, so no
-- two hashes are equal.
create index portal_links_hash on portal_links (hash);
create index portal_links_by_expiry on portal_links (expires_at);
create index portal_links_by_profile on portal_links (workspace_id, profile_id) where profile_id is not null;
create index portal_links_by_member on portal_links (workspace_id, member_id) where member_id is not null;

-- Refuses updates and deletes of append-only tables. Journal entries are deleted only by ledger_archive, which sets
-- quoin.archiving until its transaction ends.
create function refuse_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and tg_table_name ~ '^journal(_[0-9]+)?$' then
    if old.workspace_id = current_setting('quoin.archiving', true) then return old; end if;
  end if;
  raise exception '% is append-only', tg_table_name;
end $$;

create trigger audit_log_append_only before update or delete on audit_log for each row execute function refuse_change();
