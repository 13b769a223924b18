-- Gives one version to all that has been committed and has none, and answers the newest. The row lock makes publishers
-- take turns; the second statement sees what was committed before its own start.
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
