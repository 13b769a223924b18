import type { Context, Mode, Principal } from '../../../kit/context.ts'
import { ApiError, notFound } from '../../../kit/declare/errors.ts'
import { afterId, type Page, pageOf } from '../../../kit/declare/page.ts'
import { sha256 } from '../../../kit/hash.ts'
import { type Db, transaction } from '../../../kit/postgres/db.ts'
import { assertStillMember } from '../members/service.ts'
import { assertProfilesExist } from '../profiles/service.ts'
import type { ApiKey, ApiKeyQuery, ApiKeyRequest, CreatedApiKey } from './contract.ts'
import { isWellFormed, newSecret } from './secret.ts'
import * as sql from './sql.ts'
import { assertNotStronger } from './strength.ts'

/** Mints a key for a calling key; the new one is never stronger than the key that mints it. */
export async function createKey(ctx: Context, db: Db, minter: Principal, body: ApiKeyRequest): Promise<CreatedApiKey> {
  const { mode, monthly_budget: budget = null, expires_at: expiresAt } = body
  assertNotStronger(minter, { mode, monthlyBudget: budget, expiresAt: expiresAt ? new Date(expiresAt) : null })
  return transaction(db, async (tx) => {
    // Before the row of the caller, as by every other change of keys.
    await sql.lockKeys(tx, minter.workspaceId)
    await assertStillThere(tx, minter)
    return mintRequestedKey(ctx, tx, minter.workspaceId, { body, mintedBy: minter.keyId })
  })
}

/** The cached principal may belong to a key or a membership that was taken away a moment ago. Its row is locked until this commits. */
export async function assertStillThere(tx: Db, { workspaceId, keyId, user }: Principal): Promise<void> {
  if (user) return assertStillMember(tx, workspaceId, user.id)
  const row = await sql.lockKey(tx, workspaceId, keyId)
  if (!row || row.revoked_at) throw new ApiError('invalid_api_key', 'This API key was revoked.')
}

/** Mints the key that a request describes. `mintedBy` is the id of the calling key, or null for the operator. */
export async function mintRequestedKey(
  ctx: Context,
  db: Db,
  workspaceId: string,
  { body, mintedBy }: { body: ApiKeyRequest; mintedBy: string | null },
): Promise<CreatedApiKey> {
  await assertProfilesExist(db, workspaceId, body.profile_ids)
  const expiresAt = body.expires_at ? new Date(body.expires_at) : null
  return mintKey(ctx, db, workspaceId, { ...body, expiresAt, mintedBy })
}

interface NewKey extends Partial<Omit<ApiKeyRequest, 'expires_at'>> {
  readonly mode: Mode
  readonly expiresAt?: Date | null
  readonly mintedBy?: string | null
}

/** Mints a key without any check of who asks: for the first keys of a workspace. */
export async function mintKey(ctx: Context, db: Db, workspaceId: string, wanted: NewKey): Promise<CreatedApiKey> {
  const { key, prefix, hash } = newSecret(wanted.mode)
  const row: sql.KeyRow = {
    workspace_id: workspaceId,
    id: ctx.ids.next('key'),
    name: wanted.name ?? null,
    key_prefix: prefix,
    mode: wanted.mode,
    scope: wanted.scope ?? 'full',
    permission: wanted.permission ?? 'read_write',
    profile_ids: [...new Set(wanted.profile_ids)],
    monthly_budget: wanted.monthly_budget ?? null,
    expires_at: wanted.expiresAt ?? null,
    last_used_at: null,
    revoked_at: null,
    created_at: ctx.clock.now(),
    minted_by: wanted.mintedBy ?? null,
  }
  await transaction(db, async (tx) => {
    await sql.lockKeys(tx, workspaceId)
    const { API_KEYS_PER_WORKSPACE: max } = ctx.config
    if ((await sql.countUsableKeys(tx, workspaceId, row.created_at)) >= max)
      throw new ApiError('wrong_state', `This workspace has ${max} API keys, the most it can have. Revoke one first.`)
    await sql.insertKey(tx, row)
    await sql.insertKeyHash(tx, { hash, workspace_id: workspaceId, key_id: row.id })
  })
  return { ...present(row), key }
}

/** A key as an operator sees it. */
export interface AdminApiKey extends ApiKey {
  readonly workspace_id: string
  readonly minted_by: string | null
}

