-- Which key minted a key: what an owner looks for after a key was stolen. Null for those that the operator made.
alter table api_keys add column minted_by text;

-- Counted before each new key.
create index api_keys_unrevoked on api_keys (workspace_id) where revoked_at is null;
