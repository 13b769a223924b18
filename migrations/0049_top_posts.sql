-- The posts that were published in a range of time.
create index post_targets_published on post_targets (workspace_id, published_at) where published_at is not null;
