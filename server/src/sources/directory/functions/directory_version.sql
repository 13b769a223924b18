-- Returns the version of a change: 0 for a deleted change, the largest number for null and for a change without a version.
create or replace function directory_version(p_change bigint) returns bigint language sql stable as $$
  select case when p_change is null then 9223372036854775807 else coalesce(
    (select coalesce(version, 9223372036854775807) from directory_changes where id = p_change), 0
  ) end
$$;
