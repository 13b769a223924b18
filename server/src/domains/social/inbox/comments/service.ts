import type { Capability, Connector } from '../../../../connectors/connector.ts'
import { PlatformError } from '../../../../connectors/failure.ts'
import type { FoundComment } from '../../../../connectors/inbox.ts'
import { findConnector } from '../../../../connectors/registry.ts'
import type { Session } from '../../../../connectors/session.ts'
import type { Context, Principal } from '../../../../kit/context.ts'
import { ApiError, notFound } from '../../../../kit/declare/errors.ts'
import { afterId, type Page, pageOf } from '../../../../kit/declare/page.ts'
import { failpoint } from '../../../../kit/failpoint.ts'
import { sha256 } from '../../../../kit/hash.ts'
import { type Db, transaction } from '../../../../kit/postgres/db.ts'
import { assertReachable } from '../../../identity/profiles/service.ts'
import { apiErrorOf } from '../../accounts/platform-errors.ts'
import { getConnector, requireCapability } from '../../accounts/platforms.ts'
import { withAccess } from '../../accounts/tokens/access.ts'
import { askPlatform, pollFeed } from '../../feeds/service.ts'
import type { Comment, ModerateResponse } from './contract.ts'
import { commentFeed, storeComment } from './feed.ts'
import * as sql from './sql.ts'

interface CommentQuery {
  readonly limit: number
  readonly cursor?: string
  readonly account_id?: string
  readonly post_id?: string
  readonly external_media_id?: string
}

export async function listComments(db: Db, principal: Principal, query: CommentQuery): Promise<Page<Comment>> {
  const rows = await sql.listComments(db, principal.workspaceId, {
    limit: query.limit,
    after: afterId(query.cursor, 'cmt'),
    only: principal.profileIds,
    accountId: query.account_id,
    mediaId: query.external_media_id,
    postId: query.post_id,
  })
  return pageOf(rows, present)
}

export async function getComment(db: Db, principal: Principal, id: string): Promise<Comment> {
  return present(await getRow(db, principal, id))
}

async function getRow(db: Db, principal: Principal, id: string): Promise<sql.CommentRow> {
  const row = await sql.findComment(db, principal.workspaceId, id)
  if (!row) throw notFound('comment')
  assertReachable(principal, row.profile_id)
  return row
}

/** On the platform first: each action may be repeated there, so a crash in between is mended by the next call or poll. */
export async function moderateComment(
  ctx: Context,
  principal: Principal,
  id: string,
  action: ModerateResponse['action'],
): Promise<ModerateResponse> {
  const comment = await getRow(ctx.db, principal, id)
  const { workspaceId } = principal
  assertCan(ctx, comment, `comments.${action}`)
  await askPlatform(ctx, accountOf(comment), async (session, connector) => {
    await connector.comments?.[action]?.(session, comment.external_id)
  })
  const change = action === 'delete' ? { deleted_at: ctx.clock.now() } : { is_hidden: action === 'hide' }
  await sql.updateComment(ctx.db, workspaceId, id, change)
  const row = await sql.findComment(ctx.db, workspaceId, id)
  return { action, comment: row && action !== 'delete' ? present(row) : null }
}

/**
 * The intent is kept before the platform is called. A call that is repeated after an outcome that nobody knew looks for the
 * reply first, and sends it again under the same handle only when it is not there.
 */
export async function replyToComment(
  ctx: Context,
  principal: Principal,
  id: string,
  body: string,
  idempotencyKey: string | null,
): Promise<Comment> {
  const { workspaceId } = principal
  const comment = await getRow(ctx.db, principal, id)
  assertCan(ctx, comment, 'comments')
  if (!comment.can_reply) throw new ApiError('wrong_state', 'The platform takes no reply to this comment.')
  const handle = handleOf(ctx, workspaceId, id, body, idempotencyKey)
  const intent = {
    workspace_id: workspaceId,
    comment_id: id,
    handle,
    body,
    armed_at: ctx.clock.now(),
    external_id: null,
  }
  if (!(await sql.insertReply(ctx.db, intent))) {
    const known = await findSent(ctx, comment, handle)
    if (known) return present(known)
  }
  const sent = await send(ctx, comment, { body, handle })
  await failpoint('reply_sent')
  const replyId = await keep(ctx, comment, handle, sent)
  return getComment(ctx.db, principal, replyId)
}

