import type { Permission } from '../../../kit/context.ts'
import type { Db } from '../../../kit/postgres/db.ts'

export interface TokenRow {
  hash: Uint8Array
  kind: 'code' | 'access' | 'refresh'
  workspace_id: string
  key_id: string
  used_at: Date | null
  expires_at: Date
  redirect_uri: string | null
  code_challenge: string | null
}

export async function insertToken(db: Db, token: TokenRow): Promise<void> {
  await db`insert into oauth_tokens ${db(token)}`
}

export async function findToken(db: Db, hash: Uint8Array): Promise<TokenRow | undefined> {
  const [row] = await db<TokenRow[]>`select * from oauth_tokens where hash = ${hash}`
  return row
}

/** Serializes the uses of a code or a refresh token. */
export async function lockToken(db: Db, hash: Uint8Array): Promise<TokenRow | undefined> {
  const [row] = await db<TokenRow[]>`select * from oauth_tokens where hash = ${hash} for update`
  return row
}

export async function updateTokenUsed(db: Db, hash: Uint8Array, at: Date): Promise<void> {
  await db`update oauth_tokens set used_at = ${at} where hash = ${hash}`
}

/** Lists keys of which a token has expired, oldest first. */
export async function listKeysWithExpiredTokens(
  db: Db,
  before: Date,
  limit: number,
): Promise<{ workspace_id: string; key_id: string }[]> {
  return db<{ workspace_id: string; key_id: string }[]>`
    select distinct workspace_id, key_id from (
      select workspace_id, key_id from oauth_tokens where expires_at < ${before} order by expires_at limit ${limit}) t`
}

export async function hasLiveToken(db: Db, workspaceId: string, keyId: string, now: Date): Promise<boolean> {
  const [row] = await db`
    select 1 from oauth_tokens
    where workspace_id = ${workspaceId} and key_id = ${keyId} and expires_at > ${now} limit 1`
  return row !== undefined
}

export async function deleteExpiredTokens(db: Db, workspaceId: string, keyId: string, before: Date): Promise<void> {
  await db`
    delete from oauth_tokens where workspace_id = ${workspaceId} and key_id = ${keyId} and expires_at < ${before}`
}

export interface DeviceCodeRow {
  hash: Uint8Array
  user_code: string
  status: 'pending' | 'allowed' | 'denied' | 'used'
  client: string
  permission: Permission
  network: string
  interval_seconds: number
  polled_at: Date | null
  workspace_id: string | null
  key_id: string | null
  created_at: Date
  expires_at: Date
}

/** Returns false if the user code is taken. */
export async function insertDeviceCode(db: Db, code: DeviceCodeRow): Promise<boolean> {
  const rows = await db`
    insert into oauth_device_codes ${db(code)} on conflict (user_code) do nothing returning 1`
  return rows.length > 0
}

export async function countPendingByNetwork(db: Db, network: string, now: Date): Promise<number> {
  const [row] = await db<[{ count: number }]>`
    select count(*)::int as count from oauth_device_codes where network = ${network} and expires_at > ${now}`
  return row.count
}

export async function lockDeviceCode(db: Db, hash: Uint8Array): Promise<DeviceCodeRow | undefined> {
  const [row] = await db<DeviceCodeRow[]>`select * from oauth_device_codes where hash = ${hash} for update`
  return row
}

export async function lockPendingDevice(db: Db, userCode: string, now: Date): Promise<DeviceCodeRow | undefined> {
  const [row] = await db<DeviceCodeRow[]>`
    select * from oauth_device_codes where user_code = ${userCode} and status = 'pending' and expires_at > ${now}
    for update`
  return row
}

export async function updateDeviceCode(db: Db, hash: Uint8Array, change: Partial<DeviceCodeRow>): Promise<void> {
  await db`update oauth_device_codes set ${db(change)} where hash = ${hash}`
}

/** Lists keys of devices that were allowed but did not poll again. */
export async function listUnclaimedDeviceKeys(
  db: Db,
  before: Date,
): Promise<{ workspace_id: string; key_id: string }[]> {
  return db<{ workspace_id: string; key_id: string }[]>`
    select workspace_id, key_id from oauth_device_codes where expires_at < ${before} and status = 'allowed'`
}

export async function deleteDeviceCodesBefore(db: Db, before: Date): Promise<void> {
  await db`delete from oauth_device_codes where expires_at < ${before}`
}
