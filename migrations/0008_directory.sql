-- People and companies, with their history.

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

-- The built-in directory: people and companies that the operator brings, shared by all workspaces. No tenant owns these
-- tables, so that Citus can keep them on the coordinator or copy them to every node.
create table people (
  -- Follows from who the person is, so that importing somebody again finds the same row.
  id text not null,
  -- The static order, best known first; the highest bits say the shelf (see server/src/sources/directory/shelf.ts).
  place bigint not null,
  -- What search knows: words and values, each with its shelf before it.
  doc tsvector not null,
  -- By what somebody can ask to be left out: the domains, and the start of the email's hash.
  marks text[] not null,
  email_mark text,
  full_name text not null,
  first_name text,
  last_name text,
  title text,
  seniority text,
  department text,
  email text,
  company_name text,
  company_domain text,
  company_industry text,
  company_size text,
  company_country text,
  city text,
  region text,
  country text,
  skills text[] not null,
  links text[] not null,
  keywords text[] not null,
  -- Which source gave which fields, and when.
  sources jsonb not null,
  added_in bigint not null,
  updated_at timestamptz not null,
  constraint people_pkey primary key (id)
);

create index people_place on people (place);
create index people_doc on people using gin (doc);
create index people_marks on people using gin (marks);
create index people_email on people (email_mark);
create index people_added on people (added_in, id);
create index people_named on people using gin (directory_name_keys(full_name, first_name, last_name, company_domain, email));

create table companies (
  id text not null,
  place bigint not null,
  doc tsvector not null,
  marks text[] not null,
  company_name text,
  company_domain text,
  company_industry text,
  company_size text,
  company_country text,
  sources jsonb not null,
  updated_at timestamptz not null,
  constraint companies_pkey primary key (id)
);

create index companies_place on companies (place);
create index companies_doc on companies using gin (doc);

-- A transaction that changed people. Its version is given once it is known to be committed, so whoever has seen a version
-- has seen everything below it, in whatever order writers commit.
create table directory_changes (
  id bigint generated always as identity,
  version bigint,
  created_at timestamptz not null,
  constraint directory_changes_pkey primary key (id)
);

create index directory_changes_version on directory_changes (version);
create index directory_changes_unpublished on directory_changes (id) where version is null;

-- What search knew of a person until a change.
create table people_past (
  -- Taken while the person's row is locked, so one person's rows are in the order of their changes.
  id bigint generated always as identity,
  change_id bigint not null,
  person_id text not null,
  place bigint not null,
  doc tsvector not null,
  marks text[] not null,
  added_in bigint not null,
  constraint people_past_pkey primary key (id)
);

create index people_past_change on people_past (change_id, person_id);
create index people_past_person on people_past (person_id, id);

create table directory_feed (
  only_row boolean not null default true,
  -- The newest version that readers may know.
  published bigint not null,
  -- The newest version whose past is gone.
  forgotten bigint not null,
  -- Where the directory of people is: in this database, or in the one of DIRECTORY_DATABASE_URL. A database into which a
  -- directory is being moved is `arriving` until the other one says `elsewhere`.
  home text not null default 'here'
 ,
  constraint directory_feed_pkey primary key (only_row),
  constraint directory_feed_only_check check (only_row),
  constraint directory_feed_home_check check (home in ('here', 'arriving', 'elsewhere'))
);
insert into directory_feed (published, forgotten) values (0, 0);

-- Who asked to be left out: of one workspace's answers, or of everything (''). One that was lifted stays for a while, so that
-- those who follow changes learn of it.
create table suppressions (
  workspace_id text not null,
  id text not null,
  kind text not null,
  -- As it was sent; of an email that the operator leaves out, the hash alone.
  value text not null,
  -- `e:` and the start of an email's hash, `d:` and a domain, `p:` and a person's id.
  mark text not null,
  reason text,
  created_at timestamptz not null,
  added_in bigint not null,
  lifted_in bigint,
  -- The suppression this one follows from: whoever is left out everywhere is also recognised by what was known of them. Such a
  -- one is not listed and goes with the other.
  because_of text,
  constraint suppressions_pkey primary key (workspace_id, id),
  constraint suppressions_kind_check check (kind in ('email', 'email_sha256', 'domain', 'person'))
);

create unique index suppressions_mark on suppressions (workspace_id, mark) where lifted_in is null;
create index suppressions_past on suppressions (workspace_id, mark) where lifted_in is not null;
create index suppressions_added on suppressions (workspace_id, added_in);
create index suppressions_lifted on suppressions (workspace_id, lifted_in) where lifted_in is not null;
create index suppressions_because on suppressions (workspace_id, because_of) where because_of is not null;

create table directory_imports (
  -- Follows from what is imported, so that starting it again goes on where it ended.
  id text not null,
  source text not null,
  -- Records read and settled; the rest of the file comes after them.
  records bigint not null,
  added bigint not null,
  updated bigint not null,
  unchanged bigint not null,
  suppressed bigint not null,
  rejected bigint not null,
  -- The length of the report at that point.
  report_bytes bigint not null,
  started_at timestamptz not null,
  finished_at timestamptz,
  constraint directory_imports_pkey primary key (id)
);

-- Every change of people and suppressions begins with a row in directory_changes: a process that does not know that the
-- directory has moved must fail there instead of writing what is never read.
create function directory_assert_here() returns trigger language plpgsql as $$
begin
  if not exists (select 1 from directory_feed where home = 'here') then
    raise exception 'The directory of people is not in this database (see DIRECTORY_DATABASE_URL)' using errcode = 'object_not_in_prerequisite_state';
  end if;
  return null;
end $$;

create trigger directory_changes_here before insert on directory_changes for each statement execute function directory_assert_here();
