import type { FoundComment } from '../../../../connectors/inbox.ts'
import type { Context } from '../../../../kit/context.ts'
import type { Db } from '../../../../kit/postgres/db.ts'
import { emit } from '../../../../webhooks/emit.ts'
import { EMPTY_BATCH, everySeconds, type Feed, isNews } from '../../feeds/feed.ts'
import { presentPerson } from '../person.ts'
import { commentReceived } from './contract.ts'
import { presentComment } from './present.ts'
import { findComment, listRecentPosts, upsertComment } from './sql.ts'

/** Age and number of the posts to ask about, on platforms that list comments post by post. */
const RECENT_MS = 30 * 86_400_000
const POSTS_MAX = 50

export const commentFeed: Feed<FoundComment> = {
  id: 'comments',
  capability: 'comments',
  next: everySeconds(60),
  pushed: ['comment'],
  async read({ ctx, workspaceId, accountId, session, connector, since }) {
    const recent = new Date(ctx.clock.now().getTime() - RECENT_MS)
    const posts = await listRecentPosts(ctx.db, workspaceId, accountId, { since: recent, limit: POSTS_MAX })
    return (await connector.comments?.list(session, { ...since, posts })) ?? EMPTY_BATCH
  },
  async store(ctx, tx, account, items) {
    for (const item of items) {
      const { id, is_new } = await storeComment(ctx, tx, account, item)
      if (!is_new || item.isOwn || !isNews(account, item.occurredAt)) continue
      const comment = await findComment(tx, account.workspaceId, id)
      if (comment)
        await emit(ctx, tx, commentReceived, { comment: presentComment(comment) }, { workspaceId: account.workspaceId })
    }
  },
}

export function storeComment(
  ctx: Context,
  tx: Db,
  account: { workspaceId: string; id: string; entityExternalId: string | null },
  found: FoundComment,
): Promise<{ id: string; is_new: boolean }> {
  const now = ctx.clock.now()
  return upsertComment(tx, {
    workspace_id: account.workspaceId,
    id: ctx.ids.nextAt('comment', found.occurredAt ?? now),
    account_id: account.id,
    external_id: found.externalId,
    entity_external_id: account.entityExternalId || null,
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