/** Lists the keys of one workspace, or of all of them. */
export async function listAllKeys(
  db: Db,
  workspaceId: string | undefined,
  query: { limit: number; cursor?: string | undefined },
): Promise<Page<AdminApiKey>> {
  const rows = await sql.listAllKeys(db, workspaceId, { limit: query.limit, after: afterId(query.cursor, 'key') })
  return pageOf(rows, (row) => {
    const { workspace_id, minted_by } = row
    return { ...present(row), workspace_id, minted_by }
  })
}

/** The ids of the keys that this key minted and that still work. */
export async function listKeysMintedBy(ctx: Context, db: Db, workspaceId: string, id: string): Promise<string[]> {
  return sql.listUsableKeysMintedBy(db, workspaceId, id, ctx.clock.now())
}

export async function listKeys(
  ctx: Context,
  db: Db,
  workspaceId: string,
  { limit, cursor, status, mode, include }: ApiKeyQuery,
): Promise<Page<ApiKey>> {
  const filter = { limit, after: afterId(cursor), status, mode, now: ctx.clock.now() }
  const page = pageOf(await sql.listKeys(db, workspaceId, filter), present)
  return include ? { ...page, data: await withSpend(ctx, db, workspaceId, page.data) } : page
}

export async function getKey(
  ctx: Context,
  db: Db,
  workspaceId: string,
  id: string,
  { include }: Pick<ApiKeyQuery, 'include'> = {},
): Promise<ApiKey> {
  const row = await sql.findKey(db, workspaceId, id)
  if (!row) throw notFound('API key')
  const [key = present(row)] = include ? await withSpend(ctx, db, workspaceId, [present(row)]) : []
  return key
}

/** Adds what each key spent this month. It is counted from the charges, whose key begins with the time of the call. */
async function withSpend(ctx: Context, db: Db, workspaceId: string, keys: readonly ApiKey[]): Promise<ApiKey[]> {
  const monthStart = new Date(`${ctx.clock.now().toISOString().slice(0, 7)}-01`)
  const ids = keys.map(({ id }) => id)
  const spend = await sql.listSpend(db, workspaceId, ids, ctx.ids.lowestAt('hold', monthStart))
  const credits = new Map(spend.map((row) => [row.key_id, row.credits]))
  return keys.map((key) => ({ ...key, spent_this_month: credits.get(key.id) ?? 0 }))
}

export async function revokeKey(ctx: Context, db: Db, workspaceId: string, id: string): Promise<ApiKey> {
  return transaction(db, async (tx) => {
    const row = await sql.updateKeyRevoked(tx, workspaceId, id, ctx.clock.now())
    if (!row) throw notFound('API key')
    await ctx.invalidation.announce(tx, 'keys')
    return present(row)
  })
}

/** A key that exists and was not revoked. */
export interface KnownKey {
  readonly principal: Principal
  /** Its workspace is closed: the key opens nothing until it is opened again. */
  readonly isClosed: boolean
}

export async function findKnownKey(db: Db, key: string): Promise<KnownKey | undefined> {
  if (!isWellFormed(key)) return undefined
  const known = await sql.findKeyHash(db, sha256(key))
  const row = known && (await sql.findKeyToUse(db, known.workspace_id, known.key_id))
  return row && !row.revoked_at ? { principal: principalOf(row), isClosed: row.is_closed } : undefined
}

function principalOf(row: sql.KeyRow): Principal {
  return {
    workspaceId: row.workspace_id,
    keyId: row.id,
    mode: row.mode,
    permission: row.permission,
    profileIds: row.scope === 'profiles' ? row.profile_ids : null,
    expiresAt: row.expires_at,
    monthlyBudget: row.monthly_budget,
    user: null,
    role: null,
  }
}

export interface KeyUse {
  readonly workspaceId: string
  readonly keyId: string
  readonly at: Date
}

/** Writes `last_used_at` of many keys in one statement. */
export async function recordKeyUses(db: Db, uses: readonly KeyUse[]): Promise<void> {
  if (uses.length > 0) await sql.updateKeysLastUsed(db, uses)
}

export function present(row: sql.KeyRow): ApiKey {
  return {
    id: row.id,
    name: row.name,
    key_prefix: row.key_prefix,
    mode: row.mode,
    scope: row.scope,
    profile_ids: row.profile_ids,
    permission: row.permission,
    ...(row.monthly_budget !== null && { monthly_budget: row.monthly_budget }),
    expires_at: row.expires_at?.toISOString() ?? null,
    last_used_at: row.last_used_at?.toISOString() ?? null,
    revoked_at: row.revoked_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
  }
}
