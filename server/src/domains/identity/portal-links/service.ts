import { randomBytes } from 'node:crypto'
import type { Context, Principal } from '../../../kit/context.ts'
import { ApiError, notFound } from '../../../kit/declare/errors.ts'
import { afterId, type Page, toPage } from '../../../kit/declare/page.ts'
import { sha256 } from '../../../kit/hash.ts'
import { type Db, transaction, violatedConstraint } from '../../../kit/postgres/db.ts'
import { getBranding } from '../branding/service.ts'
import type { KnownKey } from '../keys/service.ts'
import { portalUrl } from '../links/service.ts'
import { leastRights } from '../members/rights.ts'
import { findMemberRights } from '../members/service.ts'
import { getProfile } from '../profiles/service.ts'
import { findWorkspaceName } from '../workspaces/service.ts'
import type { CreatedPortalLink, CurrentPortalLink, PortalLink, PortalLinkRequest } from './contract.ts'
import * as sql from './sql.ts'

const TOKEN = /^ql_[\w-]{43}$/
const KEPT_DAYS = 7

/** Checks the form of a token, so that other texts cost no query. */
export function isLinkToken(text: string): boolean {
  return TOKEN.test(text)
}

/**
 * Creates a link. A caller who is limited to profiles can create links for one of them only. The token is in the fragment after
 * `#`, so that no log contains it.
 */
export async function createPortalLink(
  ctx: Context,
  db: Db,
  principal: Principal,
  { pages, profile_id: profileId, webhook_ids: webhookIds, expires_in: seconds }: PortalLinkRequest,
): Promise<CreatedPortalLink> {
  const { workspaceId, keyId, memberId, profileIds } = principal
  if (profileIds && (profileId === undefined || pages.includes('webhooks')))
    throw new ApiError(
      'out_of_scope',
      'You have access only to your profiles. Create a link to connect accounts of one of them.',
    )
  if (profileId !== undefined) await getProfile(db, principal, profileId)
  const token = `ql_${randomBytes(32).toString('base64url')}`
  const now = ctx.clock.now()
  const row: sql.PortalLinkRow = {
    workspace_id: workspaceId,
    id: ctx.ids.next('portalLink'),
    pages: [...new Set(pages)],
    profile_id: profileId ?? null,
    webhook_ids: webhookIds ? [...new Set(webhookIds)] : null,
    created_by: keyId,
    member_id: memberId,
    created_at: now,
    expires_at: new Date(now.getTime() + seconds * 1000),
    revoked_at: null,
  }
  await sql.insertPortalLink(db, { ...row, hash: sha256(token) }).catch((error: unknown) => {
    throw violatedConstraint(error) === 'portal_links_profile_fkey' ? notFound('profile') : error
  })
  return { ...present(row), url: `${portalUrl(ctx)}/embed#${token}` }
}

export async function listPortalLinks(
  db: Db,
  { workspaceId, profileIds }: Principal,
  query: { limit: number; cursor?: string },
): Promise<Page<PortalLink>> {
  const page = { limit: query.limit, after: afterId(query.cursor, 'plk'), only: profileIds }
  return toPage(await sql.listPortalLinks(db, workspaceId, page), present)
}

export async function getPortalLink(db: Db, principal: Principal, id: string): Promise<PortalLink> {
  return present(await findReachable(db, principal, id))
}

async function findReachable(db: Db, { workspaceId, profileIds }: Principal, id: string): Promise<sql.PortalLinkRow> {
  const found = await sql.findPortalLink(db, workspaceId, id)
  if (!found) throw notFound('portal link')
  if (profileIds && !profileIds.includes(found.profile_id ?? ''))
    throw new ApiError('out_of_scope', 'This link is for a profile that you cannot access.')
  return found
}

export async function revokePortalLink(ctx: Context, db: Db, principal: Principal, id: string): Promise<PortalLink> {
  const { workspaceId } = principal
  return transaction(db, async (tx) => {
    const found = await findReachable(tx, principal, id)
    const row = await sql.updatePortalLinkRevoked(tx, workspaceId, id, ctx.clock.now())
    await ctx.invalidation.announce(tx, 'keys')
    return present(row ?? found)
  })
}

