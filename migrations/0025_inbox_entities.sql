-- What somebody wrote to is what they are answered as: the account may act as another entity by then.
alter table comments add column entity_external_id text;
alter table conversations add column entity_external_id text;
update comments c set entity_external_id = a.active_external_id from accounts a
where a.workspace_id = c.workspace_id and a.id = c.account_id;
update conversations c set entity_external_id = a.active_external_id from accounts a
where a.workspace_id = c.workspace_id and a.id = c.account_id;
