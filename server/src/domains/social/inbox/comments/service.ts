import type { Context, Principal } from '../../../../kit/context.ts'
import { afterId, type Page, toPage } from '../../../../kit/declare/page.ts'
import type { Db } from '../../../../kit/postgres/db.ts'
import { callPlatform, requireRow } from '../platform-call.ts'
import type { Comment, CommentQuery, ModerateResponse } from './contract.ts'
import { presentComment } from './present.ts'
import * as sql from './sql.ts'

export async function listComments(db: Db, principal: Principal, query: CommentQuery): Promise<Page<Comment>> {
  const rows = await sql.listComments(db, principal.workspaceId, {
    limit: query.limit,
    after: afterId(query.cursor, 'cmt'),
    only: principal.profileIds,
    accountId: query.account_id,
    mediaId: query.external_media_id,
    postId: query.post_id,
    isUnanswered: query.unanswered,
    isHidden: query.hidden,
  })
  return toPage(rows, presentComment)
}

export async function getComment(db: Db, principal: Principal, id: string): Promise<Comment> {
  return presentComment(await getCommentRow(db, principal, id))
}

export async function getCommentRow(db: Db, principal: Principal, id: string): Promise<sql.CommentRow> {
  return requireRow(principal, await sql.findComment(db, principal.workspaceId, id), 'comment')
}

/** Calls the platform first. Every action can be repeated there, so after a crash the next call or poll repairs our copy. */
export async function moderateComment(
  ctx: Context,
  principal: Principal,
  id: string,
  action: ModerateResponse['action'],
): Promise<ModerateResponse> {
  const comment = await getCommentRow(ctx.db, principal, id)
  await callPlatform(ctx, comment, `comments.${action}`, (moderate, session) => moderate(session, comment.external_id))
  const change = action === 'delete' ? { deleted_at: ctx.clock.now() } : { is_hidden: action === 'hide' }
  await sql.updateComment(ctx.db, principal.workspaceId, id, change)
  const row = await sql.findComment(ctx.db, principal.workspaceId, id)
  return { action, comment: row && action !== 'delete' ? presentComment(row) : null }
}
