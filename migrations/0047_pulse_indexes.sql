-- What the badges of the portal count, every few seconds.
create index post_targets_failed on post_targets (workspace_id, updated_at) where status in ('failed', 'unconfirmed');
create index data_jobs_unfinished on data_jobs (workspace_id) where finished_at is null;
create index webhook_deliveries_dead on webhook_deliveries (workspace_id) where status = 'dead';
