import { buildConversationId } from '../../../connectors/sandbox/conversation-ids.ts'
import type { Context } from '../../../kit/context.ts'
import { InvalidRequest, invalidValue } from '../../../kit/declare/errors.ts'
import { type Db, transaction } from '../../../kit/postgres/db.ts'
import { enqueue } from '../../../queue/queue.ts'
import { pushItem } from './contract/jobs.ts'
import type {
  CommentRequest,
  MessageRequest,
  MessageStatusRequest,
  ReviewRequest,
  SandboxItem,
  TemplateStatusRequest,
} from './contract/visitors.ts'
import { assertSandboxNetwork } from './enabled.ts'
import { addItem, changeItem, type NewItem } from './network/feed.ts'
import { visitor } from './network/messages.ts'
import { findItem, type ItemRow } from './sql/items.ts'
import { findEntity } from './sql/people.ts'
import { listPosts } from './sql/posts.ts'

/** Actions of visitors, and of the platform itself, that tests trigger on the network. */
export async function commentAsVisitor(
  ctx: Context,
  db: Db,
  workspaceId: string,
  body: CommentRequest,
): Promise<SandboxItem> {
  assertSandboxNetwork(ctx)
  const [post] = await listPosts(db, workspaceId, { ids: [body.post_external_id], limit: 1 })
  if (!post) throw unknownId('post_external_id')
  const data = {
    post_id: post.id,
    parent_id: body.parent_external_id ?? null,
    author: visitor(body.from),
    body: body.body,
    is_hidden: false,
    is_own: false,
  }
  return add(ctx, db, workspaceId, { entityId: post.entity_id, kind: 'comment', data })
}

export async function writeAsVisitor(
  ctx: Context,
  db: Db,
  workspaceId: string,
  body: MessageRequest,
): Promise<SandboxItem> {
  const entityId = await getEntityId(ctx, db, workspaceId, body.entity_external_id)
  const data = {
    conversation_id: buildConversationId(entityId, body.from),
    direction: 'inbound',
    participant: visitor(body.from),
    body: body.body,
    attachments: body.attachments ?? [],
  }
  return add(ctx, db, workspaceId, { entityId, kind: 'message', data })
}

export async function reviewAsVisitor(
  ctx: Context,
  db: Db,
  workspaceId: string,
  body: ReviewRequest,
): Promise<SandboxItem> {
  const entityId = await getEntityId(ctx, db, workspaceId, body.entity_external_id)
  const data = { author: visitor(body.from), rating: body.rating, body: body.body ?? null, reply: null }
  return add(ctx, db, workspaceId, { entityId, kind: 'review', data })
}

export async function setMessageStatus(
  ctx: Context,
  db: Db,
  workspaceId: string,
  body: MessageStatusRequest,
): Promise<SandboxItem> {
  assertSandboxNetwork(ctx)
  const sent = await findItem(db, workspaceId, 'message', body.message_external_id)
  if (!sent || sent.data['direction'] !== 'outbound') throw unknownId('message_external_id')
  const data = {
    message_id: sent.id,
    message_handle: sent.handle,
    status: body.status,
    ...(body.status === 'failed' && {
      error: { code: 'undeliverable', message: 'The sandbox did not deliver the message.' },
    }),
  }
  return add(ctx, db, workspaceId, { entityId: sent.entity_id, kind: 'message_status', data })
}

export async function setTemplateStatus(
  ctx: Context,
  db: Db,
  workspaceId: string,
  body: TemplateStatusRequest,
): Promise<SandboxItem> {
  assertSandboxNetwork(ctx)
  const template = await findItem(db, workspaceId, 'template', body.template_external_id)
  if (!template || template.data['is_deleted']) throw unknownId('template_external_id')
  const change = { status: body.status, rejection_reason: body.reason ?? null }
  return transaction(db, async (tx) => {
    const changed = await changeItem(tx, workspaceId, template.id, change)
    return push(ctx, tx, changed ?? template)
  })
}

function add(ctx: Context, db: Db, workspaceId: string, item: NewItem): Promise<SandboxItem> {
  return transaction(db, async (tx) => push(ctx, tx, await addItem(ctx, tx, workspaceId, item)))
}

/** Pushes an item to the account at once. The account's own actions are not pushed: real platforms seldom repeat those. */
async function push(ctx: Context, tx: Db, item: ItemRow): Promise<SandboxItem> {
  await enqueue(ctx, tx, pushItem, { item_id: item.id }, { workspaceId: item.workspace_id })
  return presentItem(item)
}

async function getEntityId(ctx: Context, db: Db, workspaceId: string, id: string): Promise<string> {
  assertSandboxNetwork(ctx)
  const entity = await findEntity(db, workspaceId, id)
  if (!entity) throw unknownId('entity_external_id')
  return entity.id
}

function unknownId(field: string): InvalidRequest {
  return new InvalidRequest([invalidValue(['body', field], 'the sandbox has nothing with this id')])
}

function presentItem({ id, kind, entity_id, data, created_at }: ItemRow): SandboxItem {
  return {
    id,
    kind: kind as SandboxItem['kind'],
    entity_external_id: entity_id,
    data,
    created_at: created_at.toISOString(),
  }
}
