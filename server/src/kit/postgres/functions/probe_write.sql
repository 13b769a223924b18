-- Writes a row that needs space on the disk: truncating gives the table a new file (see write_probes).
create or replace function probe_write() returns void language plpgsql as $$
begin
  truncate write_probes;
  insert into write_probes values (now());
end
$$;
