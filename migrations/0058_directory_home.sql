-- Where the directory of people is: in this database, or in the one of DIRECTORY_DATABASE_URL. A database into which a
-- directory is being moved is `arriving` until the other one says `elsewhere`.
alter table directory_feed add column home text not null default 'here'
  constraint directory_feed_home_check check (home in ('here', 'arriving', 'elsewhere'));

-- Every change of people and suppressions begins with a row in directory_changes: a process that does not know that the
-- directory has moved must fail there instead of writing what is never read.
create function directory_assert_here() returns trigger language plpgsql as $$
begin
  if not exists (select 1 from directory_feed where home = 'here') then
    raise exception 'The directory of people is not in this database (see DIRECTORY_DATABASE_URL)' using errcode = 'object_not_in_prerequisite_state';
  end if;
  return null;
end $$;

create trigger directory_changes_here before insert on directory_changes
  for each statement execute function directory_assert_here();
