-- The demo data of a workspace: the profile that everything in it belongs to, and its people on the sandbox.
create table demo_data (
  workspace_id text not null,
  profile_id text not null,
  people text[] not null,
  stage text not null,
  created_at timestamptz not null,
  constraint demo_data_pkey primary key (workspace_id),
  constraint demo_data_profile_fkey foreign key (workspace_id, profile_id)
    references profiles (workspace_id, id) on delete cascade,
  constraint demo_data_stage_check check (stage in ('profile', 'posts', 'ready'))
);
