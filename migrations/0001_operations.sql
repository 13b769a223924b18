-- Processes, master keys, backups: the state of the installation itself.

-- A process is alive while it holds the session lock of its epoch.
create table nodes (
  epoch bigint generated always as identity,
  started_at timestamptz not null default now(),
  heartbeat_at timestamptz not null default now(),
  -- A process is alive until its lease ends by the clock of the database. It renews the lease every few seconds; no session of a
  -- connection is involved, so a pooler may stand between.
  lease_ends_at timestamptz,
  role text,
  media text,
  is_draining boolean not null default false,
  constraint nodes_pkey primary key (epoch)
);

-- What other processes cache: each change bumps a version, which they are told of and also poll.
create table control_versions (
  topic text not null,
  version bigint not null,
  constraint control_versions_pkey primary key (topic)
);

-- A value sealed with each master key that was ever the current one: a key that does not open them all is the wrong one. In a
-- database of an earlier version the newest sealed values stand in for them.
create table master_key_canaries (
  purpose text constraint master_key_canaries_pkey primary key,
  sealed text not null,
  created_at timestamptz(3) not null default now()
);

-- A full disk can go unnoticed by small writes: the write-ahead log is allocated ahead, and a page may have room for a row.
-- Truncating gives the table a new file, so the row after it needs space on the disk.
create table write_probes (
  at timestamptz not null
);

-- The backups that were taken, so that `quoin-server doctor` can say when the last one was.
create table backups (
  taken_at timestamptz not null,
  finished_at timestamptz not null,
  bytes bigint not null,
  constraint backups_pkey primary key (taken_at)
);

-- While a row has no `resumed_at`, no process runs jobs, timers or deliveries. `restored_to` is the time that the restored
-- database is from: what was due since then may have been done by the server that went on after the backup.
create table work_pauses (
  paused_at timestamptz not null,
  restored_to timestamptz not null,
  resumed_at timestamptz,
  constraint work_pauses_pkey primary key (paused_at)
);

create unique index work_pauses_open on work_pauses ((true)) where resumed_at is null;

-- Only of use on a coordinator of Citus, where `db distribute` makes triggers that call the function: a statement on a table that
-- Citus manages on the coordinator makes it commit there and on the workers in two phases. The table stays empty.
create table commit_marks (
  mark integer constraint commit_marks_pkey primary key
);

create function mark_commit() returns trigger language plpgsql as $$
begin
  delete from commit_marks where mark = 0;
  return null;
end $$;
