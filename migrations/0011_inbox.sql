-- Comments, messages, reviews and metrics of accounts. What arrives twice, by a poll and by a push or by two polls, is one row:
-- each table is unique by the account and the platform's id.

-- How far each feed of an account has been read, and when it is read next.
create table account_feeds (
  workspace_id text not null,
  account_id text not null,
  feed text not null,
  -- Whose feed the cursor belongs to: another active entity is read from the start.
  entity_external_id text,
  cursor text,
  -- Null while the account is not signed in.
  due_at timestamptz(3),
  failures integer not null,
  last_error jsonb,
  read_at timestamptz(3),
  -- Since when a feed's active entity is known: what is older is history, which is kept and not told. Null for the entity that
  -- the account began with, which is known as long as the account is.
  known_since timestamptz(3),
  -- When a read last brought an item: an account with which nothing happens is read less often.
  item_at timestamp(3) with time zone,
  -- The most items of a page after a page could not be read. 0: what cannot be read is passed over. Null: the usual page.
  page_limit integer,
  -- The items that were passed over: how many, when the last one, and why.
  skipped jsonb,
  constraint account_feeds_pkey primary key (workspace_id, account_id, feed),
  constraint account_feeds_account_fkey foreign key (workspace_id, account_id) references accounts (workspace_id, id)
    on delete cascade,
  constraint account_feeds_failures_check check (failures >= 0),
  constraint account_feeds_page_limit_check check (page_limit >= 0)
);

create index account_feeds_due on account_feeds (due_at) where due_at is not null;

-- What platforms push, as it came: the workspace is known only once it is read. Kept for a while after it was dealt with.
create table inbound_pushes (
  id text not null,
  platform text not null,
  body bytea not null,
  headers jsonb not null,
  query jsonb not null,
  received_at timestamptz(3) not null,
  handled_at timestamptz(3),
  -- Platforms send a webhook again when our answer got lost: the same bytes are stored once. Null for pushes of the sandbox.
  digest bytea,
  -- The app that verified the push, and the workspace that it belongs to: {"app_id", "workspace_id"}. Null for pushes that an earlier
  -- version stored: their signature tells the app.
  sender jsonb,
  constraint inbound_pushes_pkey primary key (id)
);

create unique index inbound_pushes_digest on inbound_pushes (platform, digest);

create table comments (
  workspace_id text not null,
  id text not null,
  account_id text not null,
  external_id text not null,
  external_media_id text,
  parent_external_id text,
  author jsonb not null,
  body text,
  is_hidden boolean not null,
  can_reply boolean not null,
  is_own boolean not null,
  occurred_at timestamptz(3),
  -- Kept when it is gone, so that a late copy of it does not bring it back.
  deleted_at timestamptz(3),
  created_at timestamptz(3) not null,
  -- What somebody wrote to is what they are answered as: the account may act as another entity by then.
  entity_external_id text,
  constraint comments_pkey primary key (workspace_id, id),
  constraint comments_account_fkey foreign key (workspace_id, account_id) references accounts (workspace_id, id)
    on delete cascade,
  constraint comments_external_key unique (workspace_id, account_id, external_id)
);

create index comments_account on comments (workspace_id, account_id, id);
create index comments_media on comments (workspace_id, external_media_id, id);
-- Whether a comment was answered.
create index comments_own on comments (workspace_id, account_id, parent_external_id) where is_own;

-- A reply that may have reached the platform. The handle is the same when the caller repeats the call.
create table comment_replies (
  workspace_id text not null,
  comment_id text not null,
  handle text not null,
  body text not null,
  intent_at timestamptz(3) not null,
  external_id text,
  constraint comment_replies_pkey primary key (workspace_id, comment_id, handle),
  constraint comment_replies_comment_fkey foreign key (workspace_id, comment_id) references comments (workspace_id, id)
    on delete cascade
);

create table conversations (
  workspace_id text not null,
  id text not null,
  account_id text not null,
  external_id text not null,
  participant jsonb not null,
  status text not null,
  last_inbound_at timestamptz(3),
  last_message_at timestamptz(3),
  unread_count integer not null,
  created_at timestamptz(3) not null,
  entity_external_id text,
  -- What a search of conversations reads, in lower case: the other person's names, and the last message.
  participant_search text not null default '',
  last_search text not null default '',
  constraint conversations_pkey primary key (workspace_id, id),
  constraint conversations_account_fkey foreign key (workspace_id, account_id) references accounts (workspace_id, id)
    on delete cascade,
  constraint conversations_external_key unique (workspace_id, account_id, external_id),
  constraint conversations_status_check check (status in ('open', 'archived')),
  constraint conversations_unread_check check (unread_count >= 0)
);

