-- Returns true if the person was suppressed in the workspace or everywhere at a version of the directory.
create or replace function directory_suppressed_at(p_version bigint, p_workspace text, p_id text, p_marks text[])
returns boolean language sql stable as $$
  select exists (
    select from suppressions
    where workspace_id in ('', p_workspace) and mark = any (p_marks || ('p:' || p_id))
      and directory_version(added_in) <= p_version and directory_version(lifted_in) > p_version
  )
$$;
