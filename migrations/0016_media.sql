-- Media assets: files fetched from a URL into storage, described by what was found in them.
create table media_assets (
  workspace_id text not null,
  id text not null,
  -- The profiles of the key that brought it in; empty when that key reaches the whole workspace.
  profile_ids text[] not null,
  status text not null,
  source_url text not null,
  storage_key text,
  mime text,
  bytes_size bigint,
  width integer,
  height integer,
  duration_s double precision,
  checksum text,
  validation jsonb not null,
  -- When it was brought in or last let go of: what nobody needs for long is deleted.
  used_at timestamptz(3) not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  constraint media_assets_pkey primary key (workspace_id, id),
  constraint media_assets_workspace_fkey foreign key (workspace_id) references workspaces (id),
  constraint media_assets_status_check check (status in ('pending', 'fetching', 'ready', 'failed')),
  constraint media_assets_ready_check check (
    (status = 'ready') = (storage_key is not null)
    and (status <> 'ready' or (mime is not null and bytes_size is not null and checksum is not null))
  )
);

create index media_assets_used on media_assets (workspace_id, used_at);
create index media_assets_unfetched on media_assets (updated_at) where status in ('pending', 'fetching');

-- Who needs an asset, such as a post that is not published yet. While there is one, the asset stays.
create table media_uses (
  workspace_id text not null,
  media_id text not null,
  used_by text not null,
  constraint media_uses_pkey primary key (workspace_id, media_id, used_by),
  constraint media_uses_media_fkey foreign key (workspace_id, media_id) references media_assets (workspace_id, id)
);

create index media_uses_by on media_uses (workspace_id, used_by);

-- Keys in storage that no asset refers to: not yet, because they are being written, or no longer. What is still here after
-- its time is removed from storage, so that neither a killed worker nor a deleted asset leaves a file behind.
create table media_leftovers (
  workspace_id text not null,
  storage_key text not null,
  remove_at timestamptz(3) not null,
  constraint media_leftovers_pkey primary key (workspace_id, storage_key)
);

create index media_leftovers_due on media_leftovers (remove_at);
