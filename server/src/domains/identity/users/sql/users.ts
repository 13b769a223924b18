import { type PageRows, readPage } from '../../../../kit/declare/page.ts'
import type { Db } from '../../../../kit/postgres/db.ts'

export interface UserRow {
  id: string
  email: string
  name: string
  password_hash: string | null
  is_operator: boolean
  email_verified_at: Date | null
  totp_secret: string | null
  totp_confirmed_at: Date | null
  totp_last_step: number | null
  locale: string | null
  time_zone: string | null
  created_at: Date
  updated_at: Date
}

export async function insertUser(
  db: Db,
  user: Omit<UserRow, 'totp_secret' | 'totp_confirmed_at' | 'totp_last_step'>,
): Promise<UserRow> {
  const [row] = await db<UserRow[]>`insert into users ${db(user)} returning *`
  return row as UserRow
}

export async function findUser(db: Db, id: string): Promise<UserRow | undefined> {
  const [row] = await db<UserRow[]>`select * from users where id = ${id}`
  return row
}

export async function listUserNames(db: Db, ids: readonly string[]): Promise<{ id: string; name: string }[]> {
  return db<{ id: string; name: string }[]>`select id, name from users where id = any(${ids}::text[])`
}

export async function lockUser(db: Db, id: string): Promise<UserRow | undefined> {
  const [row] = await db<UserRow[]>`select * from users where id = ${id} for no key update`
  return row
}

export async function findUserByEmail(db: Db, email: string): Promise<UserRow | undefined> {
  const [row] = await db<UserRow[]>`select * from users where lower(email) = lower(${email})`
  return row
}

export async function hasUsers(db: Db): Promise<boolean> {
  const [row] = await db<{ found: boolean }[]>`select exists (select from users) as found`
  return row?.found ?? false
}

export async function hasOperators(db: Db): Promise<boolean> {
  const [row] = await db<{ found: boolean }[]>`select exists (select from users where is_operator) as found`
  return row?.found ?? false
}

export async function updateUser(
  db: Db,
  id: string,
  change: Partial<Omit<UserRow, 'id' | 'created_at'>> & { updated_at: Date },
): Promise<UserRow | undefined> {
  const [row] = await db<UserRow[]>`update users set ${db(change)} where id = ${id} returning *`
  return row
}

/** Deletes all credentials besides the password, and the sessions, in one statement: all of them or none. */
export async function deleteCredentials(db: Db, userId: string): Promise<void> {
  await db`
    with keys as (delete from passkeys where user_id = ${userId}),
      codes as (delete from recovery_codes where user_id = ${userId}),
      identities as (delete from user_identities where user_id = ${userId})
    delete from sessions where user_id = ${userId}`
}

export interface ListedUserRow extends UserRow {
  workspaces: number
  last_seen_at: Date | null
}

export async function listUsers(
  db: Db,
  page: { limit: number; after: string | undefined },
): Promise<PageRows<ListedUserRow>> {
  return readPage(
    db,
    page.limit,
    db<ListedUserRow[]>`
    select u.*, (select count(*)::int from memberships m where m.user_id = u.id) as workspaces,
      (select max(s.last_seen_at) from sessions s where s.user_id = u.id) as last_seen_at
    from users u ${page.after ? db`where u.id < ${page.after}` : db``} order by u.id desc`,
  )
}

/** Returns false when a code of this time step, or of a later one, was already used. */
export async function claimTotpStep(db: Db, id: string, step: number): Promise<boolean> {
  const rows = await db`
    update users set totp_last_step = ${step} where id = ${id} and coalesce(totp_last_step, 0) < ${step} returning id`
  return rows.length > 0
}
