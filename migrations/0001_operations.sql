-- The installation itself: processes, cache versions, master keys, backups.

-- One process of Quoin that uses this database. A process is alive until its lease ends by the clock of the database. It renews
-- the lease every few seconds. The lease needs no database session of its own, so a connection pooler may be used.
create table nodes (
  -- A process that lost its lease gets a new epoch. A hold keeps the epoch that it was made in.
  epoch bigint generated always as identity,
  -- all, serve or work; null for commands.
  role text,
  -- Id of the media store that the process uses.
  media text,
  started_at timestamptz not null default now(),
  heartbeat_at timestamptz not null default now(),
  lease_ends_at timestamptz not null,
  -- Set when the process is about to end: others no longer need to agree with it.
  is_draining boolean not null default false,
  constraint nodes_pkey primary key (epoch)
);

-- Version of the data that processes cache under one topic. A change increments it. Other processes are notified, and poll as
-- well.
create table control_versions (
  topic text not null,
  version bigint not null,
  constraint control_versions_pkey primary key (topic)
);

-- A value sealed with one master key that is or was the current one. A process whose keys do not open all of them has a wrong
-- key.
create table master_key_canaries (
  -- `canary` and the id of the key; sealed into the value.
  purpose text constraint master_key_canaries_pkey primary key,
  sealed text not null,
  created_at timestamptz(3) not null default now()
);

-- The row that probe_write writes. A full disk can go unnoticed by small writes: the write-ahead log is allocated ahead, and a
-- page may have room for a row. Truncating gives the table a new file, so the next row needs space on the disk.
create table write_probes (
  at timestamptz not null
);

-- One backup that was taken. `quoin-server doctor` shows the last one.
create table backups (
  taken_at timestamptz not null,
  finished_at timestamptz not null,
  bytes bigint not null,
  constraint backups_pkey primary key (taken_at)
);

-- One pause after a restore. While a row has no `resumed_at`, no process runs jobs, timers or deliveries.
create table work_pauses (
  paused_at timestamptz not null,
  -- Time that the restored database dates from. The server that continued after the backup may already have done work that was
  -- due since then.
  restored_to timestamptz not null,
  resumed_at timestamptz,
  constraint work_pauses_pkey primary key (paused_at)
);

create unique index work_pauses_open on work_pauses ((true)) where resumed_at is null;

-- Always empty, and used only on a Citus coordinator.
create table commit_marks (
  mark integer constraint commit_marks_pkey primary key
);

-- Called by triggers that `db distribute` creates on a Citus coordinator. A statement on a table that Citus manages on the
-- coordinator makes Citus commit on the coordinator and on the workers in two phases.
create function mark_commit() returns trigger language plpgsql as $$
begin
  delete from commit_marks where mark = 0;
  return null;
end $$;
