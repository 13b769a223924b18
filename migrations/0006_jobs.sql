-- The queue.

-- A job from the transaction that enqueues it to its end. A job that succeeds is deleted with its outcome; a dead job stays until it
-- is retried or deleted.
--
-- waiting: due at run_at. backlogged: due, but its workspace has its share of the slots. parked: due, but behind another job of
-- its key. running: claimed under a lease. dead: failed for good.
create table jobs (
  workspace_id text not null,
  id bigint generated always as identity,
  job text not null,
  state text not null,
  priority smallint not null,
  -- In milliseconds, as in the code: a claim continues exactly after the last row of the previous claim.
  run_at timestamptz(3) not null,
  -- Jobs of one workspace with the same key run one at a time, in the order of (position_at, id).
  key text,
  position_at timestamptz(3),
  -- Unique among the unfinished jobs of a kind.
  dedupe text,
  -- Hash of the remote server that the job calls; 0 for none. A workspace's slots are shared among its remotes.
  remote integer not null default 0,
  payload jsonb not null,
  -- Attempts whose outcome was recorded.
  attempts integer not null,
  -- Claims since the last recorded outcome. A job whose workers die again and again is set aside.
  claims integer not null,
  -- Fencing token: an outcome with another token changes nothing.
  claim uuid,
  lease_until timestamptz,
  error text,
  created_at timestamptz not null,
  dead_at timestamptz,
  constraint jobs_pkey primary key (workspace_id, id),
  constraint jobs_state_check check (state in ('waiting', 'backlogged', 'parked', 'running', 'dead')),
  constraint jobs_priority_check check (priority between 0 and 9),
  constraint jobs_position_check check ((key is null) = (position_at is null)),
  constraint jobs_parked_check check (state <> 'parked' or key is not null),
  constraint jobs_claim_check check ((state = 'running') = (claim is not null and lease_until is not null)),
  constraint jobs_dead_check check ((state = 'dead') = (dead_at is not null))
) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_cost_delay = 0);

create index jobs_waiting on jobs (job, priority, run_at, id) where state = 'waiting';
-- Separate from the waiting jobs, so that claims find the jobs of other workspaces without reading past a backlog.
create index jobs_backlog on jobs (job, workspace_id, remote, priority, run_at, id) where state = 'backlogged';
-- Without the lease, so that a heartbeat updates no index.
create index jobs_running on jobs (id) where state = 'running';
create index jobs_by_key on jobs (workspace_id, key, position_at, id) where key is not null and state <> 'dead';
create index jobs_dead on jobs (job, id) where state = 'dead';
-- Guarantees that jobs of a key run one at a time, even if two nodes claim at once.
create unique index jobs_one_per_key on jobs (workspace_id, key) where key is not null and state = 'running';
create unique index jobs_dedupe on jobs (workspace_id, job, dedupe) where dedupe is not null and state <> 'dead';

-- Kinds of jobs that no node starts until they are resumed.
create table job_pauses (
  job text not null,
  paused_at timestamptz not null,
  constraint job_pauses_pkey primary key (job)
);
