-- The URL at which users reach a process that serves: commands print it in links.
alter table nodes add column url text;
