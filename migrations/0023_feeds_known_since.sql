-- Since when a feed's active entity is known: what is older is history, which is kept and not told. Null for the entity that
-- the account began with, which is known as long as the account is.
alter table account_feeds add column known_since timestamptz(3);
