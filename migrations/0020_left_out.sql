-- When a row of the job was last answered, whether found or not: how long sources are waited for counts from here.
alter table data_jobs add column answered_at timestamptz(3);

-- By what else than is shown somebody in the answer can ask to be left out, such as the email of a person whom a vendor told of.
alter table data_job_results add column marks text[];

-- The suppression this one follows from: whoever is left out everywhere is also recognised by what was known of them. Such a
-- one is not listed and goes with the other.
alter table suppressions add column because_of text;
create index suppressions_because on suppressions (workspace_id, because_of) where because_of is not null;

-- People at each of many domains who may have the name beside it, in lower case and without accents. Whose name has accents is
-- answered too: what to make of those is the caller's to say. A row whose number is beyond `p_most` says that the company is too
-- large to be looked through. Answering everybody instead costs twice the time, measured with 33 people at a domain. A few pages of
-- each domain are read at once: handing them to other processes takes longer than to read them.
create function directory_named(p_marks text[], p_names text[], p_most integer)
returns table (asked bigint, n bigint, id text, place bigint, full_name text, first_name text, last_name text, company_domain text, email text)
language plpgsql stable set enable_seqscan = off set plan_cache_mode = force_generic_plan set effective_io_concurrency = 0 as $$
begin
  return query
  select m.asked, p.n, p.id, p.place, p.full_name, p.first_name, p.last_name, p.company_domain, p.email
  from unnest(p_marks, p_names) with ordinality as m (mark, name, asked)
  cross join lateral (
    select c.id, c.place, c.full_name, c.first_name, c.last_name, c.company_domain, c.email, row_number() over () as n
    from people c where c.marks @> array[m.mark] limit p_most + 1
  ) p
  where p.n > p_most or lower(p.full_name collate "C") = m.name
    or lower(concat_ws(' ', p.first_name, p.last_name) collate "C") = m.name
    or octet_length(p.full_name) <> char_length(p.full_name)
    or octet_length(p.first_name) <> char_length(p.first_name) or octet_length(p.last_name) <> char_length(p.last_name);
end $$;

drop function directory_at(text[], integer);
