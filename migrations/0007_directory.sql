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
  constraint directory_feed_pkey primary key (only_row),
  constraint directory_feed_only_check check (only_row)
);

insert into directory_feed (published, forgotten) values (0, 0);

-- Gives one version to all that has been committed and has none, and answers the newest. The row lock makes publishers
-- take turns; the second statement sees what was committed before its own start.
create function directory_publish() returns bigint language plpgsql as $$
declare
  v_version bigint;
begin
  if exists (select from directory_changes where version is null) then
    update directory_feed set published = published + 1 returning published into v_version;
    update directory_changes set version = v_version where version is null;
    return v_version;
  end if;
  return (select published from directory_feed);
end $$;

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
  constraint suppressions_pkey primary key (workspace_id, id),
  constraint suppressions_kind_check check (kind in ('email', 'email_sha256', 'domain', 'person'))
);

create unique index suppressions_mark on suppressions (workspace_id, mark) where lifted_in is null;
create index suppressions_past on suppressions (workspace_id, mark) where lifted_in is not null;
create index suppressions_added on suppressions (workspace_id, added_in);
create index suppressions_lifted on suppressions (workspace_id, lifted_in) where lifted_in is not null;

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

create function directory_suppressed(p_workspace text, p_id text, p_marks text[]) returns boolean language sql stable as $$
  select exists (
    select from suppressions
    where workspace_id in ('', p_workspace) and mark = any (p_marks || ('p:' || p_id)) and lifted_in is null
  )
$$;

-- The version of a change: 0 when it is forgotten, beyond all when it has none yet or there is none.
create function directory_version(p_change bigint) returns bigint language sql stable as $$
  select case when p_change is null then 9223372036854775807 else coalesce(
    (select coalesce(version, 9223372036854775807) from directory_changes where id = p_change), 0
  ) end
$$;

create function directory_suppressed_at(p_version bigint, p_workspace text, p_id text, p_marks text[])
returns boolean language sql stable as $$
  select exists (
    select from suppressions
    where workspace_id in ('', p_workspace) and mark = any (p_marks || ('p:' || p_id))
      and directory_version(added_in) <= p_version and directory_version(lifted_in) > p_version
  )
$$;
