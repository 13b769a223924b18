-- Connected accounts, media and posts.

-- The apps that the operator (workspace_id '') and workspaces have registered with platforms. A row never changes: another one
-- replaces it, and accounts keep the app that they signed in with.
create table platform_apps (
  workspace_id text not null,
  id text not null,
  platform text not null,
  credentials text not null,
  created_at timestamptz not null,
  ended_at timestamptz,
  constraint platform_apps_pkey primary key (workspace_id, id)
);

create unique index platform_apps_current on platform_apps (workspace_id, platform) where ended_at is null;
create unique index platform_apps_id on platform_apps (id);

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
  -- Null for the app in the server's environment.
  app_id text,
  member_id text,
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
-- Pushes about a bot or a person reach every account of theirs, whatever entity it acts as.
create index accounts_identity on accounts (platform, external_identity_id);

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
  -- Sealed; for platforms that have a token for each entity.
  secret text,
  last_refreshed_at timestamptz(3) not null,
  constraint account_entities_pkey primary key (workspace_id, id),
  constraint account_entities_account_fkey foreign key (workspace_id, account_id) references accounts (workspace_id, id)
    on delete cascade,
  constraint account_entities_external_key unique (workspace_id, account_id, external_id),
  constraint account_entities_reason_check check (selectable = (unselectable_reason is null))
);

-- Pushes about a business account reach the accounts of all its phone numbers.
create index account_entities_parent on account_entities (parent_external_id) where parent_external_id is not null;

-- Versions of grants are never used twice, not even by an account that was disconnected and signed in again: a call that
-- still holds tokens of the earlier sign-in finds another version.
create sequence account_grant_versions;

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
  version bigint not null default nextval('account_grant_versions'),
  -- One worker renews at a time; the platform is asked outside of any transaction, so the lock is a lease.
  claim uuid,
  claim_until timestamptz,
  updated_at timestamptz(3) not null,
  app_id text,
  constraint account_grants_pkey primary key (workspace_id, account_id),
  constraint account_grants_account_fkey foreign key (workspace_id, account_id) references accounts (workspace_id, id)
    on delete cascade,
  constraint account_grants_claim_check check ((claim is null) = (claim_until is null))
);

