-- The built-in directory: people and companies that the operator imports, with their history. All workspaces share it. No tenant
-- owns these tables, so Citus can keep them on the coordinator or copy them to every node.

-- Returns hashes of a person's names combined with the domains of their company and email, for an index. Names are folded as in
-- words.ts. A name with letters that the list below lacks counts as empty. The function calls no other function of ours, because
-- PostgreSQL builds indexes with a search path that does not contain them.
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

-- One person, merged from all sources.
create table people (
  -- Derived from the person's identity, so that a second import of a person finds the same row.
  id text not null,
  -- Rank: the static order, best known first. Its highest bits are the bucket (see server/src/sources/directory/rank.ts).
  place bigint not null,
  -- Search tokens: words and values, each with the letter of the bucket before it.
  doc tsvector not null,
  -- Suppression keys of the person's domains, and of the email.
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
  -- Sources, with the fields that each provided and the time of its last change.
  sources jsonb not null,
  -- directory_changes.id
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

-- One company, merged from all sources. Columns as in people.
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

-- A transaction that changed people or suppressions. It gets its version only after it has committed, so a reader at a version
-- has seen all changes up to it, in whatever order writers commit.
create table directory_changes (
  id bigint generated always as identity,
  version bigint,
  created_at timestamptz not null,
  constraint directory_changes_pkey primary key (id)
);

create index directory_changes_version on directory_changes (version);
create index directory_changes_unpublished on directory_changes (id) where version is null;

-- The searchable state of a person before a change.
create table people_past (
  -- Assigned while the person's row is locked, so the rows of one person are in the order of the changes.
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

-- The state of the directory, in one row.
create table directory_feed (
  only_row boolean not null default true,
  -- Newest version that readers can use.
  published bigint not null,
  -- Newest version whose history is deleted.
  forgotten bigint not null,
  -- Location of the directory: `here`, or `elsewhere` in the database of DIRECTORY_DATABASE_URL. A database that a directory is
  -- being moved into is `arriving` until the other one is `elsewhere`.
  home text not null default 'here',
  constraint directory_feed_pkey primary key (only_row),
  constraint directory_feed_only_check check (only_row),
  constraint directory_feed_home_check check (home in ('here', 'arriving', 'elsewhere'))
);

insert into directory_feed (published, forgotten) values (0, 0);

-- A person, email or domain that is left out of the results of one workspace, or of all (''). A lifted suppression is kept for a
-- while, so that lists of changes contain it.
create table suppressions (
  workspace_id text not null,
  id text not null,
  kind text not null,
  -- As sent. An email that is suppressed everywhere is stored as its hash only.
  value text not null,
  -- Suppression key: `e:` and the start of an email's hash, `d:` and a domain, or `p:` and a person's id.
  mark text not null,
  reason text,
  -- The suppression that this one was derived from. Suppressing a person everywhere also suppresses their other known keys.
  -- Derived suppressions are not listed, and are lifted together with the original.
  because_of text,
  -- directory_changes.id
  added_in bigint not null,
  lifted_in bigint,
  created_at timestamptz not null,
  constraint suppressions_pkey primary key (workspace_id, id),
  constraint suppressions_kind_check check (kind in ('email', 'email_sha256', 'domain', 'person'))
);

create unique index suppressions_mark on suppressions (workspace_id, mark) where lifted_in is null;
create index suppressions_past on suppressions (workspace_id, mark) where lifted_in is not null;
create index suppressions_added on suppressions (workspace_id, added_in);
create index suppressions_lifted on suppressions (workspace_id, lifted_in) where lifted_in is not null;
create index suppressions_because on suppressions (workspace_id, because_of) where because_of is not null;

-- The progress of one import.
create table directory_imports (
  -- Derived from the input, so that a restarted import continues where it stopped.
  id text not null,
  source text not null,
  -- Number of records that are done; the import continues after them.
  records bigint not null,
  added bigint not null,
  updated bigint not null,
  unchanged bigint not null,
  suppressed bigint not null,
  rejected bigint not null,
  -- Length of the report after these records.
  report_bytes bigint not null,
  started_at timestamptz not null,
  finished_at timestamptz,
  constraint directory_imports_pkey primary key (id)
);

-- Refuses changes in a database that the directory was moved out of. Every change of people and suppressions starts with a row in
-- directory_changes, so a process that does not know about the move fails there instead of writing rows that are never read.
create function directory_assert_here() returns trigger language plpgsql as $$
begin
  if not exists (select 1 from directory_feed where home = 'here') then
    raise exception 'The directory of people is not in this database (see DIRECTORY_DATABASE_URL)' using errcode = 'object_not_in_prerequisite_state';
  end if;
  return null;
end $$;

create trigger directory_changes_here before insert on directory_changes for each statement execute function directory_assert_here();
