-- expand
-- What workspaces bought (decision 0074). A row is inserted in the transaction that charges the call, so there is none without a
-- charge.
create table purchases (
  workspace_id text not null,
  id text not null,
  action text not null,
  -- Half of a hash of the datum, by which a repeat is recognised.
  subject bytea not null,
  -- The question in words, and as it was sent.
  query text not null,
  question json not null,
  -- What was found, as one line; null for lists.
  title text,
  items integer not null,
  -- Null for a page of the directory and for a data job, which keep their results themselves.
  data json,
  -- Ids of the directory's people, separated by spaces: an array costs more to read than all other columns.
  people text not null,
  -- Suppression keys of the one subject; null for lists.
  marks text[],
  -- The job whose results were bought.
  job_id text,
  hold_id text not null,
  request_id text not null,
  key_id text not null,
  credits bigint not null,
  bought_at timestamptz(3) not null,
  constraint purchases_pkey primary key (workspace_id, id),
  constraint purchases_credits_check check (credits > 0),
  constraint purchases_items_check check (items > 0)
);

create index purchases_subject on purchases (workspace_id, subject);
create index purchases_age on purchases using brin (bought_at);
