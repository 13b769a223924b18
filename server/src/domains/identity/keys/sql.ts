import type { Role } from '../../../kit/context.ts'
import { type PageRows, readPage } from '../../../kit/declare/page.ts'
import type { Db } from '../../../kit/postgres/db.ts'
import type { ApiKey, ApiKeyRequest, KeyApp } from './contract.ts'

export interface KeyRow {
  workspace_id: string
  id: string
  name: string | null
  key_prefix: string
  mode: ApiKeyRequest['mode']
  scope: ApiKey['scope']
  permission: ApiKey['permission']
  profile_ids: string[]
  monthly_budget: number | null
  expires_at: Date | null
  last_used_at: Date | null
  revoked_at: Date | null
  created_at: Date
  minted_by: string | null
  /** The user who created it; null for the operator and the first start. */
  created_by: string | null
  /** The member it acts for; null when it belongs to the workspace. */
  member_id: string | null
  /** Role at minting or handover: the key's maximum role. */
  role: Role
  /** The app that a user connected: its tokens lead to the key, which has no secret. Null for other keys. */
  app: KeyApp | null
}

export async function insertKey(db: Db, key: KeyRow): Promise<void> {
  await db`insert into api_keys ${db({ ...key, app: key.app && db.json(key.app) })}`
}

export async function insertKeyHash(
  db: Db,
  hash: { hash: Uint8Array; workspace_id: string; key_id: string },
): Promise<void> {
  await db`insert into api_key_hashes ${db(hash)}`
}

/** Finds the workspace by the hash, so that the key itself is read from one node only (decision 0045). */
export async function findKeyHash(
  db: Db,
  hash: Uint8Array,
): Promise<{ workspace_id: string; key_id: string } | undefined> {
  const [row] = await db<{ workspace_id: string; key_id: string }[]>`
    select workspace_id, key_id from api_key_hashes where hash = ${hash}`
  return row
}

/** Finds a key, and whether its workspace is closed: one statement, because every new key on a process needs it. */
export async function findKeyToUse(
  db: Db,
  workspaceId: string,
  id: string,
): Promise<(KeyRow & { is_closed: boolean }) | undefined> {
  const [row] = await db<(KeyRow & { is_closed: boolean })[]>`
    select k.*, w.closed_at is not null as is_closed from api_keys k join workspaces w on w.id = k.workspace_id
    where k.workspace_id = ${workspaceId} and k.id = ${id}`
  return row
}

export async function findKey(db: Db, workspaceId: string, id: string): Promise<KeyRow | undefined> {
  const [row] = await db<KeyRow[]>`select * from api_keys where workspace_id = ${workspaceId} and id = ${id}`
  return row
}

/** Prevents the key from being revoked until the transaction ends. */
export async function lockKey(db: Db, workspaceId: string, id: string): Promise<KeyRow | undefined> {
  const [row] = await db<KeyRow[]>`
    select * from api_keys where workspace_id = ${workspaceId} and id = ${id} for share`
  return row
}

/** Prevents other transactions from adding a key to the workspace until this one ends. */
export async function lockKeys(db: Db, workspaceId: string): Promise<void> {
  await db`select pg_advisory_xact_lock(hashtext('api_keys'), hashtext(${workspaceId}))`
}

export async function countUsableKeys(db: Db, workspaceId: string, now: Date): Promise<number> {
  const [row] = await db<[{ count: number }]>`
    select count(*)::int as count from api_keys
    where workspace_id = ${workspaceId} and revoked_at is null and (expires_at is null or expires_at > ${now})`
  return row.count
}

export async function listUsableKeysMintedBy(db: Db, workspaceId: string, id: string, now: Date): Promise<string[]> {
  const rows = await db<{ id: string }[]>`
    select id from api_keys
    where workspace_id = ${workspaceId} and minted_by = ${id} and revoked_at is null and (expires_at is null or expires_at > ${now})
    order by id`
  return rows.map((row) => row.id)
}

/** Lists a member's keys that are not revoked, newest first; includes expired ones when `now` is omitted. */
export async function listKeysByMember(
  db: Db,
  workspaceId: string,
  memberId: string,
  { now, limit }: { now?: Date; limit?: number } = {},
): Promise<KeyRow[]> {
  return db<KeyRow[]>`
    select * from api_keys
    where workspace_id = ${workspaceId} and member_id = ${memberId} and revoked_at is null
      ${now === undefined ? db`` : db`and (expires_at is null or expires_at > ${now})`}
    order by id desc ${limit === undefined ? db`` : db`limit ${limit}`}`
}

/** Lists the apps that a member connected and that still have access, newest first. */
export async function listAppKeys(
  db: Db,
  workspaceId: string,
  memberId: string,
  page: { limit: number; after: string | undefined },
): Promise<PageRows<KeyRow>> {
  return readPage(
    db,
    page.limit,
    db<KeyRow[]>`
    select * from api_keys
    where workspace_id = ${workspaceId} and member_id = ${memberId} and app is not null and revoked_at is null
      ${page.after ? db`and id < ${page.after}` : db``}
    order by id desc`,
  )
}

