-- People are found by their name at a domain. Before, every colleague was read, about 25 rows for each name (decision 0053).

-- The names of a person at the domains of their company and email, as numbers. Names are folded as in words.ts, or count as empty when
-- they have letters that the list lacks. It calls no function of ours: PostgreSQL builds indexes with a search path without them.
create function directory_name_keys(p_full text, p_first text, p_last text, p_company text, p_email text)
returns bigint[] language plpgsql immutable parallel safe as $$
declare
  v_full text := lower(p_full collate "C");
  v_short text := lower(coalesce(p_first || ' ' || p_last, p_first, p_last, p_full) collate "C");
  v_mail text := split_part(p_email, '@', -1);
  v_from text := 'ÀÁÂÃÄÅÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖØÙÚÛÜÝàáâãäåçèéêëìíîïðñòóôõöøùúûüýÿĀāĂăĄąĆćĈĉĊċČčĎďĐđĒēĔĕĖėĘęĚěĜĝĞğĠġĢģĤĥĦħĨĩĪīĬĭĮįİıĴĵĶķĹĺĻļĽľŁłŃńŅņŇňŊŋŌōŎŏŐőŔŕŖŗŘřŚśŜŝŞşŠšŢţŤťŨũŪūŬŭŮůŰűŲųŴŵŶŷŸŹźŻżŽžſ';
  v_to text := 'aaaaaaceeeeiiiidnoooooouuuuyaaaaaaceeeeiiiidnoooooouuuuyyaaaaaaccccccccddddeeeeeeeeeegggggggghhhhiiiiiiiiiijjkkllllllllnnnnnnnnoooooorrrrrrssssssssttttuuuuuuuuuuuuwwyyyzzzzzzs';
begin
  if octet_length(v_full || v_short) <> char_length(v_full || v_short) then
    v_full := translate(v_full, v_from, v_to);
    v_short := translate(v_short, v_from, v_to);
    if octet_length(v_full || v_short) <> char_length(v_full || v_short) then
      v_full := '';
      v_short := '';
    end if;
  end if;
  if v_full = v_short and (v_mail is null or v_mail = p_company) then
    return array[hashtextextended(p_company || ' ' || v_full, 0)];
  end if;
  return (
    select array_agg(distinct hashtextextended(d || ' ' || n, 0))
    from unnest(array[p_company, v_mail]) d cross join unnest(array[v_full, v_short]) n where d is not null);
end $$;

create index people_named on people using gin (directory_name_keys(full_name, first_name, last_name, company_domain, email));

-- People at each of these domains who may have the folded name beside it: their name is equal, or counts as empty.
-- A row whose number is beyond `p_most` says that those are too many to be read.
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
