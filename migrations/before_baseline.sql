-- Changes the tables of the last development version into those of the baseline (0001 to 0012).

alter table post_targets rename column armed_at to intent_at;
alter table post_targets rename column turn to generation;
alter table post_targets rename constraint post_targets_armed_check to post_targets_intent_check;
alter table post_first_comments rename column armed_at to intent_at;
alter table post_first_comments rename column turn to generation;
alter table comment_replies rename column armed_at to intent_at;
alter table messages rename column armed_at to intent_at;

alter table jobs rename column turn to position_at;
alter table jobs rename constraint jobs_turn_check to jobs_position_check;
update jobs set payload = payload - 'turn' || jsonb_build_object('generation', payload -> 'turn') where payload ? 'turn';

alter table jobs drop constraint jobs_pkey;
alter table jobs add constraint jobs_pkey primary key (workspace_id, id);
drop index jobs_waiting;
drop index jobs_backlog;
drop index jobs_running;
drop index jobs_turns;
drop index jobs_dead;
drop index jobs_one_per_key;
drop index jobs_dedupe;
create index jobs_waiting on jobs (job, priority, run_at, id) where state = 'waiting';
create index jobs_backlog on jobs (job, workspace_id, remote, priority, run_at, id) where state = 'backlogged';
create index jobs_running on jobs (id) where state = 'running';
create index jobs_by_key on jobs (workspace_id, key, position_at, id) where key is not null and state <> 'dead';
create index jobs_dead on jobs (job, id) where state = 'dead';
create unique index jobs_one_per_key on jobs (workspace_id, key) where key is not null and state = 'running';
create unique index jobs_dedupe on jobs (workspace_id, job, dedupe) where dedupe is not null and state <> 'dead';
alter table jobs drop column lane;

alter table webhook_deliveries drop constraint webhook_deliveries_pkey;
alter table webhook_deliveries add constraint webhook_deliveries_pkey primary key (workspace_id, id);
drop index webhook_deliveries_due;
create index webhook_deliveries_due on webhook_deliveries (endpoint_id, next_attempt_at, event_id)
  where next_attempt_at is not null;
alter table webhook_deliveries drop column lane;

delete from nodes where lease_ends_at is null;
alter table nodes alter column lease_ends_at set not null;
