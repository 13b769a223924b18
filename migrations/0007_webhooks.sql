-- Webhook endpoints, events and deliveries.

-- Webhooks. An event is written in the transaction that causes it, together with a delivery for every endpoint that
-- subscribes to it. The delivery is its own queue entry, log, retry state and redrive target.
create table webhook_endpoints (
  workspace_id text not null,
  id text not null,
  url text not null,
  events text[] not null,
  description text,
  status text not null,
  disabled_reason text,
  -- Sealed. The previous one signs beside it until the overlap of a rotation ends.
  secret text not null,
  previous_secret text,
  previous_secret_until timestamptz(3),
  -- Attempts that failed since the last one that succeeded, and when the first of them did.
  failures integer not null,
  failing_since timestamptz(3),
  -- Nothing is sent before: the breaker is open.
  paused_until timestamptz(3),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  -- An endpoint that belongs to a job is told of its end and of nothing else; it is not one of the workspace's own.
  job_id text,
  constraint webhook_endpoints_pkey primary key (workspace_id, id),
  constraint webhook_endpoints_workspace_fkey foreign key (workspace_id) references workspaces (id),
  constraint webhook_endpoints_events_check check (cardinality(events) > 0),
  constraint webhook_endpoints_status_check check (status in ('active', 'disabled')),
  constraint webhook_endpoints_reason_check check ((status = 'disabled') = (disabled_reason is not null)),
  constraint webhook_endpoints_previous_check check ((previous_secret is null) = (previous_secret_until is null)),
  constraint webhook_endpoints_failing_check check ((failures > 0) = (failing_since is not null))
) with (fillfactor = 50);

-- The body is the exact text that is signed and sent, on every attempt the same.
create table webhook_events (
  workspace_id text not null,
  id text not null,
  type text not null,
  body text not null,
  created_at timestamptz(3) not null,
  -- The transaction that stored the event. Ids are made before the commit, so a stream cannot continue by ids alone: it
  -- reads what its last snapshot did not see. Null for events of earlier versions.
  xid xid8 default pg_current_xact_id(),
  constraint webhook_events_pkey primary key (workspace_id, id)
);

-- pending: never tried, or redriven. failed: will be tried again. Both are due at next_attempt_at; a lease that has not run
-- out says that a worker is at it. delivered and dead rest.
create table webhook_deliveries (
  workspace_id text not null,
  id text not null,
  endpoint_id text not null,
  event_id text not null,
  event_type text not null,
  status text not null,
  -- Attempts that were made and written down.
  attempt integer not null,
  -- Dead when so many have failed; a redrive adds a fresh budget.
  attempts_max integer not null,
  next_attempt_at timestamptz(3),
  -- The fencing token: a settle that does not name it changes nothing.
  claim uuid,
  lease_until timestamptz,
  -- Claims since a worker last brought the delivery back itself: what is lost again and again is poison.
  claims integer not null,
  last_response_code integer,
  last_error text,
  delivered_at timestamptz(3),
  created_at timestamptz(3) not null,
  constraint webhook_deliveries_pkey primary key (workspace_id, id),
  constraint webhook_deliveries_status_check check (status in ('pending', 'failed', 'delivered', 'dead')),
  constraint webhook_deliveries_next_check check ((status in ('pending', 'failed')) = (next_attempt_at is not null)),
  constraint webhook_deliveries_delivered_check check ((status = 'delivered') = (delivered_at is not null)),
  constraint webhook_deliveries_claim_check check ((claim is null) = (lease_until is null)),
  constraint webhook_deliveries_rest_check check (claim is null or next_attempt_at is not null)
) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_cost_delay = 0);

-- By endpoint first: the first delivery due of each is one step, however many wait for another. Claim and lease are in no
-- index, so a claim is a heap-only update and costs the indexes nothing.
create index webhook_deliveries_due on webhook_deliveries (endpoint_id, next_attempt_at, event_id)
  where next_attempt_at is not null;
-- What somebody looking for trouble asks for.
create index webhook_deliveries_undelivered on webhook_deliveries (workspace_id, id) where status <> 'delivered';
create index webhook_deliveries_endpoint on webhook_deliveries (workspace_id, endpoint_id, id);
create index webhook_deliveries_dead on webhook_deliveries (workspace_id) where status = 'dead';

create table webhook_attempts (
  workspace_id text not null,
  delivery_id text not null,
  attempt integer not null,
  started_at timestamptz(3) not null,
  duration_ms integer not null,
  response_code integer,
  error text,
  -- The first 16 KiB of the answer.
  response_body text not null,
  constraint webhook_attempts_pkey primary key (workspace_id, delivery_id, attempt)
);

-- Streams of events that are open, or were cut a short time ago: until one expires, the events that it wants are stored.
create table event_streams (
  workspace_id text not null,
  -- The key, or the user of a session.
  caller_id text not null,
  events text[] not null,
  opened_at timestamp(3) with time zone not null,
  expires_at timestamp(3) with time zone not null,
  constraint event_streams_pkey primary key (workspace_id, caller_id, events),
  constraint event_streams_workspace_fkey foreign key (workspace_id) references workspaces (id),
  constraint event_streams_events_check check (cardinality(events) > 0)
);
