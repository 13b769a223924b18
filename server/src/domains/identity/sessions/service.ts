import type { Context, Principal, SignedInUser } from '../../../kit/context.ts'
import { notFound } from '../../../kit/declare/errors.ts'
import { afterId, type Page, toPage } from '../../../kit/declare/page.ts'
import type { Visitor } from '../../../kit/declare/route.ts'
import { sha256 } from '../../../kit/hash.ts'
import { type Db, transaction } from '../../../kit/postgres/db.ts'
import { auditUser, getUser, presentUser } from '../users/service.ts'
import { listUserWorkspaces } from '../workspaces/service.ts'
import { type CurrentSession, type Session, SUDO_SECONDS } from './contract/session.ts'
import { IDLE_SECONDS, isSessionToken, newSessionToken, SESSION_SECONDS, sessionCookie } from './cookie.ts'
import * as sql from './sql.ts'

/** A session as a request needs it, built once and cached: one principal for each workspace. */
export interface UserSession {
  readonly sessionId: string
  readonly expiresAt: Date
  readonly isPendingTotp: boolean
  /** The user without a workspace. */
  readonly self: Principal
  readonly principals: ReadonlyMap<string, Principal>
  readonly closed: ReadonlySet<string>
}

interface NewSession extends Pick<sql.SessionRow, 'method'> {
  readonly userId: string
  readonly isPendingTotp: boolean
  /**
   * Time at which the user confirmed their identity. A sign-up that joins a workspace confirms it before joining, so it does not
   * count for actions there.
   */
  readonly provedAt?: Date | undefined
}

/** Starts a session and returns its cookie, whose value is not stored. */
export async function startSession(
  ctx: Context,
  db: Db,
  visitor: Visitor,
  { userId, method, isPendingTotp, provedAt }: NewSession,
): Promise<string> {
  const token = newSessionToken()
  const now = ctx.clock.now()
  await sql.insertSession(db, {
    hash: sha256(token),
    id: ctx.ids.next('session'),
    user_id: userId,
    method,
    is_pending_totp: isPendingTotp,
    ip: visitor.ip,
    user_agent: visitor.userAgent,
    created_at: now,
    last_seen_at: now,
    expires_at: new Date(now.getTime() + (isPendingTotp ? PENDING_SECONDS : SESSION_SECONDS) * 1000),
    sudo_at: provedAt ?? now,
  })
  return sessionCookie(visitor, token)
}

/** Confirmation time that never counts. */
const NEVER = new Date(0)

/** Time allowed for the second factor. */
const PENDING_SECONDS = 600

export async function findSignedIn(ctx: Context, token: string): Promise<UserSession | undefined> {
  const row = await sql.findSignedIn(ctx.db, sha256(token), limitsAt(ctx))
  if (!row) return undefined
  const user: SignedInUser = {
    id: row.user_id,
    email: row.email,
    sessionId: row.id,
    isOperator: row.is_operator,
    sudoAt: row.sudo_at,
  }
  const self: Principal = {
    workspaceId: user.id,
    keyId: user.id,
    mode: 'live',
    permission: 'read_write',
    profileIds: null,
    expiresAt: null,
    monthlyBudget: null,
    user,
    memberId: user.id,
    role: null,
  }
  const open = row.memberships.filter(({ is_closed }) => !is_closed)
  const principals = open.map(({ workspace_id, role, profile_ids, sudo_after }): [string, Principal] => [
    workspace_id,
    {
      ...self,
      workspaceId: workspace_id,
      user: sudo_after === null || row.sudo_at > new Date(sudo_after) ? user : { ...user, sudoAt: NEVER },
      permission: role === 'viewer' ? 'read' : 'read_write',
      profileIds: profile_ids,
      role,
    },
  ])
  return {
    sessionId: row.id,
    expiresAt: row.expires_at,
    isPendingTotp: row.is_pending_totp,
    self,
    principals: new Map(principals),
    closed: new Set(row.memberships.filter(({ is_closed }) => is_closed).map(({ workspace_id }) => workspace_id)),
  }
}

function limitsAt({ clock }: Context): { now: Date; seenAfter: Date } {
  const now = clock.now()
  return { now, seenAfter: new Date(now.getTime() - IDLE_SECONDS * 1000) }
}

