-- What a search of conversations reads, in lower case: the other person's names, and the last message.
alter table conversations add column participant_search text not null default '', add column last_search text not null default '';
update conversations c set
  participant_search = lower(concat_ws(E'\n', c.participant ->> 'name', c.participant ->> 'username')),
  last_search = lower(left(coalesce((
    select m.body from messages m where m.workspace_id = c.workspace_id and m.conversation_id = c.id
    order by m.id desc limit 1), ''), 10000));

-- Few conversations are unread: lists and counts of them do not read the others.
create index conversations_unread on conversations (workspace_id, id) where unread_count > 0;
create index reviews_unanswered on reviews (workspace_id, id) where reply_body is null;
-- Whether a comment was answered.
create index comments_own on comments (workspace_id, account_id, parent_external_id) where is_own;
