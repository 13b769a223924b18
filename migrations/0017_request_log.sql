-- expand
-- Requests of a workspace, kept for REQUEST_LOG_DAYS (decision 0075).
create table request_log (
  workspace_id text not null,
  -- Begins with the time of the request.
  request_id text not null,
  -- The day it was stored, by which old rows are deleted.
  day date not null,
  method text not null,
  -- Without the query.
  path text not null,
  operation text,
  status smallint not null,
  ms real not null,
  mode text not null,
  -- The calling key, user or portal link.
  caller_id text not null,
  request_bytes bigint,
  response_bytes bigint,
  -- The id that the client sent.
  client_request_id text,
  -- The response to a failed request, without secrets and without its input.
  error_code text,
  error_body text,
  constraint request_log_pkey primary key (workspace_id, request_id),
  constraint request_log_mode_check check (mode in ('live', 'test'))
);

-- For lists of failed requests, which are few among many.
create index request_log_failed on request_log (workspace_id, request_id) where status >= 400;
create index request_log_by_client_id on request_log (workspace_id, client_request_id) where client_request_id is not null;
create index request_log_age on request_log using brin (day);
