import type { Context } from '../../../kit/context.ts'
import { ApiError, notFound } from '../../../kit/declare/errors.ts'
import type { PageRows } from '../../../kit/declare/page.ts'
import { type Db, violatedConstraint } from '../../../kit/postgres/db.ts'
import { ALL_WORKSPACES, writeAudit } from '../audit/service.ts'
import type { User } from './contract.ts'
import { hashPassword } from './password.ts'
import * as sql from './sql/users.ts'

export type UserRow = sql.UserRow

export interface NewUser {
  readonly email: string
  readonly name: string
  readonly password: string | undefined
  readonly isOperator?: boolean
  /** True when the user opened a link sent to this address, or a provider vouches for it. */
  readonly isVerified?: boolean
  readonly locale?: string | null | undefined
  readonly timeZone?: string | null | undefined
  /** The queue in which the password waits to be hashed. */
  readonly lane?: string
}

/** Hashes the password first, so that the caller's transaction does not have to wait for it. */
export async function prepareUser(ctx: Context, wanted: NewUser): Promise<(tx: Db) => Promise<UserRow>> {
  const password_hash = wanted.password === undefined ? null : await hashPassword(wanted.password, wanted.lane)
  return async (tx) => {
    const now = ctx.clock.now()
    try {
      return await sql.insertUser(tx, {
        id: ctx.ids.next('user'),
        email: wanted.email,
        name: wanted.name,
        password_hash,
        is_operator: wanted.isOperator ?? false,
        email_verified_at: wanted.isVerified ? now : null,
        locale: wanted.locale ?? null,
        time_zone: wanted.timeZone ?? null,
        created_at: now,
        updated_at: now,
      })
    } catch (error) {
      if (violatedConstraint(error) !== 'users_email_key') throw error
      throw new ApiError('wrong_state', 'A user with this email address already exists. Sign in instead.')
    }
  }
}

export async function findUser(db: Db, id: string): Promise<UserRow | undefined> {
  return sql.findUser(db, id)
}

export async function getUser(db: Db, id: string): Promise<UserRow> {
  const row = await sql.findUser(db, id)
  if (!row) throw notFound('user')
  return row
}

/**
 * Reads and locks the current user; until the transaction ends no other transaction sets a password, or starts a session with the
 * old one.
 */
export async function listUserNames(db: Db, ids: readonly string[]): Promise<{ id: string; name: string }[]> {
  return sql.listUserNames(db, ids)
}

export async function lockUser(tx: Db, id: string): Promise<UserRow> {
  const row = await sql.lockUser(tx, id)
  if (!row) throw notFound('user')
  return row
}

export async function findUserByEmail(db: Db, email: string): Promise<UserRow | undefined> {
  return sql.findUserByEmail(db, email)
}

export async function changeUser(
  ctx: Context,
  db: Db,
  id: string,
  change: Partial<Omit<UserRow, 'id' | 'created_at' | 'updated_at'>>,
): Promise<UserRow> {
  const row = await sql.updateUser(db, id, { ...change, updated_at: ctx.clock.now() })
  if (!row) throw notFound('user')
  return row
}

/** Lists all users, newest first, with the number of their workspaces. */
export async function listUsers(
  db: Db,
  page: { limit: number; after: string | undefined },
): Promise<PageRows<sql.ListedUserRow>> {
  return sql.listUsers(db, page)
}

export async function hasUsers(db: Db): Promise<boolean> {
  return sql.hasUsers(db)
}

export async function hasOperators(db: Db): Promise<boolean> {
  return sql.hasOperators(db)
}

/** Writes an audit entry about a user's own account or sign-in. */
export async function auditUser(
  ctx: Context,
  tx: Db,
  user: { readonly id: string; readonly email: string },
  action: string,
  detail: Record<string, unknown> = {},
): Promise<void> {
  const by = { actor: user.email, reason: '' }
  await writeAudit(ctx, tx, ALL_WORKSPACES, { by, action, detail: { user_id: user.id, ...detail } })
}

export function presentUser(row: UserRow): User {
  return {
    id: row.id,
    email: row.email,
    email_verified: row.email_verified_at !== null,
    name: row.name,
    is_operator: row.is_operator,
    has_password: row.password_hash !== null,
    has_totp: row.totp_confirmed_at !== null,
    locale: row.locale,
    time_zone: row.time_zone,
    created_at: row.created_at.toISOString(),
  }
}
