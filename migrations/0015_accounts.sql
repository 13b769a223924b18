-- Connected social accounts. A connection is the way to an account: it lives for an hour and keeps nothing afterwards. An
-- account keeps its id and its history through every reconnect; its tokens lie apart, so that no list of accounts reads them.

create table connections (
  workspace_id text not null,
  id text not null,
  profile_id text not null,
  platform text not null,
  mode text not null,
  status text not null,
  -- The account that is signed in again, or the one that was made.
  account_id text,
  is_reconnect boolean not null,
  redirect_url text,
  options jsonb not null,
  -- Sealed: the verifier and the connector's own notes until the sign-in, the tokens until an entity is chosen.
  secrets text,
  identity jsonb,
  scopes text[] not null,
  -- What can be chosen, before any of it is an account's.
  entities jsonb,
  error jsonb,
  expires_at timestamptz(3) not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  constraint connections_pkey primary key (workspace_id, id),
  constraint connections_profile_fkey foreign key (workspace_id, profile_id) references profiles (workspace_id, id)
    on delete cascade,
  constraint connections_mode_check check (mode in ('hosted', 'headless')),
  constraint connections_status_check check (
    status in ('awaiting_user', 'awaiting_selection', 'completed', 'failed', 'expired')),
  constraint connections_secrets_check check (secrets is null or status in ('awaiting_user', 'awaiting_selection')),
  constraint connections_account_check check (status <> 'completed' or account_id is not null)
);
create index connections_profile on connections (workspace_id, profile_id);
create index connections_pending on connections (expires_at) where status in ('awaiting_user', 'awaiting_selection');
create index connections_created on connections (created_at);

-- A state comes back from a platform before the workspace is known: this is the way from its hash to the connection. Whoever
-- takes it deletes it, so it works once.
create table connection_states (
  hash bytea not null,
  workspace_id text not null,
  connection_id text not null,
  expires_at timestamptz(3) not null,
  constraint connection_states_pkey primary key (hash)
);
create index connection_states_expiry on connection_states (expires_at);

create table accounts (
  workspace_id text not null,
  id text not null,
  profile_id text not null,
  platform text not null,
  external_identity_id text not null,
  display_name text,
  username text,
  avatar_url text,
  status text not null,
  active_entity_id text,
  -- The active entity's name on the platform, kept here too: one account of a profile acts as it.
  active_external_id text,
  granted_scopes text[] not null,
  health jsonb not null,
  -- Null when nobody needs to look.
  check_at timestamptz(3),
  -- The last of 14, 7 and 1 days before the end that was told.
  expiry_told_days smallint,
  connected_at timestamptz(3),
  disconnected_at timestamptz(3),
  disconnect_reason text,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  constraint accounts_pkey primary key (workspace_id, id),
  constraint accounts_profile_fkey foreign key (workspace_id, profile_id) references profiles (workspace_id, id)
    on delete cascade,
  constraint accounts_status_check check (
    status in ('pending_selection', 'connected', 'expiring', 'reauth_required', 'disconnected')),
  constraint accounts_entity_check check ((active_entity_id is null) = (active_external_id is null)),
  constraint accounts_active_check check (status not in ('connected', 'expiring') or active_entity_id is not null),
  constraint accounts_disconnected_check check ((disconnected_at is null) = (disconnect_reason is null)),
  constraint accounts_reason_check check (status <> 'disconnected' or disconnect_reason is not null)
);
create unique index accounts_entity_key on accounts (workspace_id, profile_id, platform, active_external_id)
  where active_external_id is not null;
create index accounts_check on accounts (check_at) where check_at is not null;
-- How a webhook of a platform finds the accounts it is about.
create index accounts_external on accounts (platform, active_external_id) where active_external_id is not null;

create table account_entities (
  workspace_id text not null,
  id text not null,
  account_id text not null,
  kind text not null,
  external_id text not null,
  name text not null,
  parent_external_id text,
  metadata jsonb not null,
  grants text[] not null,
  selectable boolean not null,
  unselectable_reason text,
  -- Sealed; for platforms that have a token for each entity.
  secret text,
  last_refreshed_at timestamptz(3) not null,
  constraint account_entities_pkey primary key (workspace_id, id),
  constraint account_entities_account_fkey foreign key (workspace_id, account_id) references accounts (workspace_id, id)
    on delete cascade,
  constraint account_entities_external_key unique (workspace_id, account_id, external_id),
  constraint account_entities_reason_check check (selectable = (unselectable_reason is null))
);

create table account_grants (
  workspace_id text not null,
  account_id text not null,
  -- Sealed.
  tokens text not null,
  expires_at timestamptz(3),
  -- When a person must sign in again whatever we do.
  reauth_at timestamptz(3),
  is_renewable boolean not null,
  -- Counts every change: whoever holds tokens of an older version reads again before they judge.
  version integer not null,
  -- One worker renews at a time; the platform is asked outside of any transaction, so the lock is a lease.
  claim uuid,
  claim_until timestamptz,
  updated_at timestamptz(3) not null,
  constraint account_grants_pkey primary key (workspace_id, account_id),
  constraint account_grants_account_fkey foreign key (workspace_id, account_id) references accounts (workspace_id, id)
    on delete cascade,
  constraint account_grants_claim_check check ((claim is null) = (claim_until is null))
);
