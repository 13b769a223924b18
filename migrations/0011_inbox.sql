-- Comments, messages, reviews and metrics of accounts. An item may arrive twice, by a poll and a push or by two polls. Each table
-- is unique by the account and the platform's id, so the item is stored once.

-- The position in one feed of an account, and the time of its next read.
create table account_feeds (
  workspace_id text not null,
  account_id text not null,
  feed text not null,
  -- Entity that the cursor belongs to. The feed of another active entity is read from the start.
  entity_external_id text,
  cursor text,
  -- When the account first acted as its current entity; null for the entity that it was connected with. Older items are stored
  -- without events.
  known_since timestamptz(3),
  -- Time of the next read; null while the account is not signed in.
  due_at timestamptz(3),
  read_at timestamptz(3),
  -- When a read last returned an item. Accounts without new items are read less often.
  item_at timestamp(3) with time zone,
  failures integer not null,
  last_error jsonb,
  -- Maximum number of items in a page, after a page could not be read. 0 skips unreadable items; null is the usual page size.
  page_limit integer,
  -- Skipped items: their count, the time of the last one, and the reason.
  skipped jsonb,
  constraint account_feeds_pkey primary key (workspace_id, account_id, feed),
  constraint account_feeds_account_fkey foreign key (workspace_id, account_id) references accounts (workspace_id, id)
    on delete cascade,
  constraint account_feeds_failures_check check (failures >= 0),
  constraint account_feeds_page_limit_check check (page_limit >= 0)
);

create index account_feeds_due on account_feeds (due_at) where due_at is not null;

-- A webhook of a platform, as received. Its workspace is known only once its body is read. Kept for a while after it was handled.
create table inbound_pushes (
  id text not null,
  platform text not null,
  body bytea not null,
  headers jsonb not null,
  query jsonb not null,
  -- Hash of sender, query and body: a push that a platform sends again, because our response was lost, is stored once. Null for
  -- pushes of the sandbox.
  digest bytea,
  -- The app that verified the push, and the workspace whose accounts it may reach: {"app_id", "workspace_id"}.
  sender jsonb,
  received_at timestamptz(3) not null,
  handled_at timestamptz(3),
  constraint inbound_pushes_pkey primary key (id)
);

create unique index inbound_pushes_digest on inbound_pushes (platform, digest);

-- A comment under a post of an account.
create table comments (
  workspace_id text not null,
  id text not null,
  account_id text not null,
  -- The entity that the comment was written to, and that replies. The account may act as another entity by then.
  entity_external_id text,
  external_id text not null,
  external_media_id text,
  parent_external_id text,
  author jsonb not null,
  body text,
  is_hidden boolean not null,
  can_reply boolean not null,
  is_own boolean not null,
  occurred_at timestamptz(3),
  -- A deleted comment is kept, so that a late copy does not restore it.
  deleted_at timestamptz(3),
  created_at timestamptz(3) not null,
  constraint comments_pkey primary key (workspace_id, id),
  constraint comments_account_fkey foreign key (workspace_id, account_id) references accounts (workspace_id, id)
    on delete cascade,
  constraint comments_external_key unique (workspace_id, account_id, external_id)
);

create index comments_account on comments (workspace_id, account_id, id);
create index comments_media on comments (workspace_id, external_media_id, id);
-- For finding our replies to a comment.
create index comments_own on comments (workspace_id, account_id, parent_external_id) where is_own;

-- A reply to a comment. It may be on the platform.
create table comment_replies (
  workspace_id text not null,
  comment_id text not null,
  -- Idempotency handle for the platform, the same when the caller repeats the call.
  handle text not null,
  body text not null,
  intent_at timestamptz(3) not null,
  external_id text,
  constraint comment_replies_pkey primary key (workspace_id, comment_id, handle),
  constraint comment_replies_comment_fkey foreign key (workspace_id, comment_id) references comments (workspace_id, id)
    on delete cascade
);

-- A conversation of an account with one person.
create table conversations (
  workspace_id text not null,
  id text not null,
  account_id text not null,
  -- The entity that was written to, and that replies.
  entity_external_id text,
  external_id text not null,
  participant jsonb not null,
  status text not null,
  last_inbound_at timestamptz(3),
  last_message_at timestamptz(3),
  unread_count integer not null,
  -- Searchable text in lower case: the names of the participant, and the last message.
  participant_search text not null default '',
  last_search text not null default '',
  created_at timestamptz(3) not null,
  constraint conversations_pkey primary key (workspace_id, id),
  constraint conversations_account_fkey foreign key (workspace_id, account_id) references accounts (workspace_id, id)
    on delete cascade,
  constraint conversations_external_key unique (workspace_id, account_id, external_id),
  constraint conversations_status_check check (status in ('open', 'archived')),
  constraint conversations_unread_check check (unread_count >= 0)
);

create index conversations_account on conversations (workspace_id, account_id, id);
-- Few conversations are unread, so lists and counts of them do not read the others.
create index conversations_unread on conversations (workspace_id, id) where unread_count > 0;
-- For lists by last message. Over time most conversations are archived, so lists of open ones do not read the others.
create index conversations_recent on conversations (workspace_id, coalesce(last_message_at, created_at), id);
create index conversations_recent_open on conversations (workspace_id, coalesce(last_message_at, created_at), id)
  where status = 'open';

-- Another external id of a conversation. A platform may return another id than the requested one: a dialled number is not always
-- the id of the person. Both ids lead to the same conversation.
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

-- A message of a conversation.
create table messages (
  workspace_id text not null,
  id text not null,
  conversation_id text not null,
  account_id text not null,
  direction text not null,
  -- Null until the platform has assigned one.
  external_id text,
  status text not null,
  body text,
  attachments jsonb not null,
  -- Template of an outbound message: name, language and parameters, as the caller wrote them.
  template json,
  -- Media asset of an outbound message; null for texts and templates.
  media_id text,
  sent_via text,
  error jsonb,
  -- When the intent to send was committed, before the platform is called: from then on the message may have been sent.
  intent_at timestamptz(3),
  -- Number of times that the platform was asked about the message.
  asks integer not null,
  occurred_at timestamptz(3),
  created_at timestamptz(3) not null,
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

-- A status that arrived before its message.
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

-- A review of an account's entity.
create table reviews (
  workspace_id text not null,
  id text not null,
  account_id text not null,
  entity_external_id text,
  external_id text not null,
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

-- The value of one metric on one day. A day without a value has no row.
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

-- The last known metrics of a post, by its external id.
create table post_metrics (
  workspace_id text not null,
  account_id text not null,
  external_id text not null,
  -- Null until the platform has reported any. A deleted post keeps its last metrics.
  metrics jsonb,
  as_of timestamptz(3),
  asked_at timestamptz(3) not null,
  constraint post_metrics_pkey primary key (workspace_id, account_id, external_id),
  constraint post_metrics_account_fkey foreign key (workspace_id, account_id) references accounts (workspace_id, id)
    on delete cascade,
  constraint post_metrics_as_of_check check ((metrics is null) = (as_of is null))
);

-- A message template of an account, as the platform knows it.
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
