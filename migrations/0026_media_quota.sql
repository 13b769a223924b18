-- What the media of a workspace take up. Kept by triggers, so that it is right in every transaction and whoever writes.
create table media_usage (
  workspace_id text not null,
  bytes bigint not null,
  constraint media_usage_pkey primary key (workspace_id),
  constraint media_usage_bytes_check check (bytes >= 0)
);

-- What is being written, or is still to be removed, counts as well: bytes says how much, media_id for which asset.
alter table media_leftovers add column media_id text;
alter table media_leftovers add column bytes bigint not null default 0;
create index media_leftovers_of on media_leftovers (workspace_id, media_id);

create function media_count(p_workspace text, p_bytes bigint) returns void language plpgsql as $$
begin
  update media_usage set bytes = bytes + p_bytes where workspace_id = p_workspace;
  if not found then
    insert into media_usage as u (workspace_id, bytes) values (p_workspace, p_bytes)
    on conflict (workspace_id) do update set bytes = u.bytes + excluded.bytes;
  end if;
end $$;

-- An asset counts 4096 bytes beside its file: a row costs room too, also when its file never came.
create function media_count_asset() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform media_count(new.workspace_id, 4096 + coalesce(new.bytes_size, 0));
  elsif tg_op = 'DELETE' then
    perform media_count(old.workspace_id, -4096 - coalesce(old.bytes_size, 0));
  elsif old.bytes_size is distinct from new.bytes_size then
    perform media_count(new.workspace_id, coalesce(new.bytes_size, 0) - coalesce(old.bytes_size, 0));
  end if;
  return null;
end $$;

create function media_count_leftover() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform media_count(new.workspace_id, new.bytes);
  elsif tg_op = 'DELETE' then
    perform media_count(old.workspace_id, -old.bytes);
  elsif old.bytes <> new.bytes then
    perform media_count(new.workspace_id, new.bytes - old.bytes);
  end if;
  return null;
end $$;

create trigger media_assets_counted after insert or delete or update of bytes_size on media_assets
  for each row execute function media_count_asset();
create trigger media_leftovers_counted after insert or delete or update of bytes on media_leftovers
  for each row execute function media_count_leftover();

-- After the triggers, which lock out writers until the end of this migration: nothing is missed and nothing counted twice.
insert into media_usage (workspace_id, bytes)
select workspace_id, sum(4096 + coalesce(bytes_size, 0)) from media_assets group by workspace_id;
