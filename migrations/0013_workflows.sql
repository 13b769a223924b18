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
