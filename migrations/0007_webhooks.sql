-- Webhook endpoints, events and deliveries.

-- A URL that gets events of a workspace.
create table webhook_endpoints (
  workspace_id text not null,
  id text not null,
  url text not null,
  events text[] not null,
  description text,
  -- Set for an endpoint of a data job: it gets only the event of the job's end, and is not listed.
  job_id text,
  status text not null,
  disabled_reason text,
  -- Sealed. After a rotation both secrets sign until previous_secret_until.
  secret text not null,
  previous_secret text,
  previous_secret_until timestamptz(3),
  -- Number of failed attempts since the last success, and the time of the first one.
  failures integer not null,
  failing_since timestamptz(3),
  -- The breaker is open: nothing is sent before this time.
  paused_until timestamptz(3),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  constraint webhook_endpoints_pkey primary key (workspace_id, id),
  constraint webhook_endpoints_workspace_fkey foreign key (workspace_id) references workspaces (id),
  constraint webhook_endpoints_events_check check (cardinality(events) > 0),
  constraint webhook_endpoints_status_check check (status in ('active', 'disabled')),
  constraint webhook_endpoints_reason_check check ((status = 'disabled') = (disabled_reason is not null)),
  constraint webhook_endpoints_previous_check check ((previous_secret is null) = (previous_secret_until is null)),
  constraint webhook_endpoints_failing_check check ((failures > 0) = (failing_since is not null))
) with (fillfactor = 50);

-- An event, written in the transaction that causes it, together with a delivery for every subscribed endpoint.
create table webhook_events (
  workspace_id text not null,
  id text not null,
  type text not null,
  -- The exact text that is signed and sent, the same on every attempt.
  body text not null,
  created_at timestamptz(3) not null,
  -- The transaction that stored the event. Ids are made before the commit, so a stream cannot continue by ids alone: it reads
  -- the events that its last snapshot did not contain.
  xid xid8 default pg_current_xact_id(),
  constraint webhook_events_pkey primary key (workspace_id, id)
);

-- One event for one endpoint. The row is queue entry, log and retry state at once.
--
-- pending: not tried yet, or redriven. failed: will be retried. Both are due at next_attempt_at, and being sent while their lease
-- lasts. delivered and dead: finished, until a redrive.
create table webhook_deliveries (
  workspace_id text not null,
  id text not null,
  endpoint_id text not null,
  event_id text not null,
  event_type text not null,
  status text not null,
  -- Attempts whose outcome was recorded.
  attempt integer not null,
  -- The delivery is dead once this many attempts were made. A redrive adds a full number of attempts.
  attempts_max integer not null,
  next_attempt_at timestamptz(3),
  -- Fencing token: an outcome with another token changes nothing.
  claim uuid,
  lease_until timestamptz,
  -- Claims since the last recorded outcome. A delivery whose workers die again and again is set aside.
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

-- By endpoint first, so that the next delivery of each endpoint is found in one step, however many wait for other endpoints. No
-- index contains claim or lease, so a claim is a heap-only update that writes no index.
create index webhook_deliveries_due on webhook_deliveries (endpoint_id, next_attempt_at, event_id)
  where next_attempt_at is not null;
create index webhook_deliveries_endpoint on webhook_deliveries (workspace_id, endpoint_id, id);
-- For lists of deliveries that did not arrive.
create index webhook_deliveries_undelivered on webhook_deliveries (workspace_id, id) where status <> 'delivered';
create index webhook_deliveries_dead on webhook_deliveries (workspace_id) where status = 'dead';

-- One request that was sent for a delivery.
create table webhook_attempts (
  workspace_id text not null,
  delivery_id text not null,
  attempt integer not null,
  started_at timestamptz(3) not null,
  duration_ms integer not null,
  response_code integer,
  error text,
  -- First 16 KiB of the response.
  response_body text not null,
  constraint webhook_attempts_pkey primary key (workspace_id, delivery_id, attempt)
);

-- A stream of events that is open or was disconnected a short time ago. Its events are stored until it expires.
create table event_streams (
  workspace_id text not null,
  -- Key, or user of a session.
  caller_id text not null,
  events text[] not null,
  opened_at timestamp(3) with time zone not null,
  expires_at timestamp(3) with time zone not null,
  constraint event_streams_pkey primary key (workspace_id, caller_id, events),
  constraint event_streams_workspace_fkey foreign key (workspace_id) references workspaces (id),
  constraint event_streams_events_check check (cardinality(events) > 0)
);
