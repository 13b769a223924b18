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

-- The transaction that stored the event. Ids are made before the commit, so a stream cannot continue by ids alone: it
-- reads what its last snapshot did not see. Null for events of earlier versions.
alter table webhook_events add column xid xid8;
alter table webhook_events alter column xid set default pg_current_xact_id();
