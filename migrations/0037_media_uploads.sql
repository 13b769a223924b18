-- A file that the caller sends to an address of its own: where it is put, and how long it is. Null where it is fetched.
alter table media_assets add column upload_key text;
alter table media_assets add column upload_bytes bigint;
alter table media_assets add constraint media_assets_upload_check check ((upload_key is null) = (upload_bytes is null));
