-- Returns people at each domain of p_marks who may have the folded name at the same position of p_names: their name is equal, or
-- counts as empty. A row with a number above p_most means that there are too many to read all of them.
create or replace function directory_named(p_marks text[], p_names text[], p_most integer)
returns table (asked bigint, n bigint, id text, place bigint, full_name text, first_name text, last_name text, company_domain text, email text)
language plpgsql stable set enable_seqscan = off set plan_cache_mode = force_generic_plan set effective_io_concurrency = 0 as $$
begin
  return query
  select m.asked, p.n, p.id, p.place, p.full_name, p.first_name, p.last_name, p.company_domain, p.email
  from unnest(p_marks, p_names) with ordinality as m (mark, name, asked)
  cross join lateral (
    select c.id, c.place, c.full_name, c.first_name, c.last_name, c.company_domain, c.email, row_number() over () as n
    from people c
    where directory_name_keys(c.full_name, c.first_name, c.last_name, c.company_domain, c.email)
      && array[hashtextextended(substr(m.mark, 3) || ' ' || m.name, 0), hashtextextended(substr(m.mark, 3) || ' ', 0)]
    limit p_most + 1
  ) p;
end $$;
