-- What a target is sent as is written down with the intent: the account may act as another entity before the outcome is known.
alter table post_targets add column entity_external_id text;

-- Versions of grants are never used twice, not even by an account that was disconnected and signed in again: a call that
-- still holds tokens of the sign-in before finds another version.
create sequence account_grant_versions;
select setval('account_grant_versions', coalesce(max(version), 0) + 1) from account_grants;
alter table account_grants alter column version type bigint;
alter table account_grants alter column version set default nextval('account_grant_versions');

-- What has ended is swept, by its time.
create index sandbox_tokens_expiry on sandbox_tokens (expires_at);
alter table sandbox_fault_uses add column used_at timestamptz(3) not null default now();
