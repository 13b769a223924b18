-- The version of a change: 0 when it is forgotten, beyond all when it has none yet or there is none.
create or replace function directory_version(p_change bigint) returns bigint language sql stable as $$
  select case when p_change is null then 9223372036854775807 else coalesce(
    (select coalesce(version, 9223372036854775807) from directory_changes where id = p_change), 0
  ) end
$$;
