-- The app that verified the push, and the workspace that it belongs to: {"app_id", "workspace_id"}. Null for pushes that an earlier
-- version stored: their signature tells the app.
alter table inbound_pushes add column sender jsonb;
