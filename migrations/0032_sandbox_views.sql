-- The part of an address that cannot be guessed: with it a post, or the inbox of a page, can be looked at without a key.
alter table sandbox_posts add column view_key uuid not null default gen_random_uuid();
alter table sandbox_entities add column view_key uuid not null default gen_random_uuid();
create unique index sandbox_posts_view_key on sandbox_posts (view_key);
create unique index sandbox_entities_view_key on sandbox_entities (view_key);
