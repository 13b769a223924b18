-- The queue.

-- Background work: a row is one job from its enqueueing, in the transaction that causes it, to its end. A finished job is
-- deleted by the statement that settles it; a dead one stays until somebody asks for it again.
--
-- waiting: due at run_at. parked: due, but behind another job of its key. running: held under a lease. dead: set aside.
create table jobs (
  workspace_id text not null,
  -- Every claim names its lane, so that Citus can place the table by it; a single server has lane 0 alone.
  lane smallint not null,
  id bigint generated always as identity,
  job text not null,
  state text not null,
  priority smallint not null,
  -- Milliseconds, as everywhere outside the database: a claim goes on from the very place where the last one ended.
  run_at timestamptz(3) not null,
  -- Jobs of one workspace with the same key run one at a time, in the order of (turn, id).
  key text,
  turn timestamptz(3),
  -- At most one unfinished job for it.
  dedupe text,
  payload jsonb not null,
  -- Attempts that ended and were recorded.
  attempts integer not null,
  -- Claims since a worker last brought the job back itself: what is lost again and again is poison.
  claims integer not null,
  -- The fencing token: a settle that does not name it changes nothing.
  claim uuid,
  lease_until timestamptz,
  error text,
  created_at timestamptz not null,
  dead_at timestamptz,
  -- Jobs that were due while their workspace had its share of the slots leave the index of the waiting ones, so that claims
  -- find the jobs of other workspaces without reading past them.
  remote integer not null default 0,
  constraint jobs_pkey primary key (workspace_id, lane, id),
  constraint jobs_priority_check check (priority between 0 and 9),
  constraint jobs_turn_check check ((key is null) = (turn is null)),
  constraint jobs_parked_check check (state <> 'parked' or key is not null),
  constraint jobs_claim_check check ((state = 'running') = (claim is not null and lease_until is not null)),
  constraint jobs_dead_check check ((state = 'dead') = (dead_at is not null)),
  constraint jobs_state_check check (state in ('waiting', 'backlogged', 'parked', 'running', 'dead'))
) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_cost_delay = 0);

create index jobs_waiting on jobs (lane, job, priority, run_at, id) where state = 'waiting';
-- The lease is not in it: a heartbeat then touches no index.
create index jobs_running on jobs (lane, id) where state = 'running';
create index jobs_turns on jobs (workspace_id, lane, key, turn, id) where key is not null and state <> 'dead';
create index jobs_dead on jobs (lane, job, id) where state = 'dead';
-- What makes a key serial, whatever the claims of two nodes saw of each other.
create unique index jobs_one_per_key on jobs (workspace_id, lane, key) where key is not null and state = 'running';
create unique index jobs_dedupe on jobs (workspace_id, lane, job, dedupe) where dedupe is not null and state <> 'dead';
create index jobs_backlog on jobs (lane, job, workspace_id, remote, priority, run_at, id) where state = 'backlogged';

-- Jobs that no node may start until they are resumed.
create table job_pauses (
  job text not null,
  paused_at timestamptz not null,
  constraint job_pauses_pkey primary key (job)
);
