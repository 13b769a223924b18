import { randomUUID } from 'node:crypto'
import type { Context } from '../../../../kit/context.ts'
import { batchByWorkspace } from '../../../../kit/postgres/batch-by-workspace.ts'
import { listUserEntities } from '../sql/people.ts'
import * as sql from '../sql/posts.ts'
import { postViewUrl } from '../view-urls.ts'
import { canActAs, forbidden } from './entities.ts'
import { type NetworkReply, type NetworkRequest, refuse } from './request.ts'

/** Time during which a repeated handle returns the first post. */
const HANDLE_MS = 3_600_000
/** Number of reads during which a slow post stays in processing. */
const READS_WHEN_SLOW = 2

export async function createMedia({ ctx, body }: NetworkRequest): Promise<NetworkReply> {
  return { status: 201, body: { id: `sb-media-${ctx.ids.ulid()}`, bytes: body.bytes } }
}

export async function createPost(request: NetworkRequest): Promise<NetworkReply> {
  const { ctx, workspaceId, body, fault } = request
  if (!(await canActAs(request, body.entity_id))) return forbidden
  const isSlow = fault === 'slow'
  const row: sql.PostRow = {
    workspace_id: workspaceId,
    id: `sb-post-${ctx.ids.ulid()}`,
    entity_id: body.entity_id,
    handle: body.handle,
    is_handle_known: fault !== 'forget_handle',
    body: body.text,
    media: body.media,
    options: body.options ?? {},
    status: isSlow ? 'processing' : 'live',
    asks_left: isSlow ? READS_WHEN_SLOW : 0,
    created_at: ctx.clock.now(),
    view_key: randomUUID(),
  }
  if (fault === 'lose') return { status: 201, body: present(ctx, row) }
  const created = await insertPost(ctx, workspaceId, row)
  if (created) return { status: 201, body: present(ctx, created) }
  const known = await sql.findPostByHandle(ctx.db, workspaceId, row.entity_id, row.handle)
  if (known && ctx.clock.now().getTime() - known.created_at.getTime() < HANDLE_MS)
    return { status: 200, body: present(ctx, known) }
  if (known) await sql.forgetHandle(ctx.db, workspaceId, known.id)
  return { status: 201, body: present(ctx, (await insertPost(ctx, workspaceId, row)) ?? row) }
}

/** Returns undefined when the handle is already known. */
const insertPost = batchByWorkspace(async (ctx, workspaceId, rows: readonly sql.PostRow[]) => {
  const posts = new Map((await sql.insertPosts(ctx.db, workspaceId, rows)).map((post) => [post.id, post]))
  return rows.map(({ id }) => posts.get(id))
})

export async function findPosts(request: NetworkRequest): Promise<NetworkReply> {
  const { ctx, workspaceId, query } = request
  const { entity_id: entityId = '', handle } = query
  if (!(await canActAs(request, entityId))) return forbidden
  const filter = { entityId, limit: 100, ...(handle !== undefined && { handle }) }
  const posts = await sql.listPosts(ctx.db, workspaceId, filter)
  for (const { id, status } of posts) if (status === 'processing') await sql.countRead(ctx.db, workspaceId, id)
  return { status: 200, body: { posts: posts.map((post) => present(ctx, post)) } }
}

export async function deletePost({
  ctx,
  workspaceId,
  userId,
  params: [id = ''],
}: NetworkRequest): Promise<NetworkReply> {
  const entities = await listUserEntities(ctx.db, workspaceId, userId)
  const entityIds = entities.map((entity) => entity.id)
  const isDeleted = await sql.markPostDeleted(ctx.db, workspaceId, id, entityIds)
  return isDeleted ? { status: 200, body: { id } } : refuse(404, 'no_such_post', 'There is no such post.')
}

function present(ctx: Context, { id, body, status, created_at, view_key }: sql.PostRow) {
  return {
    id,
    url: postViewUrl(ctx, view_key),
    text: body,
    status,
    created_at: created_at.toISOString(),
  }
}
