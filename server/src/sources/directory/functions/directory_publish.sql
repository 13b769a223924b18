-- Gives the next version to all committed changes without one, and returns the newest version. The lock of directory_feed
-- serialises publishers. The second update sees all changes that committed before it started.
create or replace function directory_publish() returns bigint language plpgsql as $$
declare
  v_version bigint;
begin
  if exists (select from directory_changes where version is null) then
    update directory_feed set published = published + 1 returning published into v_version;
    update directory_changes set version = v_version where version is null;
    return v_version;
  end if;
  return (select published from directory_feed);
end $$;
