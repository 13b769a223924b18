-- Workspaces whose credits left are below the threshold, from the event about it until credits are added.
create table low_balances (
  workspace_id text not null,
  since timestamptz(3) not null,
  constraint low_balances_pkey primary key (workspace_id),
  constraint low_balances_workspace_fkey foreign key (workspace_id) references workspaces (id)
);