/** Finds the session behind a cookie whose second factor is still pending. */
export async function findPendingSession(
  ctx: Context,
  db: Db,
  token: string | undefined,
): Promise<sql.SessionRow | undefined> {
  if (token === undefined || !isSessionToken(token)) return undefined
  return sql.findPendingSession(db, sha256(token), ctx.clock.now())
}

/** Returns true when the cookie's session is a full session of this user, and has not ended. */
export async function isUserSession(ctx: Context, db: Db, token: string | undefined, userId: string): Promise<boolean> {
  if (token === undefined || !isSessionToken(token)) return false
  return (await sql.findSessionUser(db, sha256(token), limitsAt(ctx))) === userId
}

/** Ends a pending session, which a full session replaces. */
export async function endPendingSession(tx: Db, { user_id, id }: sql.SessionRow): Promise<boolean> {
  return (await sql.deleteSession(tx, user_id, id)) !== undefined
}

export async function getCurrentSession(ctx: Context, db: Db, user: SignedInUser): Promise<CurrentSession> {
  const [row, session, workspaces, quarantined] = await Promise.all([
    getUser(db, user.id),
    sql.findSession(db, user.id, user.sessionId),
    listUserWorkspaces(db, user.id),
    sql.countQuarantined(db, user.id),
  ])
  if (!session) throw notFound('session')
  const sudoUntil = new Date(session.sudo_at.getTime() + SUDO_SECONDS * 1000)
  return {
    user: presentUser(row),
    session: {
      id: session.id,
      expires_at: session.expires_at.toISOString(),
      sudo_until: sudoUntil > ctx.clock.now() ? sudoUntil.toISOString() : null,
    },
    workspaces,
    quarantined_workspaces: quarantined,
  }
}

export async function listSessions(
  ctx: Context,
  db: Db,
  user: SignedInUser,
  query: { limit: number; cursor?: string },
): Promise<Page<Session>> {
  const filter = { limit: query.limit, after: afterId(query.cursor, 'ses'), ...limitsAt(ctx) }
  return toPage(await sql.listSessions(db, user.id, filter), (row) => present(row, user))
}

export async function revokeSession(ctx: Context, db: Db, user: SignedInUser, id: string): Promise<Session> {
  return transaction(db, async (tx) => {
    const row = await sql.deleteSession(tx, user.id, id)
    if (!row) throw notFound('session')
    await ctx.invalidation.announce(tx, 'sessions')
    await auditUser(ctx, tx, user, 'sessions.revoke', { session_id: id })
    return present(row, user)
  })
}

export async function revokeOtherSessions(ctx: Context, db: Db, user: SignedInUser): Promise<{ ended: number }> {
  return transaction(db, async (tx) => {
    const ended = await revokeUserSessions(ctx, tx, user.id, user.sessionId)
    await auditUser(ctx, tx, user, 'sessions.revoke_others', { ended })
    return { ended }
  })
}

/** Ends a user's sessions, except the one named by `except`; returns their number. */
export async function revokeUserSessions(ctx: Context, tx: Db, userId: string, except?: string): Promise<number> {
  const ended = await sql.deleteSessionsByUser(tx, userId, except)
  await ctx.invalidation.announce(tx, 'sessions')
  return ended
}

export async function recordSudo(ctx: Context, tx: Db, user: SignedInUser): Promise<void> {
  await sql.updateSudo(tx, user.id, user.sessionId, ctx.clock.now())
  await ctx.invalidation.announce(tx, 'sessions')
}

/** Writes `last_seen_at` of many sessions in one statement. */
export async function recordSessionUses(db: Db, uses: readonly { id: string; at: Date }[]): Promise<void> {
  if (uses.length > 0) await sql.updateLastSeen(db, uses)
}

export async function deleteEndedSessions(ctx: Context): Promise<void> {
  await sql.deleteEndedSessions(ctx.db, limitsAt(ctx))
}

function present(row: sql.SessionRow, { sessionId }: SignedInUser): Session {
  return {
    id: row.id,
    is_current: row.id === sessionId,
    method: row.method,
    ip: row.ip,
    user_agent: row.user_agent,
    created_at: row.created_at.toISOString(),
    last_seen_at: row.last_seen_at.toISOString(),
    expires_at: row.expires_at.toISOString(),
  }
}
