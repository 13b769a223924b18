import type { Context } from '../../../kit/context.ts'
import { type Db, transaction } from '../../../kit/postgres/db.ts'
import { forbidden, mayActAs } from './posts.ts'
import * as sql from './sql/content.ts'
import { type Reply, refuse, type Visit } from './visit.ts'

const PAGE = 50

/** What happened to an entity since a place in its feed; the place is a number to us and a text to everybody else. */
export async function listFeed(visit: Visit, kinds: string[]): Promise<Reply> {
  const { ctx, workspaceId, query } = visit
  const { entity_id: entityId = '', after = '0' } = query
  if (!(await mayActAs(visit, entityId))) return forbidden
  if (!/^\d{1,15}$/.test(after)) return refuse(400, 'bad_cursor', 'This cursor is not one of ours.')
  const feed = { entityId, kinds, after: Number(after), limit: PAGE + 1 }
  const rows = await sql.listItems(ctx.db, workspaceId, feed)
  const items = rows.slice(0, PAGE)
  const cursor = items.at(-1)?.seq.toString() ?? after
  return { status: 200, body: { items: items.map(presentItem), cursor, has_more: rows.length > PAGE } }
}

export function presentItem({ id, entity_id, kind, handle, data, created_at }: sql.ItemRow): Record<string, unknown> {
  return { ...data, id, entity_id, kind, handle, created_at: created_at.toISOString() }
}

/** Adds to an entity's feed; the same handle adds nothing the second time. */
export async function addItem(
  ctx: Context,
  db: Db,
  workspaceId: string,
  item: { entityId: string; kind: string; handle?: string; data: Record<string, unknown> },
): Promise<sql.ItemRow> {
  return transaction(db, async (tx) => {
    await sql.lockFeed(tx, workspaceId)
    return sql.insertItem(tx, {
      workspace_id: workspaceId,
      id: `sb-${item.kind.replace('_', '-')}-${ctx.ids.ulid()}`,
      entity_id: item.entityId,
      kind: item.kind,
      handle: item.handle ?? null,
      data: item.data,
      created_at: ctx.clock.now(),
    })
  })
}

export async function changeItem(
  db: Db,
  workspaceId: string,
  id: string,
  change: Record<string, unknown>,
): Promise<sql.ItemRow | undefined> {
  return transaction(db, async (tx) => {
    await sql.lockFeed(tx, workspaceId)
    return sql.changeItem(tx, workspaceId, id, change)
  })
}

/** An item of the signed-in user, or the refusal; who comes as a page has only what is that page's. */
export async function ownItem(visit: Visit, kind: string): Promise<sql.ItemRow | Reply> {
  const item = await sql.findItem(visit.ctx.db, visit.workspaceId, kind, visit.params[0] ?? '')
  if (!item || item.data['is_deleted']) return refuse(404, `no_such_${kind}`, `There is no such ${kind}.`)
  const as: string = visit.body?.entity_id ?? visit.query['entity_id'] ?? item.entity_id
  return as === item.entity_id && (await mayActAs(visit, as)) ? item : forbidden
}

export async function reply(visit: Visit): Promise<Reply> {
  const { ctx, workspaceId, body } = visit
  const comment = await ownItem(visit, 'comment')
  if ('status' in comment) return comment
  const made = await addItem(ctx, ctx.db, workspaceId, {
    entityId: comment.entity_id,
    kind: 'comment',
    handle: body.handle,
    data: {
      post_id: comment.data['post_id'],
      parent_id: comment.id,
      author: { id: comment.entity_id, name: 'The page', username: null },
      body: body.body,
      is_hidden: false,
      is_own: true,
    },
  })
  return { status: 201, body: presentItem(made) }
}

export async function changeComment(visit: Visit): Promise<Reply> {
  const comment = await ownItem(visit, 'comment')
  if ('status' in comment) return comment
  const isHidden = visit.body.is_hidden === true
  if (comment.data['is_hidden'] !== isHidden)
    await changeItem(visit.ctx.db, visit.workspaceId, comment.id, { is_hidden: isHidden })
  return { status: 200, body: { id: comment.id, is_hidden: isHidden } }
}

/** The feed tells that it is gone; whoever deletes it again is told that it is. */
export async function deleteComment(visit: Visit): Promise<Reply> {
  const comment = await ownItem(visit, 'comment')
  if ('status' in comment) return comment.status === 404 ? { status: 200, body: {} } : comment
  await changeItem(visit.ctx.db, visit.workspaceId, comment.id, { is_deleted: true, body: null })
  return { status: 200, body: { id: comment.id } }
}

const WINDOW_MS = 24 * 3_600_000

/** Free text only within a day of the last word of the other side. */
export async function sendMessage(visit: Visit): Promise<Reply> {
  const { ctx, workspaceId, body, params } = visit
  const [conversationId = ''] = params
  if (!(await mayActAs(visit, body.entity_id))) return forbidden
  const of = { conversation_id: conversationId, direction: 'inbound' }
  const inbound = await sql.findLastItem(ctx.db, workspaceId, body.entity_id, 'message', of)
  if (!inbound) return refuse(404, 'no_such_conversation', 'There is no such conversation.')
  const isOpen = ctx.clock.now().getTime() - inbound.created_at.getTime() < WINDOW_MS
  if (!isOpen && !body.template)
    return refuse(422, 'window_closed', 'A day has passed since their last message: only a template may be sent.')
  const message = await addItem(ctx, ctx.db, workspaceId, {
    entityId: body.entity_id,
    kind: 'message',
    handle: body.handle,
    data: {
      ...of,
      direction: 'outbound',
      participant: inbound.data['participant'],
      body: body.body,
      attachments: [],
    },
  })
  return { status: 201, body: presentItem(message) }
}

export async function readConversation(visit: Visit): Promise<Reply> {
  return { status: 200, body: { id: visit.params[0], is_read: true } }
}
