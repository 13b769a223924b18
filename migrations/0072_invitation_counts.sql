-- Invitations that were sent by mail in the last day: of a workspace, of an inviter, to a recipient, and of all. The subject is hashed.
create table invitation_counts (
  subject bytea not null,
  count integer not null,
  started_at timestamptz not null,
  constraint invitation_counts_pkey primary key (subject)
);
create index invitation_counts_by_time on invitation_counts (started_at);
