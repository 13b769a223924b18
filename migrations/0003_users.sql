-- People who sign in, their sessions and memberships.

-- A person who signs in. Users belong to no workspace: a membership connects a user with a workspace.
create table users (
  id text not null,
  email text not null,
  name text not null,
  -- Null for users who sign in only by other methods.
  password_hash text,
  is_operator boolean not null default false,
  -- Set by a link that was sent to the address, by the set-up link of the first operator, or by the single sign-on provider.
  email_verified_at timestamptz,
  -- Sealed. Required at sign-in once it is confirmed with a code.
  totp_secret text,
  totp_confirmed_at timestamptz,
  -- Time step of the last used code: each code works once.
  totp_last_step bigint,
  locale text,
  time_zone text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint users_pkey primary key (id)
);

create unique index users_email_key on users (lower(email));

-- A browser in which a user is signed in.
create table sessions (
  -- SHA-256 of the cookie's value.
  hash bytea not null,
  id text not null,
  user_id text not null,
  -- Sign-in method: password, passkey, link or oidc.
  method text not null,
  -- The password was correct; the second factor is missing.
  is_pending_totp boolean not null,
  ip text not null,
  user_agent text not null,
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  expires_at timestamptz not null,
  -- When the user last proved their identity, at sign-in or later.
  sudo_at timestamptz not null,
  constraint sessions_pkey primary key (hash),
  constraint sessions_id_key unique (id),
  constraint sessions_user_fkey foreign key (user_id) references users (id) on delete cascade
);

create index sessions_by_user on sessions (user_id, id);
create index sessions_by_expiry on sessions (expires_at);

-- A passkey (WebAuthn credential) of a user.
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

-- A code that replaces the second factor once.
create table recovery_codes (
  user_id text not null,
  hash bytea not null,
  used_at timestamptz,
  constraint recovery_codes_pkey primary key (user_id, hash),
  constraint recovery_codes_user_fkey foreign key (user_id) references users (id) on delete cascade
);

-- A user's account at a single sign-on provider.
create table user_identities (
  issuer text not null,
  subject text not null,
  user_id text not null,
  created_at timestamptz not null,
  constraint user_identities_pkey primary key (issuer, subject),
  constraint user_identities_user_fkey foreign key (user_id) references users (id) on delete cascade
);

create index user_identities_by_user on user_identities (user_id);

-- A user's access to a workspace.
create table memberships (
  workspace_id text not null,
  user_id text not null,
  role text not null,
  -- Null for all profiles.
  profile_ids text[],
  created_at timestamptz not null,
  -- In this workspace a proof of identity is valid only if it is newer. Null for the user who opened the workspace.
  sudo_after timestamptz,
  constraint memberships_pkey primary key (workspace_id, user_id),
  constraint memberships_workspace_fkey foreign key (workspace_id) references workspaces (id),
  constraint memberships_user_fkey foreign key (user_id) references users (id) on delete cascade,
  constraint memberships_role_check check (role in ('viewer', 'member', 'owner')),
  constraint memberships_owner_check check (role <> 'owner' or profile_ids is null)
);

create index memberships_by_user on memberships (user_id);

-- An invitation of an email address to a workspace.
create table invitations (
  workspace_id text not null,
  id text not null,
  email text not null,
  role text not null,
  profile_ids text[],
  -- Email address of the inviting owner, or name of the operator.
  invited_by text not null,
  -- The inviting owner; null for the operator.
  created_by text,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  accepted_at timestamptz,
  revoked_at timestamptz,
  constraint invitations_pkey primary key (workspace_id, id),
  constraint invitations_workspace_fkey foreign key (workspace_id) references workspaces (id),
  constraint invitations_role_check check (role in ('viewer', 'member', 'owner')),
  constraint invitations_owner_check check (role <> 'owner' or profile_ids is null)
);

-- An address has one open invitation. A new one replaces it.
create unique index invitations_open_key on invitations (workspace_id, lower(email))
  where accepted_at is null and revoked_at is null;

-- Number of invitations that were mailed in a day: by one workspace, by one inviter, to one recipient, or by the whole server.
-- The subject is the SHA-256 of which one it is.
create table invitation_counts (
  subject bytea not null,
  count integer not null,
  -- Time of the first invitation of the day.
  started_at timestamptz not null,
  constraint invitation_counts_pkey primary key (subject)
);

create index invitation_counts_by_time on invitation_counts (started_at);

-- A link that works once.
create table link_tokens (
  -- Hash of the link's token. The token itself is not stored.
  hash bytea not null,
  kind text not null,
  user_id text,
  workspace_id text,
  invitation_id text,
  -- False for a link that an operator hands over: it lets the user sign in again, and does not verify the address.
  is_mailed boolean not null default true,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  constraint link_tokens_pkey primary key (hash),
  constraint link_tokens_kind_check check (kind in ('set_up', 'invitation', 'magic', 'reset')),
  constraint link_tokens_user_fkey foreign key (user_id) references users (id) on delete cascade
);

create index link_tokens_by_expiry on link_tokens (expires_at);
create index link_tokens_by_user on link_tokens (user_id);

-- Number of failed sign-ins with one email address or from one network address. The subject is the SHA-256 of the address.
create table sign_in_attempts (
  subject bytea not null,
  failures integer not null,
  blocked_until timestamptz not null,
  updated_at timestamptz not null,
  constraint sign_in_attempts_pkey primary key (subject)
);

create index sign_in_attempts_by_time on sign_in_attempts (updated_at);

-- A passkey challenge that was used, so that its response works once.
create table used_challenges (
  hash bytea not null,
  expires_at timestamptz not null,
  constraint used_challenges_pkey primary key (hash)
);

-- A membership that was created before the user's email address was verified. It waits until the owner of the address takes it
-- over or discards it (decision 0060).
create table quarantined_memberships (
  workspace_id text not null,
  user_id text not null,
  role text not null,
  profile_ids text[],
  -- True if the whole workspace is closed until the decision; false if only the membership waits.
  is_frozen boolean not null,
  -- The user opened the workspace. Restored when the workspace is taken over.
  is_creator boolean not null,
  -- Keys that were made under the membership and revoked with it.
  key_ids text[] not null,
  quarantined_at timestamptz not null,
  constraint quarantined_memberships_pkey primary key (workspace_id, user_id),
  constraint quarantined_memberships_role_check check (role in ('viewer', 'member', 'owner')),
  constraint quarantined_memberships_user_fkey foreign key (user_id) references users (id) on delete cascade,
  constraint quarantined_memberships_workspace_fkey foreign key (workspace_id) references workspaces (id)
);

create index quarantined_memberships_by_user on quarantined_memberships (user_id, workspace_id);
