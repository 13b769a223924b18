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
