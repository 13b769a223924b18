-- A process is alive until its lease ends by the clock of the database. It renews the lease every few seconds; no session of a
-- connection is involved, so a pooler may stand between.
alter table nodes
  add column lease_ends_at timestamptz,
  add column role text,
  add column media text,
  add column is_draining boolean not null default false;

comment on column nodes.lease_ends_at is 'null for processes of the version before, which keep an advisory lock instead';
comment on column nodes.role is 'all, serve or work; null for commands';
comment on column nodes.media is 'which store of media the process uses: two processes with the same text share it';

-- The version before knows a process by the lock of its epoch, an integer. It cannot compute that lock for larger epochs: its
-- sweeps fail instead of taking the holds of processes that have no lock, and leave them to this version.
alter table nodes alter column epoch restart with 4294967296;
