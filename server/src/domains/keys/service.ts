import type { Context, Mode, Principal } from '../../kit/context.ts'
import { type Db, transaction } from '../../kit/db.ts'
import { ApiError, InvalidRequest, invalidValue, notFound } from '../../kit/errors.ts'
import { sha256 } from '../../kit/hash.ts'
import { afterId, type Page, pageOf } from '../../kit/page.ts'
import { listMissingProfiles } from '../profiles/service.ts'
import type { ApiKey, ApiKeyRequest, CreatedApiKey } from './contract.ts'
import { isWellFormed, newSecret } from './secret.ts'
import * as sql from './sql.ts'

export type { KeyUse } from './sql.ts'
export const recordKeyUses = sql.updateKeysLastUsed

/** Mints a key for an existing principal, which cannot hand on more than it has. */
export async function createKey(ctx: Context, db: Db, minter: Principal, body: ApiKeyRequest): Promise<CreatedApiKey> {
  const expiresAt = body.expires_at ? new Date(body.expires_at) : null
  if (minter.expiresAt && (!expiresAt || expiresAt > minter.expiresAt))
    throw new ApiError(
      'out_of_scope',
      `This key expires at ${minter.expiresAt.toISOString()}; it cannot mint one that outlives it.`,
    )
  if (minter.monthlyBudget !== null && (body.monthly_budget ?? Infinity) > minter.monthlyBudget)
    throw new ApiError(
      'out_of_scope',
      `This key may spend ${minter.monthlyBudget} credits a month; it cannot mint one that may spend more.`,
    )
  const missing = await listMissingProfiles(db, minter.workspaceId, body.profile_ids)
  if (missing.length > 0)
    throw new InvalidRequest(
      missing.map((id) =>
        invalidValue(['body', 'profile_ids', body.profile_ids.indexOf(id)], 'no profile with this id', id),
      ),
    )
  return mintKey(ctx, db, minter.workspaceId, { ...body, expiresAt })
}

interface NewKey extends Partial<Omit<ApiKeyRequest, 'expires_at'>> {
  readonly mode: Mode
  readonly expiresAt?: Date | null
}

/** Mints a key on nobody's behalf: for the first keys of a workspace. */
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
  }
  await transaction(db, async (tx) => {
    await sql.insertKey(tx, row)
    await sql.insertKeyHash(tx, { hash, workspace_id: workspaceId, key_id: row.id })
  })
  return { ...present(row), key }
}

export async function listKeys(
  db: Db,
  workspaceId: string,
  query: { limit: number; cursor?: string },
): Promise<Page<ApiKey>> {
  const rows = await sql.listKeys(db, workspaceId, { limit: query.limit, after: afterId(query.cursor) })
  return pageOf(rows, query.limit, present)
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
