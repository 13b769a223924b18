-- Paid lookups: vendors, mail patterns, workflows and bulk jobs.

-- What vendors cost the operator, by day and source: where budgets are kept. No tenant owns it.
create table source_spend (
  day date not null,
  source text not null,
  micros bigint not null,
  calls bigint not null,
  constraint source_spend_pkey primary key (day, source),
  constraint source_spend_not_negative check (micros >= 0)
);

-- Whom a metered call asked and what came of it: the lower half of its receipt. A call that failed leaves steps and no
-- charge. Request ids may be the caller's own, so they are not unique.
create table receipt_steps (
  workspace_id text not null,
  id text not null,
  request_id text not null,
  key_id text not null,
  price_book text not null,
  -- The step of the charge these belong to; '' for a call of one.
  step text not null,
  steps jsonb not null,
  created_at timestamptz not null,
  constraint receipt_steps_pkey primary key (workspace_id, id)
);

create index receipt_steps_request on receipt_steps (workspace_id, request_id);
create index receipt_steps_age on receipt_steps using brin (created_at);

-- What a workspace has paid for, where its price book makes repeats free. The subject is a hash: it tells the same from the
-- other and nobody's name.
create table paid_subjects (
  workspace_id text not null,
  action text not null,
  subject bytea not null,
  request_id text not null,
  paid_at timestamptz not null,
  constraint paid_subjects_pkey primary key (workspace_id, action, subject)
);

-- What is known of mail domains. These are facts about the world that every workspace shares, so no row has a workspace.
create table mail_domains (
  domain text not null,
  -- Null until a control address that nobody has was answered; not asked again before the time is up.
  catch_all boolean,
  catch_all_until timestamptz(3),
  -- How many addresses were asked about on the day of the last question.
  probed_on date not null,
  probes integer not null,
  constraint mail_domains_pkey primary key (domain),
  constraint mail_domains_catch_all_check check ((catch_all is null) = (catch_all_until is null)),
  constraint mail_domains_probes_check check (probes >= 0)
);

-- Which way a domain makes addresses of names. A sighting loses half its weight in 18 months; the weight is as of seen_at.
create table mail_patterns (
  domain text not null,
  pattern text not null,
  seen integer not null,
  weight double precision not null,
  seen_at timestamptz(3) not null,
  constraint mail_patterns_pkey primary key (domain, pattern),
  constraint mail_patterns_seen_check check (seen > 0 and weight > 0)
);

-- The addresses that were counted, so that one address is one sighting however often it is met. Eight bytes of a hash:
-- enough to know it again, and no address.
create table mail_sightings (
  domain text not null,
  fingerprint bytea not null,
  constraint mail_sightings_pkey primary key (domain, fingerprint)
);

-- Up to which version of the directory its people have been looked at for how their domain makes addresses.
create table mail_lessons (
  domain text not null,
  version bigint not null,
  constraint mail_lessons_pkey primary key (domain)
);

-- Answers that vendors owe. A vendor that takes a question and calls back is told a URL that only it knows; what it says
-- there is kept as it came and is a hint alone: the answer is what the vendor says when it is asked. No tenant owns a
-- ticket: a source does not know who asks.
create table vendor_tickets (
  source text not null,
  ticket text not null,
  -- SHA-256 of the token in the URL; the token itself is with the vendor.
  token_hash bytea not null,
  state text not null,
  answer jsonb,
  -- Why there is none.
  reason text,
  created_at timestamptz not null,
  deadline_at timestamptz not null,
  resolved_at timestamptz,
  constraint vendor_tickets_pkey primary key (source, ticket),
  constraint vendor_tickets_token_hash_key unique (token_hash),
  constraint vendor_tickets_state_check check (state in ('waiting', 'found', 'not_found', 'failed', 'expired')),
  constraint vendor_tickets_answer_check check ((state = 'found') = (answer is not null)),
  constraint vendor_tickets_resolved_check check ((state = 'waiting') = (resolved_at is null))
);

