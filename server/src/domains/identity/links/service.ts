import { randomBytes } from 'node:crypto'
import type { Context } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/declare/errors.ts'
import { sha256 } from '../../../kit/hash.ts'
import type { Db } from '../../../kit/postgres/db.ts'
import * as sql from './sql.ts'

export type LinkRow = sql.LinkRow

export const LINK_SECONDS = { set_up: 7 * 86_400, invitation: 7 * 86_400, magic: 900, reset: 3600 }
const PAGES = { set_up: 'setup', invitation: 'invitation', magic: 'link', reset: 'link' }

interface NewLink {
  readonly kind: sql.LinkRow['kind']
  readonly userId?: string
  readonly workspaceId?: string
  readonly invitationId?: string
  readonly isMailed: boolean
}

/**
 * Creates a link that works once. Its token is in the fragment after `#`, which browsers do not send to servers, so that no log
 * contains it.
 */
export async function createLink(ctx: Context, tx: Db, wanted: NewLink): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  const now = ctx.clock.now()
  await sql.insertLink(tx, {
    hash: sha256(token),
    kind: wanted.kind,
    user_id: wanted.userId ?? null,
    workspace_id: wanted.workspaceId ?? null,
    invitation_id: wanted.invitationId ?? null,
    is_mailed: wanted.isMailed,
    created_at: now,
    expires_at: new Date(now.getTime() + LINK_SECONDS[wanted.kind] * 1000),
  })
  return `${portalUrl(ctx)}/${PAGES[wanted.kind]}#${token}`
}

/** Returns the URL of the portal: passkeys work on localhost, but not on a loopback address. */
export function portalUrl({ publicUrl }: Context): string {
  return publicUrl.get().replace(/^http:\/\/(?:127\.0\.0\.1|\[::1\])(?=:|$)/, 'http://localhost')
}

/** Finds a link that can still be used. */
export async function findLink(ctx: Context, db: Db, token: string): Promise<LinkRow | undefined> {
  return sql.findLink(db, sha256(token), ctx.clock.now())
}

export async function getLink(ctx: Context, db: Db, token: string): Promise<LinkRow> {
  const row = await findLink(ctx, db, token)
  if (!row) throw goneLink()
  return row
}

/** Uses up a link, in the transaction that does its work. */
export async function claimLink(ctx: Context, tx: Db, token: string): Promise<LinkRow> {
  const row = await sql.claimLink(tx, sha256(token), ctx.clock.now())
  if (!row) throw goneLink()
  return row
}

/** Ends the unused links that were mailed to a user. */
export async function endUserLinks(ctx: Context, tx: Db, userId: string): Promise<void> {
  await sql.updateLinksUsed(tx, userId, ctx.clock.now())
}

export function goneLink(): ApiError {
  return new ApiError('not_found', 'This link was used, has expired or never existed. Request a new one.')
}

export async function forgetOldLinks(ctx: Context): Promise<void> {
  await sql.deleteOldLinks(ctx.db, new Date(ctx.clock.now().getTime() - 7 * 86_400_000))
}
