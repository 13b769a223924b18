-- Conversations by their last message. Most of an inbox is archived in time: the open ones are found without reading the others.
create index conversations_recent on conversations (workspace_id, coalesce(last_message_at, created_at), id);
create index conversations_recent_open on conversations (workspace_id, coalesce(last_message_at, created_at), id)
  where status = 'open';
