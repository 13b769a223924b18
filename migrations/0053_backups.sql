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
