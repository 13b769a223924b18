-- When a read last brought an item: an account with which nothing happens is read less often.
alter table account_feeds add column item_at timestamp(3) with time zone;
-- The most items of a page after a page could not be read. 0: what cannot be read is passed over. Null: the usual page.
alter table account_feeds add column page_limit integer;
alter table account_feeds add constraint account_feeds_page_limit_check check (page_limit >= 0);
-- The items that were passed over: how many, when the last one, and why.
alter table account_feeds add column skipped jsonb;
