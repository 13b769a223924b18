-- Workspaces, their API keys and profiles, and the requests made with them.

-- Every tenant table has workspace_id first in its primary key: that is the isolation between tenants, and what lets
-- Citus distribute the schema unchanged. Tables without a tenant stay small and local.
create table workspaces (
  id text not null,
  name text not null,
  created_at timestamptz not null,
  created_by text,
  closed_at timestamptz,
  -- Closed, and waiting for the decision of a person: operators do not reopen it.
  quarantined_at timestamptz,
  constraint workspaces_pkey primary key (id)
);

create index workspaces_by_creator on workspaces (created_by) where created_by is not null;

create table api_keys (
  workspace_id text not null,
  id text not null,
  name text,
  key_prefix text not null,
  mode text not null,
  scope text not null,
  permission text not null,
  profile_ids text[] not null,
  monthly_budget bigint,
  expires_at timestamptz,
  last_used_at timestamptz,
  revoked_at timestamptz,
  created_at timestamptz not null,
  -- Which key minted a key: what an owner looks for after a key was stolen. Null for those that the operator made.
  minted_by text,
  -- Keys, links and connections carry the member who made them (decision 0058). `member_id` is null for what belongs to the workspace
  -- itself. A key that the version before creates while nodes are replaced has the role member, and no more.
  created_by text,
  member_id text,
  role text not null default 'member',
  constraint api_keys_pkey primary key (workspace_id, id),
  constraint api_keys_workspace_fkey foreign key (workspace_id) references workspaces (id),
  constraint api_keys_mode_check check (mode in ('live', 'test')),
  constraint api_keys_scope_check check (scope in ('full', 'profiles')),
  constraint api_keys_permission_check check (permission in ('read', 'read_write')),
  constraint api_keys_profiles_check check ((scope = 'full') = (cardinality(profile_ids) = 0)),
  constraint api_keys_budget_check check (monthly_budget >= 0),
  constraint api_keys_role_check check (role in ('viewer', 'member', 'owner'))
);

-- Counted before each new key.
create index api_keys_unrevoked on api_keys (workspace_id) where revoked_at is null;
create index api_keys_by_member on api_keys (workspace_id, member_id) where member_id is not null;

-- A key is presented before its workspace is known: this is the way from its hash to the tenant. The key itself is never stored.
create table api_key_hashes (
  hash bytea not null,
  workspace_id text not null,
  key_id text not null,
  constraint api_key_hashes_pkey primary key (hash)
);

create table profiles (
  workspace_id text not null,
  id text not null,
  name text not null,
  external_ref text,
  -- What a caller sends for us to keep is returned as it was sent: jsonb would sort its fields.
  metadata json not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint profiles_pkey primary key (workspace_id, id),
  constraint profiles_workspace_fkey foreign key (workspace_id) references workspaces (id)
);

-- The answer of a finished call, kept for its Idempotency-Key.
create table idempotency_keys (
  workspace_id text not null,
  mode text not null,
  key text not null,
  fingerprint bytea not null,
  request_id text not null,
  -- A claim is a row whose answer is still to come; it belongs to the hold of the call that runs.
  status smallint,
  headers jsonb,
  body text,
  created_at timestamptz not null,
  hold_id text,
  constraint idempotency_keys_pkey primary key (workspace_id, mode, key),
  constraint idempotency_keys_done_check check (status is not null or hold_id is not null)
);

create index idempotency_keys_created on idempotency_keys (created_at);

create table test_usage (
  workspace_id text not null,
  day date not null,
  calls bigint not null,
  constraint test_usage_pkey primary key (workspace_id, day)
);

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

create index audit_log_id on audit_log (id);

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

-- How pages for a workspace's own customers look.
create table brandings (
  workspace_id text not null,
  name text,
  color text,
  logo_url text,
  updated_at timestamptz not null,
  constraint brandings_pkey primary key (workspace_id),
  constraint brandings_workspace_fkey foreign key (workspace_id) references workspaces (id)
);

-- Links for a workspace's own customers. Only the hash of a link's token is stored.
create table portal_links (
  workspace_id text not null,
  id text not null,
  hash bytea not null,
  pages text[] not null,
  profile_id text,
  -- The webhook endpoints that it reaches; null for those of the whole workspace.
  webhook_ids text[],
  created_by text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  revoked_at timestamptz,
  member_id text,
  constraint portal_links_pkey primary key (workspace_id, id),
  constraint portal_links_workspace_fkey foreign key (workspace_id) references workspaces (id),
  constraint portal_links_profile_fkey foreign key (workspace_id, profile_id) references profiles (workspace_id, id) on delete cascade,
  constraint portal_links_pages_check check (pages <> '{}' and pages <@ array['connect', 'webhooks']),
  constraint portal_links_connect_check check (not pages @> array['connect'] or profile_id is not null),
  constraint portal_links_webhooks_check check (not pages @> array['webhooks'] or profile_id is null or webhook_ids is not null)
);

create index portal_links_by_expiry on portal_links (expires_at);
create index portal_links_by_profile on portal_links (workspace_id, profile_id) where profile_id is not null;
-- A distributed table can only keep unique what names its workspace (decision 0045). These values are random, of at least 122
-- bits, so nothing repeats them; an index finds them as before.
create index portal_links_hash on portal_links (hash);
create index portal_links_by_member on portal_links (workspace_id, member_id) where member_id is not null;

-- Entries leave the journal only through ledger_archive, which sets quoin.archiving until its transaction ends.
create function refuse_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and tg_table_name ~ '^journal(_[0-9]+)?$' then
    if old.workspace_id = current_setting('quoin.archiving', true) then return old; end if;
  end if;
  raise exception '% is append-only', tg_table_name;
end $$;

create trigger audit_log_append_only before update or delete on audit_log for each row execute function refuse_change();
