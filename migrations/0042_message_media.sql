-- The media asset that a message sends; null for texts and templates.
alter table messages add column media_id text;
