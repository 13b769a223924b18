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
