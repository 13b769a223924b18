-- A draft is kept and not published. It may have no targets yet, so it cannot be told from them.
alter table posts add column is_draft boolean not null default false;
update posts p set is_draft = true where exists (
  select from post_targets t
  where t.workspace_id = p.workspace_id and t.post_id = p.id and t.status = 'pending' and t.wake_at is null);
create index posts_drafts on posts (workspace_id, id) where is_draft;

-- A month of a calendar is found in a history of years.
create index posts_time on posts (workspace_id, coalesce(scheduled_at, created_at));

-- The texts of a post and its targets in lower case, as a search reads them.
alter table posts add column search_text text not null default '';
update posts p set search_text = lower(left(concat_ws(E'\n', p.content, (
  select string_agg(t.content, E'\n' order by t.position) from post_targets t
  where t.workspace_id = p.workspace_id and t.post_id = p.id)), 10000));
alter table posts alter column search_text drop default;
