-- A platform may know a conversation by another id than the one we asked for: the number that was dialled is not always the id
-- of the person. The earlier id leads to the same conversation.
create table conversation_aliases (
  workspace_id text not null,
  account_id text not null,
  external_id text not null,
  conversation_id text not null,
  constraint conversation_aliases_pkey primary key (workspace_id, account_id, external_id),
  constraint conversation_aliases_conversation_fkey foreign key (workspace_id, conversation_id)
    references conversations (workspace_id, id) on delete cascade
);
create index conversation_aliases_conversation on conversation_aliases (workspace_id, conversation_id);

-- Pushes about a business account reach the accounts of all its phone numbers.
create index account_entities_parent on account_entities (parent_external_id) where parent_external_id is not null;
