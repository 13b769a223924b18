-- Jobs that were due while their workspace had its share of the slots leave the index of the waiting ones, so that claims
-- find the jobs of other workspaces without reading past them.
alter table jobs add column remote integer not null default 0;
alter table jobs drop constraint jobs_state_check;
alter table jobs add constraint jobs_state_check check (state in ('waiting', 'backlogged', 'parked', 'running', 'dead'));
create index jobs_backlog on jobs (lane, job, workspace_id, remote, priority, run_at, id) where state = 'backlogged';
