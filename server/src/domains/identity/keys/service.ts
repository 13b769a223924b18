import type { Context, Mode, Principal } from '../../../kit/context.ts'
import { ApiError, InvalidRequest, invalidValue, notFound } from '../../../kit/declare/errors.ts'
import { afterId, type Page, pageOf } from '../../../kit/declare/page.ts'
import { sha256 } from '../../../kit/hash.ts'
import { type Db, transaction } from '../../../kit/postgres/db.ts'
import { listMissingProfiles } from '../profiles/service.ts'
import type { ApiKey, ApiKeyRequest, CreatedApiKey } from './contract.ts'
import { isWellFormed, newSecret } from './secret.ts'
import * as sql from './sql.ts'

export type { KeyUse } from './sql.ts'
export { isWellFormed }
export const recordKeyUses = sql.updateKeysLastUsed

/** Mints a key for an existing principal, which cannot hand on more than it has. */
export async function createKey(ctx: Context, db: Db, minter: Principal, body: ApiKeyRequest): Promise<CreatedApiKey> {
  assertNotStronger(minter, body)
  return transaction(db, async (tx) => {
    // A cached principal may be of a key that was revoked a moment ago; its row cannot change until this commits.
    const row = await sql.lockKey(tx, minter.workspaceId, minter.keyId)
    if (!row || row.revoked_at) throw new ApiError('invalid_api_key', 'This API key was revoked.')
    return mintRequestedKey(ctx, tx, minter.workspaceId, body, minter.keyId)
  })
}

/**
 * Permission, scope and mode need no check here: only a live `read_write` key of scope full reaches this. A budget is not
 * divided among keys: any number of children with a part of it, or one after the other, would spend it many times over.
 */
function assertNotStronger(minter: Principal, body: ApiKeyRequest): void {
  if (minter.expiresAt && (!body.expires_at || new Date(body.expires_at) > minter.expiresAt))
    throw new ApiError(
      'out_of_scope',
      `This key expires at ${minter.expiresAt.toISOString()}; it cannot mint one that outlives it.`,
    )
  if (minter.monthlyBudget !== null && body.mode === 'live' && body.monthly_budget !== 0)
    throw new ApiError(
      'out_of_scope',
      'This key has a monthly budget, so it mints only keys that spend nothing: with monthly_budget 0 or mode test. Mint others with a key that has no budget.',
    )
}

/** Mints what a request describes, for a key or (`mintedBy` null) for the operator. */
export async function mintRequestedKey(
  ctx: Context,
  db: Db,
  workspaceId: string,
  body: ApiKeyRequest,
  mintedBy: string | null,
): Promise<CreatedApiKey> {
  const missing = await listMissingProfiles(db, workspaceId, body.profile_ids)
  if (missing.length > 0)
    throw new InvalidRequest(
      missing.map((id) =>
        invalidValue(['body', 'profile_ids', body.profile_ids.indexOf(id)], 'no profile with this id', id),
      ),
    )
  const expiresAt = body.expires_at ? new Date(body.expires_at) : null
  return mintKey(ctx, db, workspaceId, { ...body, expiresAt, mintedBy })
}

interface NewKey extends Partial<Omit<ApiKeyRequest, 'expires_at'>> {
  readonly mode: Mode
  readonly expiresAt?: Date | null
  readonly mintedBy?: string | null
}

/** Mints a key without asking who may: for the first keys of a workspace. */
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
    const { API_KEYS_PER_WORKSPACE: most } = ctx.config
    if ((await sql.countUsableKeys(tx, workspaceId, row.created_at)) >= most)
      throw new ApiError('wrong_state', `This workspace has ${most} API keys, the most it can have. Revoke one first.`)
    await sql.insertKey(tx, row)
    await sql.insertKeyHash(tx, { hash, workspace_id: workspaceId, key_id: row.id })
  })
  return { ...present(row), key }
}

/** A key as the operator sees it. */
export interface OwnedApiKey extends ApiKey {
  readonly workspace_id: string
  readonly mode: Mode
  readonly minted_by: string | null
}

/** Of every workspace when none is named. */
export async function listOwnedKeys(
  db: Db,
  workspaceId: string | undefined,
  query: { limit: number; cursor?: string | undefined },
): Promise<Page<OwnedApiKey>> {
  const rows = await sql.listOwnedKeys(db, workspaceId, { limit: query.limit, after: afterId(query.cursor, 'key') })
  return pageOf(rows, (row) => {
    const { workspace_id, mode, minted_by } = row
    return { ...present(row), workspace_id, mode, minted_by }
  })
}

export const listKeysMintedBy = sql.listUsableKeysMintedBy

export async function listKeys(
  db: Db,
  workspaceId: string,
  query: { limit: number; cursor?: string },
): Promise<Page<ApiKey>> {
  const rows = await sql.listKeys(db, workspaceId, { limit: query.limit, after: afterId(query.cursor) })
  return pageOf(rows, present)
}

export async function getKey(db: Db, workspaceId: string, id: string): Promise<ApiKey> {
  const row = await sql.findKey(db, workspaceId, id)
  if (!row) throw notFound('API key')
  return present(row)
}

export async function revokeKey(ctx: Context, db: Db, workspaceId: string, id: string): Promise<ApiKey> {
  return transaction(db, async (tx) => {
    const row = await sql.updateKeyRevoked(tx, workspaceId, id, ctx.clock.now())
    if (!row) throw notFound('API key')
    await ctx.control.announce(tx, 'keys')
    return present(row)
  })
}

/** The principal a presented key stands for; undefined when there is no such key or it was revoked. */
export async function findPrincipal(db: Db, key: string): Promise<Principal | undefined> {
  if (!isWellFormed(key)) return undefined
  const row = await sql.findKeyByHash(db, sha256(key))
  if (!row || row.revoked_at) return undefined
  return {
    workspaceId: row.workspace_id,
    keyId: row.id,
    mode: row.mode,
    permission: row.permission,
    profileIds: row.scope === 'profiles' ? row.profile_ids : null,
    expiresAt: row.expires_at,
    monthlyBudget: row.monthly_budget,
  }
}

function present(row: sql.KeyRow): ApiKey {
  return {
    id: row.id,
    name: row.name,
    key_prefix: row.key_prefix,
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
