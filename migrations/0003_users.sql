-- People who sign in, their sessions and memberships.

-- People, their sessions and their memberships. Users belong to no workspace: they join any number of them.
create table users (
  id text not null,
  email text not null,
  name text not null,
  -- Null for people who sign in in another way only.
  password_hash text,
  is_operator boolean not null default false,
  -- Set by a link that was sent to the address, by an operator's link, or by the single sign-on provider.
  email_verified_at timestamptz,
  -- Sealed. It counts once it is confirmed with a code.
  totp_secret text,
  totp_confirmed_at timestamptz,
  -- The last time step whose code was used: a code works once.
  totp_last_step bigint,
  locale text,
  time_zone text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint users_pkey primary key (id)
);

create unique index users_email_key on users (lower(email));

create table sessions (
  -- SHA-256 of the cookie's value.
  hash bytea not null,
  id text not null,
  user_id text not null,
  -- How the user signed in: password, passkey, link, oidc.
  method text not null,
  -- The password was right, the second factor is still to come.
  is_pending_totp boolean not null,
  ip text not null,
  user_agent text not null,
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  expires_at timestamptz not null,
  -- When the user last proved who they are: at sign-in or since.
  sudo_at timestamptz not null,
  constraint sessions_pkey primary key (hash),
  constraint sessions_id_key unique (id),
  constraint sessions_user_fkey foreign key (user_id) references users (id) on delete cascade
);

create index sessions_by_user on sessions (user_id, id);
create index sessions_by_expiry on sessions (expires_at);

create table passkeys (
  user_id text not null,
  id text not null,
  credential_id bytea not null,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null,
  name text not null,
  created_at timestamptz not null,
  last_used_at timestamptz,
  constraint passkeys_pkey primary key (user_id, id),
  constraint passkeys_credential_key unique (credential_id),
  constraint passkeys_user_fkey foreign key (user_id) references users (id) on delete cascade
);

create table recovery_codes (
  user_id text not null,
  hash bytea not null,
  used_at timestamptz,
  constraint recovery_codes_pkey primary key (user_id, hash),
  constraint recovery_codes_user_fkey foreign key (user_id) references users (id) on delete cascade
);

create table user_identities (
  issuer text not null,
  subject text not null,
  user_id text not null,
  created_at timestamptz not null,
  constraint user_identities_pkey primary key (issuer, subject),
  constraint user_identities_user_fkey foreign key (user_id) references users (id) on delete cascade
);

create index user_identities_by_user on user_identities (user_id);

create table memberships (
  workspace_id text not null,
  user_id text not null,
  role text not null,
  -- Null for the whole workspace.
  profile_ids text[],
  created_at timestamptz not null,
  -- A proof of identity counts in the workspace only when it is newer than this; null for those who opened the workspace.
  sudo_after timestamptz,
  constraint memberships_pkey primary key (workspace_id, user_id),
  constraint memberships_workspace_fkey foreign key (workspace_id) references workspaces (id),
  constraint memberships_user_fkey foreign key (user_id) references users (id) on delete cascade,
  constraint memberships_role_check check (role in ('viewer', 'member', 'owner')),
  constraint memberships_owner_check check (role <> 'owner' or profile_ids is null)
);

create index memberships_by_user on memberships (user_id);

create table invitations (
  workspace_id text not null,
  id text not null,
  email text not null,
  role text not null,
  profile_ids text[],
  invited_by text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  accepted_at timestamptz,
  revoked_at timestamptz,
  created_by text,
  constraint invitations_pkey primary key (workspace_id, id),
  constraint invitations_workspace_fkey foreign key (workspace_id) references workspaces (id),
  constraint invitations_role_check check (role in ('viewer', 'member', 'owner')),
  constraint invitations_owner_check check (role <> 'owner' or profile_ids is null)
);

-- One open invitation for each address: another one replaces it.
create unique index invitations_open_key on invitations (workspace_id, lower(email))
  where accepted_at is null and revoked_at is null;

-- Invitations that were sent by mail in the last day: of a workspace, of an inviter, to a recipient, and of all. The subject is hashed.
create table invitation_counts (
  subject bytea not null,
  count integer not null,
  started_at timestamptz not null,
  constraint invitation_counts_pkey primary key (subject)
);

create index invitation_counts_by_time on invitation_counts (started_at);

-- Links that work once. Only the hash of a link's token is stored.
create table link_tokens (
  hash bytea not null,
  kind text not null,
  user_id text,
  workspace_id text,
  invitation_id text,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  -- A link that an operator hands over lets its user in again, and proves no address.
  is_mailed boolean not null default true,
  constraint link_tokens_pkey primary key (hash),
  constraint link_tokens_kind_check check (kind in ('set_up', 'invitation', 'magic', 'reset')),
  constraint link_tokens_user_fkey foreign key (user_id) references users (id) on delete cascade
);

create index link_tokens_by_expiry on link_tokens (expires_at);
create index link_tokens_by_user on link_tokens (user_id);

-- Failed sign-ins of an email address or of a network address, both as SHA-256.
create table sign_in_attempts (
  subject bytea not null,
  failures integer not null,
  blocked_until timestamptz not null,
  updated_at timestamptz not null,
  constraint sign_in_attempts_pkey primary key (subject)
);

create index sign_in_attempts_by_time on sign_in_attempts (updated_at);

-- Challenges of passkeys that were answered, so that an answer works once.
create table used_challenges (
  hash bytea not null,
  expires_at timestamptz not null,
  constraint used_challenges_pkey primary key (hash)
);

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
  constraint quarantined_memberships_role_check check (role in ('viewer', 'member', 'owner')),
  constraint quarantined_memberships_user_fkey foreign key (user_id) references users (id) on delete cascade,
  constraint quarantined_memberships_workspace_fkey foreign key (workspace_id) references workspaces (id)
);

create index quarantined_memberships_by_user on quarantined_memberships (user_id, workspace_id);
