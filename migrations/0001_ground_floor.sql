-- Every tenant table has workspace_id first in its primary key: that is the isolation between tenants, and what lets
-- Citus distribute the schema unchanged. Tables without a tenant stay small and local.

create table workspaces (
  id text not null,
  name text not null,
  created_at timestamptz not null,
  constraint workspaces_pkey primary key (id)
);

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
  constraint api_keys_pkey primary key (workspace_id, id),
  constraint api_keys_workspace_fkey foreign key (workspace_id) references workspaces (id),
  constraint api_keys_mode_check check (mode in ('live', 'test')),
  constraint api_keys_scope_check check (scope in ('full', 'profiles')),
  constraint api_keys_permission_check check (permission in ('read', 'read_write')),
  constraint api_keys_profiles_check check ((scope = 'full') = (cardinality(profile_ids) = 0)),
  constraint api_keys_budget_check check (monthly_budget >= 0)
);

-- A key is presented before its workspace is known: this is the way from its hash to the tenant. The key itself is never stored.
create table api_key_hashes (
  hash bytea not null,
  workspace_id text not null,
  key_id text not null,
  constraint api_key_hashes_pkey primary key (hash)
);

create table grants (
  workspace_id text not null,
  id text not null,
  kind text not null,
  source_ref text not null,
  amount bigint not null,
  remaining bigint not null,
  expires_at timestamptz,
  created_at timestamptz not null,
  constraint grants_pkey primary key (workspace_id, id),
  constraint grants_workspace_fkey foreign key (workspace_id) references workspaces (id),
  constraint grants_source_key unique (workspace_id, kind, source_ref),
  constraint grants_kind_check check (kind in ('signup', 'pack', 'subscription', 'manual', 'refund')),
  constraint grants_remaining_check check (remaining between 0 and amount)
);

create table profiles (
  workspace_id text not null,
  id text not null,
  name text not null,
  external_ref text,
  metadata jsonb not null,
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
  status smallint not null,
  headers jsonb not null,
  body text not null,
  created_at timestamptz not null,
  constraint idempotency_keys_pkey primary key (workspace_id, mode, key)
);
create index idempotency_keys_created on idempotency_keys (created_at);

create table test_usage (
  workspace_id text not null,
  day date not null,
  calls bigint not null,
  constraint test_usage_pkey primary key (workspace_id, day)
);

-- What other processes cache: each change bumps a version, which they are told of and also poll.
create table control_versions (
  topic text not null,
  version bigint not null,
  constraint control_versions_pkey primary key (topic)
);
