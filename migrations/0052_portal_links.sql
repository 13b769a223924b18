-- How pages for a workspace's own customers look.
create table brandings (
  workspace_id text not null,
  name text,
  color text,
  logo_url text,
  updated_at timestamptz not null,
  constraint brandings_pkey primary key (workspace_id),
  constraint brandings_workspace_fkey foreign key (workspace_id) references workspaces (id)
);

-- Links for a workspace's own customers. Only the hash of a link's token is stored.
create table portal_links (
  workspace_id text not null,
  id text not null,
  hash bytea not null,
  pages text[] not null,
  profile_id text,
  -- The webhook endpoints that it reaches; null for those of the whole workspace.
  webhook_ids text[],
  created_by text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  revoked_at timestamptz,
  constraint portal_links_pkey primary key (workspace_id, id),
  constraint portal_links_hash_key unique (hash),
  constraint portal_links_workspace_fkey foreign key (workspace_id) references workspaces (id),
  constraint portal_links_profile_fkey foreign key (workspace_id, profile_id) references profiles (workspace_id, id) on delete cascade,
  constraint portal_links_pages_check check (pages <> '{}' and pages <@ array['connect', 'webhooks']),
  constraint portal_links_connect_check check (not pages @> array['connect'] or profile_id is not null),
  constraint portal_links_webhooks_check check (not pages @> array['webhooks'] or profile_id is null or webhook_ids is not null)
);
create index portal_links_by_expiry on portal_links (expires_at);
create index portal_links_by_profile on portal_links (workspace_id, profile_id) where profile_id is not null;
