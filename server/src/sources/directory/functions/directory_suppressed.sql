-- Returns true if the person is suppressed in the workspace or everywhere.
create or replace function directory_suppressed(p_workspace text, p_id text, p_marks text[]) returns boolean language sql stable as $$
  select exists (
    select from suppressions
    where workspace_id in ('', p_workspace) and mark = any (p_marks || ('p:' || p_id)) and lifted_in is null
  )
$$;
