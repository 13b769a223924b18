-- What was made under an address before its owner proved it waits for their decision (decision 0060).
create table quarantined_memberships (
  workspace_id text not null,
  user_id text not null,
  role text not null,
  profile_ids text[],
  -- The whole workspace is closed until then; else the membership alone waits.
  is_frozen boolean not null,
  -- The workspace counts as opened by the user again once it is taken over.
  is_creator boolean not null,
  -- Keys that were made under the membership, and were revoked with it.
  key_ids text[] not null,
  quarantined_at timestamptz not null,
  constraint quarantined_memberships_pkey primary key (workspace_id, user_id),
  constraint quarantined_memberships_role_check check (role in ('viewer', 'member', 'owner'))
);
alter table quarantined_memberships
  add constraint quarantined_memberships_user_fkey foreign key (user_id) references users (id) on delete cascade;
alter table quarantined_memberships
  add constraint quarantined_memberships_workspace_fkey foreign key (workspace_id) references workspaces (id);
create index quarantined_memberships_by_user on quarantined_memberships (user_id, workspace_id);

-- Closed, and waiting for the decision of a person: operators do not reopen it.
alter table workspaces add column quarantined_at timestamptz;

-- A link that an operator hands over lets its user in again, and proves no address.
alter table link_tokens add column is_mailed boolean not null default true;
