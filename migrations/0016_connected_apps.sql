-- expand
-- Apps that users connect by signing in (OAuth). A connected app is an API key without a secret: tokens lead to it (decision 0070).

-- The app of a key: client, name, host and audience; null for a key with a secret.
alter table api_keys add column app jsonb;

-- Authorization codes, access tokens and refresh tokens, by their hashes. The workspace is unknown when one is presented.
create table oauth_tokens (
  hash bytea not null,
  kind text not null,
  workspace_id text not null,
  key_id text not null,
  -- Set when a code or a refresh token was exchanged. A later use of it ends the access of the app.
  used_at timestamptz,
  expires_at timestamptz not null,
  -- The values that the exchange of a code must match.
  redirect_uri text,
  code_challenge text,
  constraint oauth_tokens_pkey primary key (hash),
  constraint oauth_tokens_kind_check check (kind in ('code', 'access', 'refresh')),
  constraint oauth_tokens_code_check check ((kind = 'code') = (redirect_uri is not null and code_challenge is not null))
);

create index oauth_tokens_by_expiry on oauth_tokens (expires_at);
create index oauth_tokens_by_key on oauth_tokens (workspace_id, key_id);

-- Sign-ins of devices without a browser, until they end (RFC 8628).
create table oauth_device_codes (
  -- Hash of the code that the device polls with.
  hash bytea not null,
  -- The code that the user enters.
  user_code text not null,
  status text not null,
  client text not null,
  permission text not null,
  -- The network that requested it.
  network text not null,
  interval_seconds integer not null,
  polled_at timestamptz,
  -- The key of an allowed sign-in.
  workspace_id text,
  key_id text,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  constraint oauth_device_codes_pkey primary key (hash),
  constraint oauth_device_codes_user_code_key unique (user_code),
  constraint oauth_device_codes_status_check check (status in ('pending', 'allowed', 'denied', 'used')),
  constraint oauth_device_codes_permission_check check (permission in ('read', 'read_write')),
  constraint oauth_device_codes_key_check check ((status in ('allowed', 'used')) = (key_id is not null)),
  constraint oauth_device_codes_workspace_check check ((key_id is null) = (workspace_id is null))
);

create index oauth_device_codes_by_network on oauth_device_codes (network);
create index oauth_device_codes_by_expiry on oauth_device_codes (expires_at);