/** Lists the keys of one workspace, or of all workspaces. */
export async function listAllKeys(
  db: Db,
  workspaceId: string | undefined,
  page: { limit: number; after: string | undefined },
): Promise<PageRows<KeyRow>> {
  return readPage(
    db,
    page.limit,
    db<KeyRow[]>`
    select * from api_keys
    where ${workspaceId === undefined ? db`true` : db`workspace_id = ${workspaceId}`} ${page.after ? db`and id < ${page.after}` : db``}
    order by id desc`,
  )
}

export interface KeyFilter {
  readonly limit: number
  readonly after: string | undefined
  readonly status: 'active' | 'expired' | 'revoked' | undefined
  readonly mode: KeyRow['mode'] | undefined
  readonly now: Date
}

export async function listKeys(
  db: Db,
  workspaceId: string,
  { limit, after, status, mode, now }: KeyFilter,
): Promise<PageRows<KeyRow>> {
  const statuses = {
    active: db`and revoked_at is null and (expires_at is null or expires_at > ${now})`,
    expired: db`and revoked_at is null and expires_at <= ${now}`,
    revoked: db`and revoked_at is not null`,
  }
  return readPage(
    db,
    limit,
    db<KeyRow[]>`
    select * from api_keys where workspace_id = ${workspaceId} ${after ? db`and id < ${after}` : db``}
    ${status ? statuses[status] : db``} ${mode ? db`and mode = ${mode}` : db``}
    order by id desc`,
  )
}

/** Lists the charges of these keys for calls whose hold is not older than `fromHold`; omits keys without a charge. */
export async function listSpend(
  db: Db,
  workspaceId: string,
  ids: readonly string[],
  fromHold: string,
): Promise<{ key_id: string; credits: number }[]> {
  return db<{ key_id: string; credits: number }[]>`
    select key_id, sum(credits)::bigint as credits from charges
    where workspace_id = ${workspaceId} and hold_id >= ${fromHold} and key_id = any(${ids}::text[]) group by key_id`
}

export async function updateKey(db: Db, workspaceId: string, id: string, change: Partial<KeyRow>): Promise<KeyRow> {
  const [row] = await db<[KeyRow]>`
    update api_keys set ${db(change)} where workspace_id = ${workspaceId} and id = ${id} returning *`
  return row
}

/** Revokes a key; a second revocation keeps the time of the first. */
export async function updateKeyRevoked(db: Db, workspaceId: string, id: string, at: Date): Promise<KeyRow | undefined> {
  const [row] = await db<KeyRow[]>`
    update api_keys set revoked_at = coalesce(revoked_at, ${at}) where workspace_id = ${workspaceId} and id = ${id} returning *`
  return row
}

export async function updateKeysLastUsed(
  db: Db,
  uses: readonly { readonly workspaceId: string; readonly keyId: string; readonly at: Date }[],
): Promise<void> {
  await db`
    update api_keys k set last_used_at = greatest(k.last_used_at, used.at)
    from unnest(
      ${uses.map((use) => use.workspaceId)}::text[], ${uses.map((use) => use.keyId)}::text[], ${uses.map((use) => use.at.toISOString())}::timestamptz[]
    ) as used (workspace_id, id, at)
    where k.workspace_id = used.workspace_id and k.id = used.id`
}

/** Revokes the usable keys that a user minted, and those that these minted in turn. */
export async function revokeKeysMintedBy(db: Db, workspaceId: string, userId: string, at: Date): Promise<string[]> {
  const rows = await db<{ id: string }[]>`
    with recursive minted as (
      select id from api_keys where workspace_id = ${workspaceId} and minted_by = ${userId}
      union select k.id from api_keys k join minted m on k.minted_by = m.id where k.workspace_id = ${workspaceId})
    update api_keys set revoked_at = ${at}
    where workspace_id = ${workspaceId} and id in (select id from minted) and revoked_at is null returning id`
  return rows.map(({ id }) => id)
}

export async function restoreKeys(db: Db, workspaceId: string, ids: readonly string[], revokedAt: Date): Promise<void> {
  await db`
    update api_keys set revoked_at = null
    where workspace_id = ${workspaceId} and id = any(${ids}::text[]) and revoked_at = ${revokedAt}`
}

export async function revokeAllKeys(db: Db, workspaceId: string, at: Date): Promise<void> {
  await db`update api_keys set revoked_at = ${at} where workspace_id = ${workspaceId} and revoked_at is null`
}

export async function listKeysById(db: Db, workspaceId: string, ids: readonly string[]): Promise<KeyRow[]> {
  return db<KeyRow[]>`
    select * from api_keys where workspace_id = ${workspaceId} and id = any(${ids}::text[]) order by id desc`
}
