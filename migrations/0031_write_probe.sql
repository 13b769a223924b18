-- A full disk can go unnoticed by small writes: the write-ahead log is allocated ahead, and a page may have room for a row.
-- Truncating gives the table a new file, so the row after it needs space on the disk.
create table write_probes (
  at timestamptz not null
);

create function probe_write() returns void language plpgsql as $$
begin
  truncate write_probes;
  insert into write_probes values (now());
end
$$;
