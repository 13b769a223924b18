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

-- Up to which version of the directory its people have been looked at for how their domain makes addresses.
create table mail_lessons (
  domain text not null,
  version bigint not null,
  constraint mail_lessons_pkey primary key (domain)
);
