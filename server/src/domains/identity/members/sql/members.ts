import type { Role } from '../../../../kit/context.ts'
import { type PageRows, readPage } from '../../../../kit/declare/page.ts'
import type { Db } from '../../../../kit/postgres/db.ts'

export interface MembershipRow {
  workspace_id: string
  user_id: string
  role: Role
  profile_ids: string[] | null
  created_at: Date
  /** A confirmed identity counts only when it is newer; null for users who opened the workspace. */
  sudo_after: Date | null
}

/** A membership with the public fields of its user. */
export interface MemberRow extends MembershipRow {
  id: string
  email: string
  name: string
  has_totp: boolean
  last_seen_at: Date | null
}

/** Returns false when the user is already a member; the membership then stays unchanged. */
export async function insertMembership(db: Db, membership: MembershipRow): Promise<boolean> {
  const rows = await db`
    insert into memberships ${db(membership)} on conflict (workspace_id, user_id) do nothing returning user_id`
  return rows.length > 0
}

export async function findMembership(db: Db, workspaceId: string, userId: string): Promise<MembershipRow | undefined> {
  const [row] = await db<MembershipRow[]>`
    select * from memberships where workspace_id = ${workspaceId} and user_id = ${userId}`
  return row
}

export async function lockMembership(db: Db, workspaceId: string, userId: string): Promise<MembershipRow | undefined> {
  const [row] = await db<MembershipRow[]>`
    select * from memberships where workspace_id = ${workspaceId} and user_id = ${userId} for update`
  return row
}

export async function listMembers(
  db: Db,
  workspaceId: string,
  page: { limit: number; after: string | undefined },
): Promise<PageRows<MemberRow>> {
  return readPage(
    db,
    page.limit,
    db<MemberRow[]>`
    select m.*, u.id, u.email, u.name, u.totp_confirmed_at is not null as has_totp,
      (select max(s.last_seen_at) from sessions s where s.user_id = u.id) as last_seen_at
    from memberships m join users u on u.id = m.user_id
    where m.workspace_id = ${workspaceId} ${page.after ? db`and m.user_id < ${page.after}` : db``}
    order by m.user_id desc`,
  )
}

export async function findMember(db: Db, workspaceId: string, userId: string): Promise<MemberRow | undefined> {
  const [row] = await db<MemberRow[]>`
    select m.*, u.id, u.email, u.name, u.totp_confirmed_at is not null as has_totp,
      (select max(s.last_seen_at) from sessions s where s.user_id = u.id) as last_seen_at
    from memberships m join users u on u.id = m.user_id
    where m.workspace_id = ${workspaceId} and m.user_id = ${userId}`
  return row
}

export async function hasMember(db: Db, workspaceId: string, email: string): Promise<boolean> {
  const rows = await db`
    select from memberships m join users u on u.id = m.user_id
    where m.workspace_id = ${workspaceId} and lower(u.email) = lower(${email})`
  return rows.length > 0
}

/** Locks the owners: of two concurrent calls that each remove an owner, the second sees the result of the first. */
export async function lockOwners(db: Db, workspaceId: string): Promise<string[]> {
  const rows = await db<{ user_id: string }[]>`
    select user_id from memberships where workspace_id = ${workspaceId} and role = 'owner' order by user_id for update`
  return rows.map(({ user_id }) => user_id)
}

export async function listOwnerEmails(db: Db, workspaceId: string): Promise<string[]> {
  const rows = await db<{ email: string }[]>`
    select u.email from memberships m join users u on u.id = m.user_id
    where m.workspace_id = ${workspaceId} and m.role = 'owner' order by m.user_id`
  return rows.map(({ email }) => email)
}

export async function updateMembership(
  db: Db,
  workspaceId: string,
  userId: string,
  change: Pick<MembershipRow, 'role' | 'profile_ids'>,
): Promise<void> {
  await db`update memberships set ${db(change)} where workspace_id = ${workspaceId} and user_id = ${userId}`
}

export async function deleteMembership(db: Db, workspaceId: string, userId: string): Promise<void> {
  await db`delete from memberships where workspace_id = ${workspaceId} and user_id = ${userId}`
}

export async function lockMembershipsByUser(db: Db, userId: string): Promise<MembershipRow[]> {
  return db<MembershipRow[]>`
    select * from memberships where user_id = ${userId} order by workspace_id for update`
}

export async function deleteMemberships(db: Db, workspaceId: string): Promise<void> {
  await db`delete from memberships where workspace_id = ${workspaceId}`
}

export async function deleteClosedMemberships(db: Db, closedBefore: Date): Promise<void> {
  await db`
    delete from memberships m using workspaces w where w.id = m.workspace_id and w.closed_at <= ${closedBefore}`
}
