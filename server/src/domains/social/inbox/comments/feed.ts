import type { FoundComment } from '../../../../connectors/inbox.ts'
import type { Context } from '../../../../kit/context.ts'
import type { Db } from '../../../../kit/postgres/db.ts'
import { everySeconds, type Feed, type FeedAccount, presentPerson } from '../../feeds/service.ts'
import { listPublished, upsertComment } from './sql.ts'

/** Where a platform is asked post by post, those are asked about that people still talk under. */
const LATELY_MS = 30 * 86_400_000
const POSTS = 50
const NOTHING = { items: [], cursor: null, hasMore: false }

export const commentFeed: Feed<FoundComment> = {
  id: 'comments',
  capability: 'comments',
  next: everySeconds(60),
  pushed: ['comment'],
  async read({ ctx, workspaceId, accountId, session, connector, cursor }) {
    const since = new Date(ctx.clock.now().getTime() - LATELY_MS)
    const posts = await listPublished(ctx.db, workspaceId, accountId, { since, limit: POSTS })
    return (await connector.comments?.list(session, { cursor, posts })) ?? NOTHING
  },
  async store(tx, ctx, account, items) {
    for (const item of items) await storeComment(tx, ctx, account, item)
  },
}

/** Answers the comment's id. */
export function storeComment(
  tx: Db,
  ctx: Context,
  { workspaceId, id, entityExternalId }: Pick<FeedAccount, 'workspaceId' | 'id'> & { entityExternalId: string | null },
  found: FoundComment,
): Promise<string> {
  const now = ctx.clock.now()
  return upsertComment(tx, {
    workspace_id: workspaceId,
    id: ctx.ids.since('comment', found.occurredAt ?? now),
    account_id: id,
    external_id: found.externalId,
    entity_external_id: entityExternalId || null,
    external_media_id: found.mediaExternalId,
    parent_external_id: found.parentExternalId,
    author: presentPerson(found.author),
    body: found.body,
    is_hidden: found.isHidden,
    can_reply: found.canReply,
    is_own: found.isOwn,
    occurred_at: found.occurredAt,
    deleted_at: found.isDeleted ? now : null,
    created_at: now,
  })
}
