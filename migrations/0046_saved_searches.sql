-- Questions that people keep to ask again.
create table saved_searches (
  workspace_id text not null,
  id text not null,
  name text not null,
  action text not null,
  query text not null,
  filters json,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint saved_searches_pkey primary key (workspace_id, id),
  constraint saved_searches_workspace_fkey foreign key (workspace_id) references workspaces (id)
);
