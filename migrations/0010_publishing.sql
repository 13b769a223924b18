-- Connected accounts, media and posts.

-- An app that the operator (workspace_id '') or a workspace has registered with a platform. A change ends the row and inserts a
-- new one; accounts keep the app that they signed in with.
create table platform_apps (
  workspace_id text not null,
  id text not null,
  platform text not null,
  -- Sealed.
  credentials text not null,
  created_at timestamptz not null,
  ended_at timestamptz,
  constraint platform_apps_pkey primary key (workspace_id, id)
);

create unique index platform_apps_current on platform_apps (workspace_id, platform) where ended_at is null;
create unique index platform_apps_id on platform_apps (id);

-- One attempt to connect an account. It expires after an hour, and keeps no secrets afterwards.
create table connections (
  workspace_id text not null,
  id text not null,
  profile_id text not null,
  platform text not null,
  -- App of the sign-in; null for the app in the server's environment.
  app_id text,
  -- The member that the connection was made for; null when it was made with a key that belongs to the workspace.
  member_id text,
  mode text not null,
  status text not null,
  -- The account that is reconnected, or the new one once it exists.
  account_id text,
  is_reconnect boolean not null,
  redirect_url text,
  options jsonb not null,
  -- Sealed: the PKCE verifier and the connector's state until the sign-in, then the tokens until an entity is selected.
  secrets text,
  identity jsonb,
  scopes text[] not null,
  -- Entities to select from, before the account exists.
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

-- Leads from the hash of an OAuth state to its connection, because a platform returns the state before the workspace is known.
-- Using a state deletes its row, so it works once.
create table connection_states (
  hash bytea not null,
  workspace_id text not null,
  connection_id text not null,
  expires_at timestamptz(3) not null,
  constraint connection_states_pkey primary key (hash)
);

create index connection_states_expiry on connection_states (expires_at);

-- A connected social account. It keeps its id and its history when it is reconnected. Its tokens are in account_grants, so that
-- lists of accounts do not read them.
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
  -- External id of the active entity, repeated here for the unique index: at most one account of a profile acts as an entity.
  active_external_id text,
  granted_scopes text[] not null,
  health jsonb not null,
  -- Time of the next health check; null when none is needed.
  check_at timestamptz(3),
  -- Last threshold (14, 7 or 1 days before the sign-in expires) at which `account.expiring` was emitted.
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
-- For pushes of a platform, which name an entity.
create index accounts_external on accounts (platform, active_external_id) where active_external_id is not null;
-- For pushes about a bot or a person, which concern all their accounts, whatever entity these act as.
create index accounts_identity on accounts (platform, external_identity_id);

-- A page, channel, phone number or other entity that an account can act as.
create table account_entities (
  workspace_id text not null,
  id text not null,
  account_id text not null,
  kind text not null,
  external_id text not null,
  name text not null,
  parent_external_id text,
  metadata json not null,
  grants text[] not null,
  selectable boolean not null,
  unselectable_reason text,
  -- Sealed. For platforms with a token for each entity.
  secret text,
  last_refreshed_at timestamptz(3) not null,
  constraint account_entities_pkey primary key (workspace_id, id),
  constraint account_entities_account_fkey foreign key (workspace_id, account_id) references accounts (workspace_id, id)
    on delete cascade,
  constraint account_entities_external_key unique (workspace_id, account_id, external_id),
  constraint account_entities_reason_check check (selectable = (unselectable_reason is null))
);

-- For pushes about a business account, which concern the accounts of all its phone numbers.
create index account_entities_parent on account_entities (parent_external_id) where parent_external_id is not null;

-- Versions of account_grants. A version is never reused, not even after an account was disconnected and reconnected, so a call
-- with tokens of the earlier sign-in finds another version.
create sequence account_grant_versions;

-- The tokens of an account.
create table account_grants (
  workspace_id text not null,
  account_id text not null,
  -- App of the sign-in; null for the app in the server's environment.
  app_id text,
  -- Sealed.
  tokens text not null,
  expires_at timestamptz(3),
  -- When the person must sign in again, even if tokens are renewed.
  reauth_at timestamptz(3),
  is_renewable boolean not null,
  -- Changes with every change of the tokens. After a failure, a caller with an older version reads the tokens again.
  version bigint not null default nextval('account_grant_versions'),
  -- Lease of the worker that renews the tokens. The platform is called outside of any transaction, so a row lock would not do.
  claim uuid,
  claim_until timestamptz,
  updated_at timestamptz(3) not null,
  constraint account_grants_pkey primary key (workspace_id, account_id),
  constraint account_grants_account_fkey foreign key (workspace_id, account_id) references accounts (workspace_id, id)
    on delete cascade,
  constraint account_grants_claim_check check ((claim is null) = (claim_until is null))
);

-- A media file: fetched from a URL or uploaded, stored, and described by its content.
create table media_assets (
  workspace_id text not null,
  id text not null,
  -- Profiles of the key that added the asset; empty for a key with access to the whole workspace.
  profile_ids text[] not null,
  status text not null,
  source_url text not null,
  -- Storage key and size of a file that the caller uploads; null for a file that is fetched.
  upload_key text,
  upload_bytes bigint,
  storage_key text,
  mime text,
  bytes_size bigint,
  width integer,
  height integer,
  duration_s double precision,
  checksum text,
  validation jsonb not null,
  -- When the asset was added, or its last use ended. Assets that are unused for long are deleted.
  used_at timestamptz(3) not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  constraint media_assets_pkey primary key (workspace_id, id),
  constraint media_assets_workspace_fkey foreign key (workspace_id) references workspaces (id),
  constraint media_assets_status_check check (status in ('pending', 'fetching', 'ready', 'failed')),
  constraint media_assets_ready_check check (
    (status = 'ready') = (storage_key is not null)
    and (status <> 'ready' or (mime is not null and bytes_size is not null and checksum is not null))
  ),
  constraint media_assets_upload_check check ((upload_key is null) = (upload_bytes is null))
);

create index media_assets_used on media_assets (workspace_id, used_at);
create index media_assets_unfetched on media_assets (updated_at) where status in ('pending', 'fetching');

-- A use of an asset, such as by a post that is not published yet. An asset with uses is not deleted.
create table media_uses (
  workspace_id text not null,
  media_id text not null,
  used_by text not null,
  constraint media_uses_pkey primary key (workspace_id, media_id, used_by),
  constraint media_uses_media_fkey foreign key (workspace_id, media_id) references media_assets (workspace_id, id)
);

create index media_uses_by on media_uses (workspace_id, used_by);

-- A file in storage without an asset: it is being written, or waits for removal. A sweep removes the file at remove_at, so that
-- neither a killed worker nor a deleted asset leaves a file behind.
create table media_leftovers (
  workspace_id text not null,
  storage_key text not null,
  -- Asset that the file is written for; null for any other file.
  media_id text,
  -- Counted in media_usage.
  bytes bigint not null default 0,
  remove_at timestamptz(3) not null,
  constraint media_leftovers_pkey primary key (workspace_id, storage_key)
);

create index media_leftovers_due on media_leftovers (remove_at);
create index media_leftovers_of on media_leftovers (workspace_id, media_id);

-- Bytes that the media of a workspace use. Triggers maintain the sum, so that it is correct in every transaction.
create table media_usage (
  workspace_id text not null,
  bytes bigint not null,
  constraint media_usage_pkey primary key (workspace_id),
  constraint media_usage_bytes_check check (bytes >= 0)
);

-- A post. Its status is not stored: it derives from its targets.
create table posts (
  workspace_id text not null,
  id text not null,
  profile_id text not null,
  content text not null,
  media_ids text[] not null,
  -- Comment that is sent right after the post is published; null for none.
  first_comment text,
  -- A draft is not published. Stored, because a draft may have no targets to derive a status from.
  is_draft boolean not null default false,
  scheduled_at timestamptz(3),
  idempotency_key text,
  -- Texts of the post and its targets in lower case, for searches.
  search_text text not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  constraint posts_pkey primary key (workspace_id, id),
  constraint posts_profile_fkey foreign key (workspace_id, profile_id) references profiles (workspace_id, id)
    on delete cascade
);

create index posts_profile on posts (workspace_id, profile_id, id);
create index posts_scheduled on posts (workspace_id, scheduled_at) where scheduled_at is not null;
create index posts_drafts on posts (workspace_id, id) where is_draft;
-- For the calendar: finds one month in a history of years.
create index posts_time on posts (workspace_id, coalesce(scheduled_at, created_at));

-- One account that a post goes to, and the unit of publishing: a worker claims, prepares and sends each target separately. The
-- intent to send is committed before the request, so that a target is sent once.
create table post_targets (
  workspace_id text not null,
  id text not null,
  post_id text not null,
  account_id text not null,
  platform text not null,
  position smallint not null,
  -- Null to use the post's own, for each of these three. An empty first_comment means none.
  content text,
  media_ids text[],
  first_comment text,
  options jsonb not null,
  status text not null,
  -- Number of times that the target was enqueued. A job of an earlier generation does nothing.
  generation integer not null,
  -- Time of the next step, by the database's clock; null when none is planned: in a draft, and once the target is finished.
  wake_at timestamptz(3),
  -- When the target last became due. Lateness and deadlines count from here.
  due_at timestamptz(3),
  -- Time of the first claim. It is the date of the post on the platform, the same on every attempt.
  started_at timestamptz(3),
  -- Fencing token of the worker that claimed the target. Outcomes with another token are ignored, except `published` for an
  -- unconfirmed target.
  claim uuid,
  -- Idempotency handle for the platform. Chosen once, the same on every attempt.
  handle text not null,
  -- Result of the connector's `prepare`.
  prepared jsonb,
  -- When the intent to send was committed: from then on the post may be on the platform, until the platform says that it is not.
  intent_at timestamptz(3),
  -- External id of the entity that the post is sent as. Stored with the intent, because the account may act as another entity
  -- before the outcome is known.
  entity_external_id text,
  attempts integer not null,
  -- Failed attempts. A wait that the platform asked for is not a failure.
  failures integer not null,
  -- Number of times that the platform was asked about the post.
  asks integer not null,
  external_id text,
  external_url text,
  error jsonb,
  published_at timestamptz(3),
  updated_at timestamptz(3) not null,
  constraint post_targets_pkey primary key (workspace_id, id),
  constraint post_targets_post_fkey foreign key (workspace_id, post_id) references posts (workspace_id, id)
    on delete cascade,
  constraint post_targets_account_fkey foreign key (workspace_id, account_id) references accounts (workspace_id, id)
    on delete cascade,
  constraint post_targets_account_key unique (workspace_id, post_id, account_id),
  constraint post_targets_status_check check (
    status in ('pending', 'publishing', 'processing', 'published', 'failed', 'unconfirmed', 'canceled', 'unpublished')),
  -- A target in progress has a next step, so that a lost one is found. A finished target has none.
  constraint post_targets_wake_check check (
    case when status in ('publishing', 'processing') then wake_at is not null
         when status in ('published', 'failed', 'canceled', 'unpublished') then wake_at is null
         else true end),
  constraint post_targets_intent_check check (
    case when status in ('pending', 'canceled') then intent_at is null
         when status in ('unconfirmed', 'processing', 'published') then intent_at is not null
         else true end),
  constraint post_targets_published_check check (
    status not in ('published', 'unpublished') or (external_id is not null and published_at is not null))
) with (fillfactor = 70);

create index post_targets_account on post_targets (workspace_id, account_id, post_id);
create index post_targets_status on post_targets (workspace_id, status, post_id);
create index post_targets_overdue on post_targets (wake_at) where wake_at is not null;
-- For events of the platform, which name the post by its external id.
create index post_targets_external on post_targets (workspace_id, account_id, external_id) where external_id is not null;
-- For the badges of the portal, which count these every few seconds.
create index post_targets_failed on post_targets (workspace_id, updated_at) where status in ('failed', 'unconfirmed');
-- For posts that were published within a range of time.
create index post_targets_published on post_targets (workspace_id, published_at) where published_at is not null;

-- One attempt at one step of a target. Ids are in the order of time.
create table post_attempts (
  workspace_id text not null,
  id text not null,
  post_id text not null,
  target_id text not null,
  phase text not null,
  -- `started` until the outcome is recorded; `unknown` when the worker died before that.
  outcome text not null,
  error jsonb,
  started_at timestamptz(3) not null,
  duration_ms integer,
  constraint post_attempts_pkey primary key (workspace_id, id),
  constraint post_attempts_target_fkey foreign key (workspace_id, target_id) references post_targets (workspace_id, id)
    on delete cascade,
  constraint post_attempts_outcome_check check (
    outcome in ('started', 'succeeded', 'failed', 'unknown', 'waiting', 'absent')),
  constraint post_attempts_phase_check
    check (phase in ('prepare', 'publish', 'reconcile', 'unpublish', 'first_comment'))
) with (fillfactor = 70);

create index post_attempts_post on post_attempts (workspace_id, post_id, id);
create index post_attempts_target on post_attempts (workspace_id, target_id);
-- For the retention of attempts, which are written in the order of time.
create index post_attempts_age on post_attempts using brin (started_at);

-- The first comment of a published target. It is sent after the post, and its failure never sends the post again.
create table post_first_comments (
  workspace_id text not null,
  target_id text not null,
  body text not null,
  status text not null,
  -- A job of an earlier generation does nothing.
  generation integer not null,
  -- Idempotency handle for the platform, the same on every attempt.
  handle text not null,
  -- When the intent to send was committed: from then on the comment may be on the platform.
  intent_at timestamptz(3),
  -- Time of the next attempt; null when none is planned.
  wake_at timestamptz(3),
  failures integer not null,
  external_id text,
  error jsonb,
  constraint post_first_comments_pkey primary key (workspace_id, target_id),
  constraint post_first_comments_target_fkey foreign key (workspace_id, target_id)
    references post_targets (workspace_id, id) on delete cascade,
  constraint post_first_comments_status_check check (status in ('pending', 'published', 'failed')),
  constraint post_first_comments_wake_check check ((status = 'pending') = (wake_at is not null)),
  constraint post_first_comments_published_check check ((status = 'published') = (external_id is not null))
);

create index post_first_comments_overdue on post_first_comments (wake_at) where wake_at is not null;

-- The demo data of a workspace: the profile that it belongs to, and the names of its people on the sandbox.
create table demo_data (
  workspace_id text not null,
  profile_id text not null,
  people text[] not null,
  stage text not null,
  created_at timestamptz not null,
  constraint demo_data_pkey primary key (workspace_id),
  constraint demo_data_profile_fkey foreign key (workspace_id, profile_id)
    references profiles (workspace_id, id) on delete cascade,
  constraint demo_data_stage_check check (stage in ('profile', 'posts', 'ready'))
);

-- Adds bytes to the media usage of a workspace.
create function media_count(p_workspace text, p_bytes bigint) returns void language plpgsql as $$
begin
  update media_usage set bytes = bytes + p_bytes where workspace_id = p_workspace;
  if not found then
    insert into media_usage as u (workspace_id, bytes) values (p_workspace, p_bytes)
    on conflict (workspace_id) do update set bytes = u.bytes + excluded.bytes;
  end if;
end $$;

-- Counts an asset with the bytes of its file, and 4096 for its row, even if the file never arrives.
create function media_count_asset() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform media_count(new.workspace_id, 4096 + coalesce(new.bytes_size, 0));
  elsif tg_op = 'DELETE' then
    perform media_count(old.workspace_id, -4096 - coalesce(old.bytes_size, 0));
  elsif old.bytes_size is distinct from new.bytes_size then
    perform media_count(new.workspace_id, coalesce(new.bytes_size, 0) - coalesce(old.bytes_size, 0));
  end if;
  return null;
end $$;

-- Counts the bytes of a file without an asset.
create function media_count_leftover() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform media_count(new.workspace_id, new.bytes);
  elsif tg_op = 'DELETE' then
    perform media_count(old.workspace_id, -old.bytes);
  elsif old.bytes <> new.bytes then
    perform media_count(new.workspace_id, new.bytes - old.bytes);
  end if;
  return null;
end $$;

create trigger media_assets_counted after insert or delete or update of bytes_size on media_assets
  for each row execute function media_count_asset();
create trigger media_leftovers_counted after insert or delete or update of bytes on media_leftovers
  for each row execute function media_count_leftover();

-- Deletes the media uses of a deleted post, however it was deleted.
create function release_post_media() returns trigger language plpgsql as $$
begin
  delete from media_uses where workspace_id = old.workspace_id and used_by = old.id;
  return old;
end $$;

create trigger posts_release_media after delete on posts for each row execute function release_post_media();
