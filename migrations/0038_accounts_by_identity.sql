-- Pushes about a bot or a person reach every account of theirs, whatever entity it acts as.
create index accounts_identity on accounts (platform, external_identity_id);
