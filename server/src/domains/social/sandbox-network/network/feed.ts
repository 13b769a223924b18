import type { Context } from '../../../../kit/context.ts'
import { type Db, transaction } from '../../../../kit/postgres/db.ts'
import * as sql from '../sql/items.ts'
import { canActAs, forbidden } from './entities.ts'
import { type NetworkReply, type NetworkRequest, refuse } from './request.ts'

const PAGE_SIZE = 50

/** Lists an entity's items since a cursor, which is the sequence number of the last item. */
export async function listFeed(request: NetworkRequest, kinds: string[]): Promise<NetworkReply> {
  const { ctx, workspaceId, query } = request
  const { entity_id: entityId = '', after = '0' } = query
  if (!(await canActAs(request, entityId))) return forbidden
  if (!/^\d{1,15}$/.test(after)) return refuse(400, 'bad_cursor', 'This cursor did not come from this list.')
  const feed = { entityId, kinds, after: Number(after), limit: PAGE_SIZE + 1 }
  const rows = await sql.listItems(ctx.db, workspaceId, feed)
  const items = rows.slice(0, PAGE_SIZE)
  const cursor = items.at(-1)?.seq.toString() ?? after
  return { status: 200, body: { items: items.map(presentItem), cursor, has_more: rows.length > PAGE_SIZE } }
}

export function presentItem({ id, entity_id, kind, handle, data, created_at }: sql.ItemRow): Record<string, unknown> {
  return { ...data, id, entity_id, kind, handle, created_at: created_at.toISOString() }
}

export interface NewItem {
  readonly entityId: string
  readonly kind: string
  readonly handle?: string
  readonly data: Record<string, unknown>
}

/** Adds an item to an entity's feed; a known handle adds nothing and returns the known item. */
export async function addItem(ctx: Context, db: Db, workspaceId: string, item: NewItem): Promise<sql.ItemRow> {
  return transaction(db, async (tx) => {
    await sql.lockItems(tx, workspaceId)
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
    await sql.lockItems(tx, workspaceId)
    return sql.updateItem(tx, workspaceId, id, change)
  })
}

/** Returns the item that the path names, or a refusal. A request made as an entity can access only the items of that entity. */
export async function findOwnItem(request: NetworkRequest, kind: string): Promise<sql.ItemRow | NetworkReply> {
  const item = await sql.findItem(request.ctx.db, request.workspaceId, kind, request.params[0] ?? '')
  if (!item || item.data['is_deleted']) return refuse(404, `no_such_${kind}`, `There is no such ${kind}.`)
  const entityId: string = request.body?.entity_id ?? request.query['entity_id'] ?? item.entity_id
  return entityId === item.entity_id && (await canActAs(request, entityId)) ? item : forbidden
}
