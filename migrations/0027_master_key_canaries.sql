-- A value sealed with each master key that was ever the current one: a key that does not open them all is the wrong one. In a
-- database of an earlier version the newest sealed values stand in for them.
create table master_key_canaries (
  purpose text constraint master_key_canaries_pkey primary key,
  sealed text not null,
  created_at timestamptz(3) not null default now()
);

insert into master_key_canaries (purpose, sealed)
select 'webhook ' || workspace_id || ' ' || id, secret from webhook_endpoints order by created_at desc limit 1;

insert into master_key_canaries (purpose, sealed)
select 'account_grants.tokens:' || account_id, tokens from account_grants order by updated_at desc limit 1;