-- Media assets: files fetched from a URL into storage, described by what was found in them.
create table media_assets (
  workspace_id text not null,
  id text not null,
  -- The profiles of the key that brought it in; empty when that key reaches the whole workspace.
  profile_ids text[] not null,
  status text not null,
  source_url text not null,
  storage_key text,
  mime text,
  bytes_size bigint,
  width integer,
  height integer,
  duration_s double precision,
  checksum text,
  validation jsonb not null,
  -- When it was brought in or last let go of: what nobody needs for long is deleted.
  used_at timestamptz(3) not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  -- A file that the caller sends to an address of its own: where it is put, and how long it is. Null where it is fetched.
  upload_key text,
  upload_bytes bigint,
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

-- Who needs an asset, such as a post that is not published yet. While there is one, the asset stays.
create table media_uses (
  workspace_id text not null,
  media_id text not null,
  used_by text not null,
  constraint media_uses_pkey primary key (workspace_id, media_id, used_by),
  constraint media_uses_media_fkey foreign key (workspace_id, media_id) references media_assets (workspace_id, id)
);

create index media_uses_by on media_uses (workspace_id, used_by);

-- Keys in storage that no asset refers to: not yet, because they are being written, or no longer. What is still here after
-- its time is removed from storage, so that neither a killed worker nor a deleted asset leaves a file behind.
create table media_leftovers (
  workspace_id text not null,
  storage_key text not null,
  remove_at timestamptz(3) not null,
  -- What is being written, or is still to be removed, counts as well: bytes says how much, media_id for which asset.
  media_id text,
  bytes bigint not null default 0,
  constraint media_leftovers_pkey primary key (workspace_id, storage_key)
);

create index media_leftovers_due on media_leftovers (remove_at);
create index media_leftovers_of on media_leftovers (workspace_id, media_id);

-- What the media of a workspace take up. Kept by triggers, so that it is right in every transaction and whoever writes.
create table media_usage (
  workspace_id text not null,
  bytes bigint not null,
  constraint media_usage_pkey primary key (workspace_id),
  constraint media_usage_bytes_check check (bytes >= 0)
);

-- Posts and their targets. A target is one account that a post goes to, and the unit of publishing: it is taken by a worker,
-- prepared, armed, sent once and settled on its own. What a post is follows from its targets and is stored nowhere.
create table posts (
  workspace_id text not null,
  id text not null,
  profile_id text not null,
  content text not null,
  media_ids text[] not null,
  scheduled_at timestamptz(3),
  idempotency_key text,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  -- What is written under a post right after it is published; null where there is none, empty where a target wants none.
  first_comment text,
  -- A draft is kept and not published. It may have no targets yet, so it cannot be told from them.
  is_draft boolean not null default false,
  -- The texts of a post and its targets in lower case, as a search reads them.
  search_text text not null,
  constraint posts_pkey primary key (workspace_id, id),
  constraint posts_profile_fkey foreign key (workspace_id, profile_id) references profiles (workspace_id, id)
    on delete cascade
);

create index posts_profile on posts (workspace_id, profile_id, id);
create index posts_scheduled on posts (workspace_id, scheduled_at) where scheduled_at is not null;
create index posts_drafts on posts (workspace_id, id) where is_draft;
-- A month of a calendar is found in a history of years.
create index posts_time on posts (workspace_id, coalesce(scheduled_at, created_at));

create table post_targets (
  workspace_id text not null,
  id text not null,
  post_id text not null,
  account_id text not null,
  platform text not null,
  position smallint not null,
  -- Null where the post's own is taken.
  content text,
  media_ids text[],
  options jsonb not null,
  status text not null,
  -- Number of times that the target was enqueued. A job of an earlier generation does nothing.
  generation integer not null,
  -- When it is next to be worked on, by the database's clock. Null at rest: in a draft, and once it is settled.
  wake_at timestamptz(3),
  -- When it last became due: what patience is counted from.
  due_at timestamptz(3),
  -- When a worker first took it: the date of the post on the platform, the same on every attempt.
  started_at timestamptz(3),
  -- Of the worker that is at it: whoever was replaced changes nothing any more.
  claim uuid,
  -- What the platform knows the post by, chosen with the target and never changed.
  handle text not null,
  prepared jsonb,
  -- The intent: from here on it may be on the platform, until the platform has said that it is not.
  intent_at timestamptz(3),
  attempts integer not null,
  -- Those that count against it; a wait that the platform asked for does not.
  failures integer not null,
  -- How often the platform was asked what became of it.
  asks integer not null,
  external_id text,
  external_url text,
  error jsonb,
  published_at timestamptz(3),
  updated_at timestamptz(3) not null,
  -- What a target is sent as is written down with the intent: the account may act as another entity before the outcome is known.
  entity_external_id text,
  first_comment text,
  constraint post_targets_pkey primary key (workspace_id, id),
  constraint post_targets_post_fkey foreign key (workspace_id, post_id) references posts (workspace_id, id)
    on delete cascade,
  constraint post_targets_account_fkey foreign key (workspace_id, account_id) references accounts (workspace_id, id)
    on delete cascade,
  constraint post_targets_account_key unique (workspace_id, post_id, account_id),
  constraint post_targets_status_check check (
    status in ('pending', 'publishing', 'processing', 'published', 'failed', 'unconfirmed', 'canceled', 'unpublished')),
  -- What is under way has a time at which somebody looks after it, and what is settled has none.
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
-- How what happens on a platform is brought back to the post it happens to.
create index post_targets_external on post_targets (workspace_id, account_id, external_id) where external_id is not null;
-- What the badges of the portal count, every few seconds.
create index post_targets_failed on post_targets (workspace_id, updated_at) where status in ('failed', 'unconfirmed');
-- The posts that were published in a range of time.
create index post_targets_published on post_targets (workspace_id, published_at) where published_at is not null;

-- Every step that was tried, in the order of their ids.
create table post_attempts (
  workspace_id text not null,
  id text not null,
  post_id text not null,
  target_id text not null,
  phase text not null,
  -- `started` until its end is written: one that stays so had a worker that did not live to tell.
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
-- For the retention of attempts. They are written in the order of their time.
create index post_attempts_age on post_attempts using brin (started_at);

-- The first comment of a published target. It is sent after the post and never makes the post be sent again.
create table post_first_comments (
  workspace_id text not null,
  target_id text not null,
  body text not null,
  status text not null,
  -- A job of an earlier generation does nothing.
  generation integer not null,
  -- The idempotency handle that the platform is given, the same on every attempt.
  handle text not null,
  -- When the intent to send was committed: from then on the comment may be on the platform.
  intent_at timestamptz(3),
  -- When the next attempt is due; null when none is planned.
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

-- The demo data of a workspace: the profile that everything in it belongs to, and its people on the sandbox.
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

create function media_count(p_workspace text, p_bytes bigint) returns void language plpgsql as $$
begin
  update media_usage set bytes = bytes + p_bytes where workspace_id = p_workspace;
  if not found then
    insert into media_usage as u (workspace_id, bytes) values (p_workspace, p_bytes)
    on conflict (workspace_id) do update set bytes = u.bytes + excluded.bytes;
  end if;
end $$;

-- An asset counts 4096 bytes beside its file: a row costs room too, also when its file never came.
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

-- A post that is gone needs no media, however it went.
create function release_post_media() returns trigger language plpgsql as $$
begin
  delete from media_uses where workspace_id = old.workspace_id and used_by = old.id;
  return old;
end $$;

create trigger posts_release_media after delete on posts for each row execute function release_post_media();
