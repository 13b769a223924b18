import type { CommentState } from '../../../../connectors/inbox.ts'
import { EMPTY_BATCH, everySeconds, type Feed } from '../../feeds/feed.ts'
import { listKnownComments, updateKnownComment } from './sql.ts'

/** People edit and delete soon after writing: older comments are not read again. */
const RECENT_MS = 7 * 86_400_000

/**
 * Follows edits and deletions on platforms that do not report them. Each read asks about a few comments, from the newest to the
 * oldest, then starts again. The cursor is the last comment; it is empty at the end of a round.
 */
export const commentRecheckFeed: Feed<CommentState> = {
  id: 'comment_changes',
  capability: 'comments.recheck',
  next: everySeconds(300),
  pushed: [],
  async read({ ctx, workspaceId, accountId, session, connector, since }) {
    const recheck = connector.comments?.recheck
    if (!recheck) return EMPTY_BATCH
    const limit = recheck.countMax(session)
    const known = await listKnownComments(ctx.db, workspaceId, {
      accountId,
      entityExternalId: session.entity.externalId,
      since: new Date(ctx.clock.now().getTime() - RECENT_MS),
      before: since.cursor || null,
      limit,
    })
    const ids = known.map(({ external_id }) => external_id)
    const items = ids.length === 0 ? [] : await recheck.read(session, ids)
    return { items, cursor: known.length < limit ? '' : (known.at(-1)?.id ?? ''), hasMore: false }
  },
  async store(ctx, tx, { workspaceId, id }, items) {
    for (const { externalId, body, isDeleted } of items) {
      const change = isDeleted ? { deleted_at: ctx.clock.now() } : { body }
      await updateKnownComment(tx, workspaceId, { accountId: id, externalId }, change)
    }
  },
}
