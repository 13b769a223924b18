import type { Role } from '../../../kit/context.ts'
import { type PageRows, readPage } from '../../../kit/declare/page.ts'
import type { Db } from '../../../kit/postgres/db.ts'

export interface SessionRow {
  id: string
  user_id: string
  method: 'password' | 'passkey' | 'link' | 'oidc'
  is_pending_totp: boolean
  ip: string
  user_agent: string
  created_at: Date
  last_seen_at: Date
  expires_at: Date
  sudo_at: Date
}

export async function insertSession(db: Db, session: SessionRow & { hash: Uint8Array }): Promise<void> {
  await db`insert into sessions ${db(session)}`
}

export interface UserSessionRow extends SessionRow {
  email: string
  is_operator: boolean
  memberships: {
    readonly workspace_id: string
    readonly role: Role
    readonly profile_ids: readonly string[] | null
    readonly is_closed: boolean
    readonly sudo_after: string | null
  }[]
}

/**
 * Finds a usable session with its user and memberships. Reads tables of three other slices in one statement, because every
 * request needs it.
 */
export async function findSignedIn(
  db: Db,
  hash: Uint8Array,
  { now, seenAfter }: { now: Date; seenAfter: Date },
): Promise<UserSessionRow | undefined> {
  const [row] = await db<UserSessionRow[]>`
    select s.*, u.email, u.is_operator,
      coalesce((
        select json_agg(json_build_object(
          'workspace_id', m.workspace_id, 'role', m.role, 'profile_ids', m.profile_ids, 'is_closed', w.closed_at is not null,
          'sudo_after', m.sudo_after))
        from memberships m join workspaces w on w.id = m.workspace_id
        where m.user_id = s.user_id), '[]') as memberships
    from sessions s join users u on u.id = s.user_id
    where s.hash = ${hash} and s.expires_at > ${now} and s.last_seen_at > ${seenAfter}`
  return row
}

/** Reads a table of the quarantine slice, which comes after this one. */
export async function countQuarantined(db: Db, userId: string): Promise<number> {
  const [row] = await db<{ count: number }[]>`
    select count(*)::int as count from quarantined_memberships where user_id = ${userId}`
  return row?.count ?? 0
}

export async function findSession(db: Db, userId: string, id: string): Promise<SessionRow | undefined> {
  const [row] = await db<SessionRow[]>`select * from sessions where user_id = ${userId} and id = ${id}`
  return row
}

export async function findSessionUser(
  db: Db,
  hash: Uint8Array,
  { now, seenAfter }: { now: Date; seenAfter: Date },
): Promise<string | undefined> {
  const [row] = await db<{ user_id: string }[]>`
    select user_id from sessions
    where hash = ${hash} and not is_pending_totp and expires_at > ${now} and last_seen_at > ${seenAfter}`
  return row?.user_id
}

export async function findPendingSession(db: Db, hash: Uint8Array, now: Date): Promise<SessionRow | undefined> {
  const [row] = await db<SessionRow[]>`
    select * from sessions where hash = ${hash} and is_pending_totp and expires_at > ${now}`
  return row
}

export interface SessionFilter {
  readonly limit: number
  readonly after: string | undefined
  readonly now: Date
  readonly seenAfter: Date
}

export async function listSessions(db: Db, userId: string, filter: SessionFilter): Promise<PageRows<SessionRow>> {
  return readPage(
    db,
    filter.limit,
    db<SessionRow[]>`
    select * from sessions where user_id = ${userId} and not is_pending_totp
    and expires_at > ${filter.now} and last_seen_at > ${filter.seenAfter}
    ${filter.after ? db`and id < ${filter.after}` : db``}
    order by id desc`,
  )
}

export async function deleteSession(db: Db, userId: string, id: string): Promise<SessionRow | undefined> {
  const [row] = await db<SessionRow[]>`delete from sessions where user_id = ${userId} and id = ${id} returning *`
  return row
}

/** Deletes all sessions of a user except one; all of them when `except` is undefined. */
export async function deleteSessionsByUser(db: Db, userId: string, except: string | undefined): Promise<number> {
  const rows = await db`
    delete from sessions where user_id = ${userId} ${except === undefined ? db`` : db`and id <> ${except}`} returning id`
  return rows.length
}

export async function updateSudo(db: Db, userId: string, id: string, at: Date): Promise<void> {
  await db`update sessions set sudo_at = ${at} where user_id = ${userId} and id = ${id}`
}

export async function updateLastSeen(
  db: Db,
  uses: readonly { readonly id: string; readonly at: Date }[],
): Promise<void> {
  await db`
    update sessions s set last_seen_at = greatest(s.last_seen_at, used.at)
    from unnest(${uses.map((use) => use.id)}::text[], ${uses.map((use) => use.at.toISOString())}::timestamptz[]) as used (id, at)
    where s.id = used.id`
}

export async function deleteEndedSessions(db: Db, { now, seenAfter }: { now: Date; seenAfter: Date }): Promise<void> {
  await db`delete from sessions where expires_at <= ${now} or last_seen_at <= ${seenAfter}`
}
