-- An attempt is written as started and updated a moment later. With room on its page the update writes no index entries.
alter table post_attempts set (fillfactor = 70);