async function send(
  ctx: Context,
  comment: sql.CommentRow,
  reply: { body: string; handle: string },
): Promise<FoundComment> {
  const { workspace_id: workspaceId, account_id: accountId, platform, entity_external_id: as } = comment
  const use = async (session: Session, connector: Connector) => {
    if (!connector.comments) throw new ApiError('unsupported_by_platform')
    checkText(session, connector, reply.body)
    return connector.comments.reply(session, placeOf(comment), reply)
  }
  try {
    return await withAccess(ctx, workspaceId, { accountId, entityExternalId: as }, use)
  } catch (error) {
    // Anything but a certain refusal may have been sent.
    const isCertain = (error instanceof PlatformError && error.kind !== 'ambiguous') || error instanceof ApiError
    if (isCertain) await sql.deleteReply(ctx.db, workspaceId, comment.id, reply.handle)
    throw apiErrorOf(platform, error, ['body', 'body'])
  }
}

/** The rules for the text of a post are those for the text of a reply. */
function checkText({ entity }: Session, { validate }: Connector, text: string): void {
  const problems = validate({ text, media: [], options: {} }, entity)
  const broken = problems.find(({ path }) => path[0] === 'content')
  if (!broken) return
  const { message, rule, remediation } = broken
  throw new PlatformError('invalid', message, { rule, ...(remediation !== undefined && { remediation }) })
}

async function keep(ctx: Context, comment: sql.CommentRow, handle: string, sent: FoundComment): Promise<string> {
  return transaction(ctx.db, async (tx) => {
    await sql.updateReply(tx, comment.workspace_id, comment.id, handle, sent.externalId)
    return storeComment(tx, ctx, accountOf(comment), sent)
  })
}

const SKEW_MS = 60_000

/** What became of an earlier call with the same handle, by what we know and then by what the platform tells. */
async function findSent(ctx: Context, comment: sql.CommentRow, handle: string): Promise<sql.CommentRow | undefined> {
  const { workspace_id: workspaceId, account_id: accountId, platform } = comment
  const reply = await sql.findReply(ctx.db, workspaceId, comment.id, handle)
  if (!reply) return undefined
  if (findConnector(platform)?.comments?.findReply) await lookFor(ctx, comment, reply)
  else
    await pollFeed(ctx, workspaceId, accountId, commentFeed).catch((error: unknown) => {
      throw apiErrorOf(platform, error)
    })
  const since = new Date(reply.armed_at.getTime() - SKEW_MS)
  const { body, external_id: externalId } = (await sql.findReply(ctx.db, workspaceId, comment.id, handle)) ?? reply
  const found = await sql.findOwnReply(ctx.db, comment, { body, since, externalId })
  if (found) await sql.updateReply(ctx.db, workspaceId, comment.id, handle, found.external_id)
  return found
}

async function lookFor(ctx: Context, comment: sql.CommentRow, reply: sql.ReplyRow): Promise<void> {
  if (reply.external_id !== null) return
  const { body, handle, armed_at: armedAt } = reply
  const otherIds = await sql.listKnownReplies(ctx.db, comment.workspace_id, comment.id)
  const found = await askPlatform(ctx, accountOf(comment), async (session, { comments }) =>
    comments?.findReply?.(session, placeOf(comment), { body, handle, armedAt, otherIds }),
  )
  if (found) await keep(ctx, comment, handle, found)
}

function placeOf({ external_id, external_media_id }: sql.CommentRow) {
  return { externalId: external_id, mediaExternalId: external_media_id }
}

function handleOf(ctx: Context, workspaceId: string, id: string, body: string, key: string | null): string {
  if (key === null) return ctx.ids.next('comment')
  return `cmt_${sha256(JSON.stringify([workspaceId, id, body, key]))
    .toString('hex')
    .slice(0, 26)}`
}

function assertCan(ctx: Context, { platform }: sql.CommentRow, capability: Capability): void {
  requireCapability(getConnector(ctx, platform), capability)
}

function accountOf({ workspace_id, account_id, platform, entity_external_id }: sql.CommentRow) {
  return { workspaceId: workspace_id, id: account_id, platform, entityExternalId: entity_external_id }
}

function present(row: sql.CommentRow): Comment {
  return {
    id: row.id,
    account_id: row.account_id,
    platform: row.platform,
    external_id: row.external_id,
    external_media_id: row.external_media_id,
    parent_external_id: row.parent_external_id,
    author: row.author,
    body: row.body,
    is_hidden: row.is_hidden,
    can_reply: row.can_reply,
    occurred_at: row.occurred_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
  }
}