/** Revokes the links of a workspace: all, or those that these keys and users created. */
export async function revokePortalLinks(
  { clock }: Context,
  tx: Db,
  workspaceId: string,
  makers: readonly string[] | null = null,
): Promise<void> {
  await sql.revokePortalLinks(tx, workspaceId, { makers, at: clock.now() })
}

const MAKER_GONE = 'The person who created this link no longer has the required access. Ask for a new one.'

/**
 * Finds the caller behind a link's token: a separate kind of key that may call only endpoints that declare the link's pages. It
 * has the current rights of its key and its member, and ends with them.
 */
export async function findKnownLink(db: Db, token: string): Promise<KnownKey | undefined> {
  const row = await sql.findPortalLinkByHash(db, sha256(token))
  if (!row || row.revoked_at || row.key_revoked_at) return undefined
  const own = {
    role: 'member',
    permission: row.key_permission ?? 'read_write',
    profileIds: row.profile_id === null ? null : [row.profile_id],
  } as const
  const member = row.member_id === null ? own : await findMemberRights(db, row.workspace_id, row.member_id)
  const rights = member && leastRights(own, member)
  // A link without a profile is for the whole workspace, which a member of some profiles does not share.
  const isGone = !rights || rights.profileIds?.length === 0 || (row.profile_id === null && rights.profileIds !== null)
  const { permission, profileIds } = rights ?? own
  const principal: Principal = {
    workspaceId: row.workspace_id,
    keyId: row.id,
    mode: 'live',
    permission,
    profileIds,
    expiresAt: earlier(row.expires_at, row.key_expires_at),
    monthlyBudget: 0,
    user: null,
    memberId: row.member_id,
    role: null,
    link: { pages: row.pages, webhookIds: row.webhook_ids },
  }
  return { principal, isClosed: row.is_closed, ...(isGone && { refusal: MAKER_GONE }) }
}

function earlier(one: Date, other: Date | null): Date {
  return other !== null && other < one ? other : one
}

/** Lists the newest links that act for a member and still work. */
export async function listMemberPortalLinks(
  ctx: Context,
  db: Db,
  workspaceId: string,
  memberId: string,
  limit: number,
): Promise<PortalLink[]> {
  return (await sql.listPortalLinksByMember(db, workspaceId, memberId, { now: ctx.clock.now(), limit })).map(present)
}

export async function revokeMemberPortalLinks(
  ctx: Context,
  tx: Db,
  workspaceId: string,
  memberId: string,
): Promise<void> {
  await sql.updateMemberLinksRevoked(tx, workspaceId, memberId, ctx.clock.now())
}

export async function readCurrentLink(db: Db, principal: Principal): Promise<CurrentPortalLink> {
  const { workspaceId, link, profileIds, expiresAt } = principal
  if (!link || !expiresAt) throw new ApiError('wrong_state', 'This endpoint can only be called with a portal link.')
  return {
    pages: [...link.pages],
    profile_id: profileIds?.[0] ?? null,
    expires_at: expiresAt.toISOString(),
    workspace_name: (await findWorkspaceName(db, workspaceId)) ?? '',
    branding: await getBranding(db, workspaceId),
  }
}

export async function forgetOldPortalLinks(ctx: Context): Promise<void> {
  await sql.deletePortalLinksBefore(ctx.db, new Date(ctx.clock.now().getTime() - KEPT_DAYS * 86_400_000))
}

function present({
  id,
  pages,
  profile_id,
  webhook_ids,
  created_by,
  member_id,
  ...times
}: sql.PortalLinkRow): PortalLink {
  return {
    id,
    pages,
    profile_id,
    webhook_ids,
    created_by,
    member_id,
    created_at: times.created_at.toISOString(),
    expires_at: times.expires_at.toISOString(),
    revoked_at: times.revoked_at?.toISOString() ?? null,
  }
}
