-- The sandbox: a small social network inside the server, one for each workspace. It plays the platform's part, so nothing
-- here refers to accounts or posts of ours, only to what a platform would know.

create table sandbox_users (
  workspace_id text not null,
  id text not null,
  username text not null,
  token_seconds integer not null,
  can_refresh boolean not null,
  created_at timestamptz(3) not null,
  constraint sandbox_users_pkey primary key (workspace_id, id),
  constraint sandbox_users_workspace_fkey foreign key (workspace_id) references workspaces (id),
  constraint sandbox_users_username_key unique (workspace_id, username)
);

create table sandbox_entities (
  workspace_id text not null,
  id text not null,
  user_id text not null,
  kind text not null,
  name text not null,
  grants text[] not null,
  created_at timestamptz(3) not null,
  constraint sandbox_entities_pkey primary key (workspace_id, id),
  constraint sandbox_entities_user_fkey foreign key (workspace_id, user_id) references sandbox_users (workspace_id, id)
);
create index sandbox_entities_user on sandbox_entities (workspace_id, user_id);

-- Codes, access and refresh tokens, by their hash alone. A code and a refresh token are deleted by whoever uses them.
create table sandbox_tokens (
  workspace_id text not null,
  hash bytea not null,
  user_id text not null,
  kind text not null,
  code_challenge text,
  redirect_uri text,
  expires_at timestamptz(3) not null,
  constraint sandbox_tokens_pkey primary key (workspace_id, hash),
  constraint sandbox_tokens_user_fkey foreign key (workspace_id, user_id) references sandbox_users (workspace_id, id),
  constraint sandbox_tokens_kind_check check (kind in ('code', 'access', 'refresh'))
);
create index sandbox_tokens_user on sandbox_tokens (workspace_id, user_id);

-- A sign-in page that was asked for and not answered yet.
create table sandbox_authorizations (
  workspace_id text not null,
  id text not null,
  redirect_uri text not null,
  code_challenge text not null,
  expires_at timestamptz(3) not null,
  constraint sandbox_authorizations_pkey primary key (workspace_id, id)
);

create table sandbox_posts (
  workspace_id text not null,
  id text not null,
  entity_id text not null,
  handle text not null,
  -- False once the network has forgotten the handle: it then takes a repeat for a new post, as real ones do after a while.
  is_handle_known boolean not null,
  body text not null,
  media text[] not null,
  options jsonb not null,
  status text not null,
  -- So many more questions are answered with `processing`.
  asks_left integer not null,
  created_at timestamptz(3) not null,
  constraint sandbox_posts_pkey primary key (workspace_id, id),
  constraint sandbox_posts_entity_fkey foreign key (workspace_id, entity_id)
    references sandbox_entities (workspace_id, id),
  constraint sandbox_posts_status_check check (status in ('live', 'processing', 'deleted'))
);
create unique index sandbox_posts_handle_key on sandbox_posts (workspace_id, entity_id, handle) where is_handle_known;
create index sandbox_posts_handle on sandbox_posts (workspace_id, entity_id, handle);

-- Comments, messages and their statuses, reviews, templates, numbers: what an entity's feed tells, in the order of seq. A
-- change gives an item a new seq, so that whoever follows the feed sees it again.
create table sandbox_items (
  workspace_id text not null,
  id text not null,
  entity_id text not null,
  kind text not null,
  handle text,
  data jsonb not null,
  seq bigint generated always as identity,
  created_at timestamptz(3) not null,
  constraint sandbox_items_pkey primary key (workspace_id, id),
  constraint sandbox_items_entity_fkey foreign key (workspace_id, entity_id)
    references sandbox_entities (workspace_id, id),
  constraint sandbox_items_handle_key unique (workspace_id, entity_id, kind, handle)
);
create index sandbox_items_feed on sandbox_items (workspace_id, entity_id, kind, seq);

-- What shall go wrong. A row without a count goes on until it is deleted.
create table sandbox_faults (
  workspace_id text not null,
  id text not null,
  operation text not null,
  fault text not null,
  username text,
  times_left integer,
  created_at timestamptz(3) not null,
  constraint sandbox_faults_pkey primary key (workspace_id, id),
  constraint sandbox_faults_workspace_fkey foreign key (workspace_id) references workspaces (id),
  constraint sandbox_faults_times_check check (times_left > 0)
);

-- Faults that a post brought with it happen once: this remembers which did.
create table sandbox_fault_uses (
  workspace_id text not null,
  key text not null,
  constraint sandbox_fault_uses_pkey primary key (workspace_id, key)
);