create index vendor_tickets_age on vendor_tickets (created_at);

create table vendor_callbacks (
  source text not null,
  ticket text not null,
  -- The same delivery again is the same row.
  body_hash bytea not null,
  body text not null,
  received_at timestamptz not null,
  constraint vendor_callbacks_pkey primary key (source, ticket, body_hash),
  constraint vendor_callbacks_ticket_fkey foreign key (source, ticket)
    references vendor_tickets (source, ticket) on delete cascade
);

-- What vendors owe to calls that could not wait: the next call about the same subject asks with the ticket, so that the
-- vendor is paid once. The subject is a hash: it tells the same from the other and nobody's name.
create table lookup_tickets (
  workspace_id text not null,
  subject bytea not null,
  source text not null,
  ticket text not null,
  -- The vendor is not asked before.
  due_at timestamptz(3) not null,
  -- The day whose budget it was paid from.
  paid_on date not null,
  created_at timestamptz not null,
  constraint lookup_tickets_pkey primary key (workspace_id, subject, source)
);

create index lookup_tickets_age on lookup_tickets using brin (created_at);

-- What the finished steps of a workflow answered, until its call has an answer of its own: a retry with the same
-- Idempotency-Key takes up here when the first call was killed. Nothing in here is charged: that happens once, with the
-- call's answer. A call without a key cannot be retried and leaves no rows.
create table workflow_steps (
  workspace_id text not null,
  idempotency_key text not null,
  -- Of the workflow, its steps, inputs and limit: a key that is taken for something else finds nothing of this.
  fingerprint bytea not null,
  step text not null,
  -- Null when nobody knew.
  output jsonb,
  created_at timestamptz not null,
  constraint workflow_steps_pkey primary key (workspace_id, idempotency_key, fingerprint, step)
);

create index workflow_steps_age on workflow_steps (created_at);

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
  filters json,
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
  -- When a row of the job was last answered, whether found or not: how long sources are waited for counts from here.
  answered_at timestamptz(3),
  constraint data_jobs_pkey primary key (workspace_id, id),
  constraint data_jobs_kind_check check (kind in ('async', 'bulk')),
  constraint data_jobs_status_check
    check (status in ('queued', 'running', 'completed', 'completed_with_errors', 'failed', 'cancelling', 'cancelled')),
  constraint data_jobs_finished_check
    check ((finished_at is not null) = (status in ('completed', 'completed_with_errors', 'failed', 'cancelled'))),
  constraint data_jobs_progress_check check (done <= total and found + failed <= done and charged <= reserved)
);

create index data_jobs_finished on data_jobs (finished_at) where finished_at is not null;
create index data_jobs_unfinished on data_jobs (workspace_id) where finished_at is null;

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

create index data_job_rows_due on data_job_rows (workspace_id, job_id, due_at) where due_at is not null;
create unique index data_job_rows_step on data_job_rows (workspace_id, step) where step is not null and same_as is null;

-- What came of it: a row that is here is charged.
create table data_job_results (
  workspace_id text not null,
  job_id text not null,
  n integer not null,
  status text not null,
  data json,
  error json,
  credits bigint not null,
  -- By what else than is shown somebody in the answer can ask to be left out, such as the email of a person whom a vendor told of.
  marks text[],
  constraint data_job_results_pkey primary key (workspace_id, job_id, n),
  constraint data_job_results_status_check check (status in ('found', 'not_found', 'failed')),
  constraint data_job_results_data_check check ((status = 'found') = (data is not null)),
  constraint data_job_results_error_check check ((status = 'failed') = (error is not null))
);

-- Questions that people keep to ask again.
create table saved_searches (
  workspace_id text not null,
  id text not null,
  name text not null,
  action text not null,
  query text not null,
  filters json,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint saved_searches_pkey primary key (workspace_id, id),
  constraint saved_searches_workspace_fkey foreign key (workspace_id) references workspaces (id)
);
