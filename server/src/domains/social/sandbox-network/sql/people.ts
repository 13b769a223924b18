import { coalesceReads } from '../../../../kit/postgres/coalesce.ts'
import type { Db } from '../../../../kit/postgres/db.ts'

export interface UserRow {
  workspace_id: string
  id: string
  username: string
  token_seconds: number
  can_refresh: boolean
  created_at: Date
}

/** Signs up a new user; a known user gets the new token settings. */
export async function upsertUser(db: Db, row: UserRow): Promise<UserRow> {
  const [user] = await db<UserRow[]>`
    insert into sandbox_users ${db(row)}
    on conflict (workspace_id, username) do update set
      token_seconds = excluded.token_seconds, can_refresh = excluded.can_refresh
    returning *`
  return user as UserRow
}

export async function findUser(db: Db, workspaceId: string, id: string): Promise<UserRow | undefined> {
  const [user] = await db<UserRow[]>`select * from sandbox_users where workspace_id = ${workspaceId} and id = ${id}`
  return user
}

export interface EntityRow {
  workspace_id: string
  id: string
  user_id: string
  kind: string
  name: string
  grants: string[]
  created_at: Date
  view_key: string
}

export async function insertEntity(db: Db, row: Omit<EntityRow, 'view_key'>): Promise<void> {
  await db`insert into sandbox_entities ${db(row)} on conflict do nothing`
}

export async function listUserEntities(db: Db, workspaceId: string, userId: string): Promise<EntityRow[]> {
  return db<EntityRow[]>`
    select * from sandbox_entities where workspace_id = ${workspaceId} and user_id = ${userId} order by id`
}

export const findEntity = coalesceReads(
  (db, workspaceId, ids) =>
    db<
      EntityRow[]
    >`select * from sandbox_entities where workspace_id = ${workspaceId} and id = any(${ids as string[]})`,
)

export interface TokenRow {
  workspace_id: string
  hash: Buffer
  user_id: string
  kind: 'code' | 'access' | 'refresh'
  code_challenge: string | null
  redirect_uri: string | null
  expires_at: Date
}

export async function insertToken(db: Db, row: TokenRow): Promise<void> {
  await db`insert into sandbox_tokens ${db(row)}`
}

/** Deletes the token it returns: a code and a refresh token can be used once. */
export async function deleteOneUseToken(
  db: Db,
  workspaceId: string,
  hash: Buffer,
  kind: 'code' | 'refresh',
): Promise<TokenRow | undefined> {
  const [token] = await db<TokenRow[]>`
    delete from sandbox_tokens where workspace_id = ${workspaceId} and hash = ${hash} and kind = ${kind} returning *`
  return token
}

export interface SandboxCaller {
  /** The hash of the token, in hex. */
  id: string
  user_id: string
  username: string
  expires_at: Date
  /** True when any fault is scripted: saves a second query when there is none. */
  has_faults: boolean
}

/** Finds callers by the hash of the token, in hex. */
export const findCaller = coalesceReads(
  (db, workspaceId, hashes) => db<SandboxCaller[]>`
    select encode(t.hash, 'hex') as id, t.user_id, u.username, t.expires_at,
      exists (select from sandbox_faults f where f.workspace_id = ${workspaceId}) as has_faults
    from sandbox_tokens t join sandbox_users u on u.workspace_id = t.workspace_id and u.id = t.user_id
    where t.workspace_id = ${workspaceId} and t.kind = 'access'
      and t.hash = any(${hashes.map((hash) => Buffer.from(hash, 'hex'))}::bytea[])`,
)

export async function expireToken(db: Db, workspaceId: string, hash: Buffer, now: Date): Promise<void> {
  await db`update sandbox_tokens set expires_at = ${now} where workspace_id = ${workspaceId} and hash = ${hash}`
}

export async function deleteToken(db: Db, workspaceId: string, hash: Buffer): Promise<void> {
  await db`delete from sandbox_tokens where workspace_id = ${workspaceId} and hash = ${hash}`
}

export async function deleteUserTokens(db: Db, workspaceId: string, userId: string): Promise<void> {
  await db`delete from sandbox_tokens where workspace_id = ${workspaceId} and user_id = ${userId}`
}

export interface AuthorizationRow {
  workspace_id: string
  id: string
  redirect_uri: string
  code_challenge: string
  expires_at: Date
}

export async function insertAuthorization(db: Db, row: AuthorizationRow): Promise<void> {
  await db`insert into sandbox_authorizations ${db(row)}`
}

export async function findAuthorization(
  db: Db,
  workspaceId: string,
  id: string,
): Promise<AuthorizationRow | undefined> {
  const [row] = await db<AuthorizationRow[]>`
    select * from sandbox_authorizations where workspace_id = ${workspaceId} and id = ${id}`
  return row
}

export async function deleteAuthorization(db: Db, workspaceId: string, id: string): Promise<void> {
  await db`delete from sandbox_authorizations where workspace_id = ${workspaceId} and id = ${id}`
}

/** Deletes codes, tokens and sign-in pages that expired before. */
export async function deleteExpired(db: Db, before: Date): Promise<void> {
  await db`delete from sandbox_tokens where expires_at < ${before}`
  await db`delete from sandbox_authorizations where expires_at < ${before}`
}

export async function listUsersByName(db: Db, workspaceId: string, names: readonly string[]): Promise<UserRow[]> {
  return db<UserRow[]>`
    select * from sandbox_users where workspace_id = ${workspaceId} and username = any(${names})
    order by username`
}

/** Deletes in the order of their references: rows that are deleted together are checked at the end of the statement. */
export async function deleteUsers(db: Db, workspaceId: string, ids: readonly string[]): Promise<void> {
  // Rows that visitors add meanwhile wait for these rows, or are deleted with them.
  await db`select from sandbox_entities where workspace_id = ${workspaceId} and user_id = any(${ids}) order by id for update`
  const entities = db`select id from sandbox_entities where workspace_id = ${workspaceId} and user_id = any(${ids})`
  await db`
    with items as (delete from sandbox_items where workspace_id = ${workspaceId} and entity_id in (${entities})),
      posts as (delete from sandbox_posts where workspace_id = ${workspaceId} and entity_id in (${entities})),
      tokens as (delete from sandbox_tokens where workspace_id = ${workspaceId} and user_id = any(${ids})),
      pages as (delete from sandbox_entities where workspace_id = ${workspaceId} and user_id = any(${ids}))
    delete from sandbox_users where workspace_id = ${workspaceId} and id = any(${ids})`
}
