-- What is written under a post right after it is published; null where there is none, empty where a target wants none.
alter table posts add column first_comment text;
alter table post_targets add column first_comment text;

-- The first comment of a published target. It is sent after the post and never makes the post be sent again.
create table post_first_comments (
  workspace_id text not null,
  target_id text not null,
  body text not null,
  status text not null,
  -- The job of an earlier turn finds nothing to do.
  turn integer not null,
  -- The idempotency handle that the platform is given, the same on every attempt.
  handle text not null,
  -- When the intent to send was committed: from then on the comment may be on the platform.
  armed_at timestamptz(3),
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

alter table post_attempts drop constraint post_attempts_phase_check;
alter table post_attempts add constraint post_attempts_phase_check
  check (phase in ('prepare', 'publish', 'reconcile', 'unpublish', 'first_comment'));