create index conversations_account on conversations (workspace_id, account_id, id);
-- Few conversations are unread: lists and counts of them do not read the others.
create index conversations_unread on conversations (workspace_id, id) where unread_count > 0;
-- Conversations by their last message. Most of an inbox is archived in time: the open ones are found without reading the others.
create index conversations_recent on conversations (workspace_id, coalesce(last_message_at, created_at), id);
create index conversations_recent_open on conversations (workspace_id, coalesce(last_message_at, created_at), id)
  where status = 'open';

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

create table messages (
  workspace_id text not null,
  id text not null,
  conversation_id text not null,
  account_id text not null,
  direction text not null,
  -- Null until the platform has given one.
  external_id text,
  status text not null,
  body text,
  attachments jsonb not null,
  sent_via text,
  error jsonb,
  -- The intent to send, committed before the platform is called: from here on it may have been sent.
  intent_at timestamptz(3),
  -- How often the platform was asked whether it was.
  asks integer not null,
  occurred_at timestamptz(3),
  created_at timestamptz(3) not null,
  -- The template that was sent: name, language and parameters, as the caller wrote them.
  template json,
  -- The media asset that a message sends; null for texts and templates.
  media_id text,
  constraint messages_pkey primary key (workspace_id, id),
  constraint messages_conversation_fkey foreign key (workspace_id, conversation_id)
    references conversations (workspace_id, id) on delete cascade,
  constraint messages_external_key unique (workspace_id, account_id, external_id),
  constraint messages_direction_check check (direction in ('inbound', 'outbound')),
  constraint messages_status_check check (status in ('queued', 'sent', 'delivered', 'read', 'failed', 'received')),
  constraint messages_received_check check ((direction = 'inbound') = (status = 'received')),
  constraint messages_sent_check check (status not in ('sent', 'delivered', 'read') or external_id is not null)
);

create index messages_conversation on messages (workspace_id, conversation_id, id);
create index messages_queued on messages (created_at) where status = 'queued';

-- What became of messages that are not known yet: their status came first.
create table message_statuses (
  workspace_id text not null,
  account_id text not null,
  message_external_id text not null,
  status text not null,
  error jsonb,
  received_at timestamptz(3) not null,
  constraint message_statuses_pkey primary key (workspace_id, account_id, message_external_id),
  constraint message_statuses_account_fkey foreign key (workspace_id, account_id) references accounts (workspace_id, id)
    on delete cascade
);

create index message_statuses_received on message_statuses (received_at);

create table reviews (
  workspace_id text not null,
  id text not null,
  account_id text not null,
  external_id text not null,
  entity_external_id text,
  author jsonb not null,
  rating double precision,
  body text,
  reply_body text,
  reply_at timestamptz(3),
  occurred_at timestamptz(3),
  created_at timestamptz(3) not null,
  constraint reviews_pkey primary key (workspace_id, id),
  constraint reviews_account_fkey foreign key (workspace_id, account_id) references accounts (workspace_id, id)
    on delete cascade,
  constraint reviews_external_key unique (workspace_id, account_id, external_id),
  constraint reviews_reply_check check ((reply_body is null) = (reply_at is null))
);

create index reviews_account on reviews (workspace_id, account_id, id);
create index reviews_unanswered on reviews (workspace_id, id) where reply_body is null;

-- A day without a figure has no row.
create table account_metrics (
  workspace_id text not null,
  account_id text not null,
  entity_external_id text not null,
  metric text not null,
  day date not null,
  value double precision not null,
  constraint account_metrics_pkey primary key (workspace_id, account_id, entity_external_id, metric, day),
  constraint account_metrics_account_fkey foreign key (workspace_id, account_id) references accounts (workspace_id, id)
    on delete cascade
);

-- The last figures of each post, by its name on the platform.
create table post_metrics (
  workspace_id text not null,
  account_id text not null,
  external_id text not null,
  -- Null until the platform has told any; a post that is gone keeps its last.
  metrics jsonb,
  as_of timestamptz(3),
  asked_at timestamptz(3) not null,
  constraint post_metrics_pkey primary key (workspace_id, account_id, external_id),
  constraint post_metrics_account_fkey foreign key (workspace_id, account_id) references accounts (workspace_id, id)
    on delete cascade,
  constraint post_metrics_as_of_check check ((metrics is null) = (as_of is null))
);

create table templates (
  workspace_id text not null,
  id text not null,
  account_id text not null,
  external_id text not null,
  name text not null,
  language text not null,
  category text not null,
  components json not null,
  status text not null,
  rejection_reason text,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  constraint templates_pkey primary key (workspace_id, id),
  constraint templates_account_fkey foreign key (workspace_id, account_id) references accounts (workspace_id, id)
    on delete cascade,
  constraint templates_external_key unique (workspace_id, account_id, external_id),
  constraint templates_status_check check (
    status in ('pending', 'approved', 'rejected', 'paused', 'disabled', 'in_appeal', 'deleted'))
);

create index templates_account on templates (workspace_id, account_id, id);
