-- Paid lookups: vendors, mail patterns, workflows, data jobs and saved searches.

-- The operator's cost of one vendor on one day, for the daily budgets. No tenant owns it.
create table source_spend (
  day date not null,
  source text not null,
  micros bigint not null,
  calls bigint not null,
  constraint source_spend_pkey primary key (day, source),
  constraint source_spend_not_negative check (micros >= 0)
);

-- The sources that a metered call asked, with their results: the lower half of its receipt. A failed call leaves steps and no
-- charge.
create table receipt_steps (
  workspace_id text not null,
  id text not null,
  -- Not unique, because callers may choose their request ids.
  request_id text not null,
  key_id text not null,
  price_book text not null,
  -- Step of the charge that these belong to; '' for a call with one step.
  step text not null,
  steps jsonb not null,
  created_at timestamptz not null,
  constraint receipt_steps_pkey primary key (workspace_id, id)
);

create index receipt_steps_request on receipt_steps (workspace_id, request_id);
create index receipt_steps_age on receipt_steps using brin (created_at);

-- A subject that a workspace has paid for, where its price book makes repeats free. The subject is stored as a hash, which
-- recognises a repeat without revealing anyone's name.
create table paid_subjects (
  workspace_id text not null,
  action text not null,
  subject bytea not null,
  request_id text not null,
  paid_at timestamptz not null,
  constraint paid_subjects_pkey primary key (workspace_id, action, subject)
);

-- Facts about one mail domain. All workspaces share them.
create table mail_domains (
  domain text not null,
  -- True if the domain accepts mail for an address that does not exist; null until such a control address was probed. Valid until
  -- catch_all_until.
  catch_all boolean,
  catch_all_until timestamptz(3),
  -- Day of the last probe, and the number of addresses probed on it.
  probed_on date not null,
  probes integer not null,
  constraint mail_domains_pkey primary key (domain),
  constraint mail_domains_catch_all_check check ((catch_all is null) = (catch_all_until is null)),
  constraint mail_domains_probes_check check (probes >= 0)
);

-- A pattern by which a domain forms addresses from names.
create table mail_patterns (
  domain text not null,
  pattern text not null,
  seen integer not null,
  -- Weight of the sightings as of seen_at. A sighting loses half its weight in 18 months.
  weight double precision not null,
  seen_at timestamptz(3) not null,
  constraint mail_patterns_pkey primary key (domain, pattern),
  constraint mail_patterns_seen_check check (seen > 0 and weight > 0)
);

-- An address that was counted for a pattern, so that each address counts once.
create table mail_sightings (
  domain text not null,
  -- Eight bytes of a hash: enough to recognise the address without storing it.
  fingerprint bytea not null,
  constraint mail_sightings_pkey primary key (domain, fingerprint)
);

-- The version of the directory from which the patterns of a domain were last learned.
create table mail_lessons (
  domain text not null,
  version bigint not null,
  constraint mail_lessons_pkey primary key (domain)
);

