-- The apps that the operator (workspace_id '') and workspaces have registered with platforms. A row never changes: another one
-- replaces it, and accounts keep the app that they signed in with.
create table platform_apps (
  workspace_id text not null,
  id text not null,
  platform text not null,
  credentials text not null,
  created_at timestamptz not null,
  ended_at timestamptz,
  constraint platform_apps_pkey primary key (workspace_id, id)
);
create unique index platform_apps_current on platform_apps (workspace_id, platform) where ended_at is null;
create unique index platform_apps_id on platform_apps (id);

-- Null for the app in the server's environment.
alter table connections add column app_id text;
alter table account_grants add column app_id text;
