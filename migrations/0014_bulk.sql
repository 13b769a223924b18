-- Lookups that are asked for now and answered later: one question (async) or many (bulk). Credits for the worst case are held
-- when a job is made and charged as its rows are answered, in the transaction that stores the answers.

create table data_jobs (
  workspace_id text not null,
  id text not null,
  kind text not null,
  action text not null,
  status text not null,
  -- What the rows consist of: `query`, or the columns of the caller's file.
  columns text[] not null,
  -- Holds for every row; of a job that pages through a search, the search itself.
  filters jsonb,
  -- Set when the job pages through a search: so many are wanted.
  search_limit integer,
  -- Where that search goes on.
  search_cursor text,
  -- Rows up to this one have been taken up; those that wait for another attempt say so themselves.
  taken integer not null,
  total integer not null,
  done integer not null,
  found integer not null,
  failed integer not null,
  hold_id text not null,
  reserved bigint not null,
  charged bigint not null,
  price_book text not null,
  key_id text not null,
  request_id text not null,
  -- The endpoint that is told when the job ends.
  webhook_id text,
  error jsonb,
  created_at timestamptz(3) not null,
  started_at timestamptz(3),
  finished_at timestamptz(3),
  constraint data_jobs_pkey primary key (workspace_id, id),
  constraint data_jobs_kind_check check (kind in ('async', 'bulk')),
  constraint data_jobs_status_check
    check (status in ('queued', 'running', 'completed', 'completed_with_errors', 'failed', 'cancelling', 'cancelled')),
  constraint data_jobs_finished_check
    check ((finished_at is not null) = (status in ('completed', 'completed_with_errors', 'failed', 'cancelled'))),
  constraint data_jobs_progress_check check (done <= total and found + failed <= done and charged <= reserved)
);
create index data_jobs_finished on data_jobs (finished_at) where finished_at is not null;

-- What is asked. Written once; only a row that has to wait for another attempt is touched again.
create table data_job_rows (
  workspace_id text not null,
  job_id text not null,
  n integer not null,
  -- Where in the caller's file it begins.
  line integer,
  cells text[] not null,
  -- One for one subject: what is asked and charged once. Null when the row cannot be read.
  step text,
  -- The earlier row with the same subject, whose answer this one shares.
  same_as integer,
  -- How many rows share the answer, this one included.
  times integer not null,
  attempts smallint not null,
  due_at timestamptz(3),
  -- What sources owe, and why the last attempt failed.
  tickets jsonb,
  trouble jsonb,
  constraint data_job_rows_pkey primary key (workspace_id, job_id, n)
);
create unique index data_job_rows_step on data_job_rows (workspace_id, job_id, step) where step is not null and same_as is null;
create index data_job_rows_due on data_job_rows (workspace_id, job_id, due_at) where due_at is not null;

-- What came of it: a row that is here is charged.
create table data_job_results (
  workspace_id text not null,
  job_id text not null,
  n integer not null,
  status text not null,
  data json,
  error json,
  credits bigint not null,
  constraint data_job_results_pkey primary key (workspace_id, job_id, n),
  constraint data_job_results_status_check check (status in ('found', 'not_found', 'failed')),
  constraint data_job_results_data_check check ((status = 'found') = (data is not null)),
  constraint data_job_results_error_check check ((status = 'failed') = (error is not null))
);

-- An endpoint that belongs to a job is told of its end and of nothing else; it is not one of the workspace's own.
alter table webhook_endpoints add column job_id text;

-- People at each of many domains, a few more than `p_most` at most of each: those of a small company are sooner looked through
-- than looked up by name. Marks are not shelved, so a domain is one key of their index; the planner must not guess otherwise.
create function directory_at(p_marks text[], p_most integer)
returns table (mark text, id text, place bigint, full_name text, first_name text, last_name text, company_domain text, email text)
language plpgsql stable set enable_seqscan = off set plan_cache_mode = force_generic_plan as $$
begin
  return query
  select m.mark, p.id, p.place, p.full_name, p.first_name, p.last_name, p.company_domain, p.email
  from unnest(p_marks) as m (mark)
  cross join lateral (
    select c.* from people c where c.marks @> array[m.mark] limit p_most + 1
  ) p;
end $$;