-- A request whose result the vendor delivers later, by calling a URL that only this vendor knows. A callback is stored as
-- received, but is only a hint: the result is read from the vendor. No tenant owns a ticket, because a source does not know the
-- workspace.
create table vendor_tickets (
  source text not null,
  ticket text not null,
  -- SHA-256 of the token in the URL. Only the vendor has the token.
  token_hash bytea not null,
  state text not null,
  answer jsonb,
  -- Reason for a missing answer.
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

-- A callback of a vendor, as received.
create table vendor_callbacks (
  source text not null,
  ticket text not null,
  -- A repeated callback with the same body is stored once.
  body_hash bytea not null,
  body text not null,
  received_at timestamptz not null,
  constraint vendor_callbacks_pkey primary key (source, ticket, body_hash),
  constraint vendor_callbacks_ticket_fkey foreign key (source, ticket)
    references vendor_tickets (source, ticket) on delete cascade
);

-- A vendor's pending result of a call that did not wait for it. The next call for the same subject uses the ticket, so that the
-- vendor is paid once.
create table lookup_tickets (
  workspace_id text not null,
  -- A hash, which recognises the subject without revealing anyone's name.
  subject bytea not null,
  source text not null,
  ticket text not null,
  -- The vendor is not asked before this time.
  due_at timestamptz(3) not null,
  -- Day whose budget paid for the lookup.
  paid_on date not null,
  created_at timestamptz not null,
  constraint lookup_tickets_pkey primary key (workspace_id, subject, source)
);

create index lookup_tickets_age on lookup_tickets using brin (created_at);

-- The result of a finished step of a workflow whose call has not finished. If the call is killed, a retry with the same
-- Idempotency-Key continues from here. Charges are made once, with the call's response, and not by these rows. A call without a
-- key cannot be retried and leaves no rows.
create table workflow_steps (
  workspace_id text not null,
  idempotency_key text not null,
  -- Hash of the workflow, its steps, inputs and limit, so that another request with the same key does not find these rows.
  fingerprint bytea not null,
  step text not null,
  -- Null when nothing was found.
  output jsonb,
  created_at timestamptz not null,
  constraint workflow_steps_pkey primary key (workspace_id, idempotency_key, fingerprint, step)
);

create index workflow_steps_age on workflow_steps (created_at);

-- A lookup that runs in the background: one question (async) or a list (bulk). The maximum cost is held when the job is created,
-- and charged as its rows are finished, in the transaction that stores their results.
create table data_jobs (
  workspace_id text not null,
  id text not null,
  kind text not null,
  action text not null,
  status text not null,
  -- Columns of the rows: `query`, or those of the caller's file.
  columns text[] not null,
  -- Apply to every row. For a job that pages through a search, the search itself.
  filters json,
  -- For a job that pages through a search: the requested number of results, and the position where the search continues.
  search_limit integer,
  search_cursor text,
  -- Rows up to this number have a result or are postponed (data_job_rows.due_at).
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
  -- Endpoint that gets the event when the job ends.
  webhook_id text,
  error jsonb,
  created_at timestamptz(3) not null,
  started_at timestamptz(3),
  -- When a row last got a result, found or not found. The wait for pending sources counts from here.
  answered_at timestamptz(3),
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
create index data_jobs_unfinished on data_jobs (workspace_id) where finished_at is null;

-- One question of a data job. A row is updated only when it has to wait for another attempt.
create table data_job_rows (
  workspace_id text not null,
  job_id text not null,
  n integer not null,
  -- Line of the caller's file where the row starts.
  line integer,
  cells text[] not null,
  -- Unique per subject, which is looked up and charged once. Null when the row cannot be read.
  step text,
  -- Earlier row with the same subject, whose result this row shares.
  same_as integer,
  -- Number of rows that share the result, including this one.
  times integer not null,
  attempts smallint not null,
  -- Time of the next attempt.
  due_at timestamptz(3),
  -- Pending results of sources, and the error of the last attempt.
  tickets jsonb,
  trouble jsonb,
  constraint data_job_rows_pkey primary key (workspace_id, job_id, n)
);

create index data_job_rows_due on data_job_rows (workspace_id, job_id, due_at) where due_at is not null;
create unique index data_job_rows_step on data_job_rows (workspace_id, step) where step is not null and same_as is null;

-- The result of a row. A row with a result is charged.
create table data_job_results (
  workspace_id text not null,
  job_id text not null,
  n integer not null,
  status text not null,
  data json,
  error json,
  credits bigint not null,
  -- Suppression keys that the data does not show, such as the key of a person's email that only the vendor knows.
  marks text[],
  constraint data_job_results_pkey primary key (workspace_id, job_id, n),
  constraint data_job_results_status_check check (status in ('found', 'not_found', 'failed')),
  constraint data_job_results_data_check check ((status = 'found') = (data is not null)),
  constraint data_job_results_error_check check ((status = 'failed') = (error is not null))
);

-- A search that a person saved.
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
