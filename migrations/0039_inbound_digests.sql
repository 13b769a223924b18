-- Platforms send a webhook again when our answer got lost: the same bytes are stored once. Null for pushes of the sandbox.
alter table inbound_pushes add column digest bytea;
create unique index inbound_pushes_digest on inbound_pushes (platform, digest);
