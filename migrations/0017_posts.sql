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
  constraint posts_pkey primary key (workspace_id, id),
  constraint posts_profile_fkey foreign key (workspace_id, profile_id) references profiles (workspace_id, id)
    on delete cascade
);
create index posts_profile on posts (workspace_id, profile_id, id);
create index posts_scheduled on posts (workspace_id, scheduled_at) where scheduled_at is not null;

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
  -- Counts how often it was handed to the queue: a job of an earlier turn finds nothing to do.
  turn integer not null,
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
  armed_at timestamptz(3),
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
  constraint post_targets_armed_check check (
    case when status in ('pending', 'canceled') then armed_at is null
         when status in ('unconfirmed', 'processing', 'published') then armed_at is not null
         else true end),
  constraint post_targets_published_check check (
    status not in ('published', 'unpublished') or (external_id is not null and published_at is not null))
) with (fillfactor = 70);
create index post_targets_account on post_targets (workspace_id, account_id, post_id);
create index post_targets_status on post_targets (workspace_id, status, post_id);
create index post_targets_overdue on post_targets (wake_at) where wake_at is not null;
-- How what happens on a platform is brought back to the post it happens to.
create index post_targets_external on post_targets (workspace_id, account_id, external_id) where external_id is not null;

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
  constraint post_attempts_phase_check check (phase in ('prepare', 'publish', 'reconcile', 'unpublish')),
  constraint post_attempts_outcome_check check (
    outcome in ('started', 'succeeded', 'failed', 'unknown', 'waiting', 'absent'))
);
create index post_attempts_post on post_attempts (workspace_id, post_id, id);
create index post_attempts_target on post_attempts (workspace_id, target_id);

-- A post that is gone needs no media, however it went.
create function release_post_media() returns trigger language plpgsql as $$
begin
  delete from media_uses where workspace_id = old.workspace_id and used_by = old.id;
  return old;
end $$;
create trigger posts_release_media after delete on posts for each row execute function release_post_media();
