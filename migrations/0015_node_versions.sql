-- expand
-- The version of a process: a migration that removes something waits until no older process is left.
alter table nodes add column version text;
