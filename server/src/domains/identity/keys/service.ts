import type { Context, Mode, Permission, Principal, Role } from '../../../kit/context.ts'
import { ApiError, notFound } from '../../../kit/declare/errors.ts'
import { afterId, type Page, toPage } from '../../../kit/declare/page.ts'
import { sha256 } from '../../../kit/hash.ts'
import { type Db, transaction } from '../../../kit/postgres/db.ts'
import { auditCaller } from '../audit/service.ts'
import { leastRights, lesserRole, type Rights } from '../members/rights.ts'
import { assertStillMember, findMemberRights } from '../members/service.ts'
import { assertProfilesExist } from '../profiles/service.ts'
import type { ApiKey, ApiKeyQuery, ApiKeyRequest, CreatedApiKey, KeyApp } from './contract.ts'
import { isWellFormed, newSecret } from './secret.ts'
import * as sql from './sql.ts'
import { assertNotStronger } from './strength.ts'

/** Mints a key that acts for the same member as its minter, and is never stronger than the minter. */
export async function createKey(ctx: Context, db: Db, minter: Principal, body: ApiKeyRequest): Promise<CreatedApiKey> {
  const { mode, monthly_budget: budget = null, expires_at: expiresAt } = body
  const { workspaceId, keyId } = minter
  return transaction(db, async (tx) => {
    // Before the row of the caller, as in every other change of keys.
    await sql.lockKeys(tx, workspaceId)
    const maker = await lockMinter(tx, minter)
    const expiry = expiresAt ? new Date(expiresAt) : null
    assertNotStronger(minter, { mode, role: maker.role, monthlyBudget: budget, expiresAt: expiry })
    const created = await mintRequestedKey(ctx, tx, workspaceId, { body, mintedBy: keyId, ...maker })
    const { id, key_prefix, scope, profile_ids, permission } = created
    const detail = { key_id: id, key_prefix, mode, scope, profile_ids, permission, role: maker.role }
    await auditCaller(ctx, tx, minter, { action: 'keys.create', detail })
    return created
  })
}

/** Person or key behind a new key. */
interface KeyMinter {
  readonly createdBy: string | null
  readonly memberId: string | null
  readonly role: Role
}

/**
 * Locks the rows of the caller until this commits, because the cached principal may belong to a key or a membership that was just
 * removed. The membership comes first, as in a removal.
 */
export async function lockMinter(tx: Db, { workspaceId, keyId, memberId, user }: Principal): Promise<KeyMinter> {
  const memberRole = memberId === null ? 'owner' : await assertStillMember(tx, workspaceId, memberId)
  if (user) return { createdBy: user.id, memberId: user.id, role: memberRole }
  const row = await sql.lockKey(tx, workspaceId, keyId)
  if (!row || row.revoked_at) throw new ApiError('invalid_api_key', 'This API key was revoked.')
  return { createdBy: row.created_by, memberId: row.member_id, role: lesserRole(row.role, memberRole) }
}

/** Mints the key that a request describes. `mintedBy` is the id of the calling key or user, or null for the operator. */
export async function mintRequestedKey(
  ctx: Context,
  db: Db,
  workspaceId: string,
  { body, ...minter }: { body: ApiKeyRequest; mintedBy: string | null } & Partial<KeyMinter>,
): Promise<CreatedApiKey> {
  await assertProfilesExist(db, workspaceId, body.profile_ids)
  const expiresAt = body.expires_at ? new Date(body.expires_at) : null
  return mintKey(ctx, db, workspaceId, { ...body, ...minter, expiresAt })
}

interface NewKey extends Partial<Omit<ApiKeyRequest, 'expires_at'>>, Partial<KeyMinter> {
  readonly mode: Mode
  readonly expiresAt?: Date | null
  readonly mintedBy?: string | null
  readonly app?: KeyApp
}

/** Mints a key without checking the caller: for the initial keys of a workspace, which belong to it and have the role owner. */
export async function mintKey(ctx: Context, db: Db, workspaceId: string, wanted: NewKey): Promise<CreatedApiKey> {
  const { key, prefix, hash } = newSecret(wanted.mode)
  const row = buildRow(ctx, workspaceId, { ...wanted, prefix })
  await transaction(db, async (tx) => {
    await addKey(ctx, tx, row)
    await sql.insertKeyHash(tx, { hash, workspace_id: workspaceId, key_id: row.id })
  })
  return { ...present(row), key }
}

/** Mints a key without a secret, for an app that a user connects. The caller has checked the user and locked the keys. */
export async function mintAppKey(
  ctx: Context,
  tx: Db,
  workspaceId: string,
  wanted: NewKey & { app: KeyApp },
): Promise<ApiKey> {
  const row = buildRow(ctx, workspaceId, { ...wanted, prefix: '' })
  await addKey(ctx, tx, row)
  return present(row)
}

function buildRow(ctx: Context, workspaceId: string, wanted: NewKey & { prefix: string }): sql.KeyRow {
  return {
    workspace_id: workspaceId,
    id: ctx.ids.next('key'),
    name: wanted.name ?? null,
    key_prefix: wanted.prefix,
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
    created_by: wanted.createdBy ?? null,
    member_id: wanted.memberId ?? null,
    role: wanted.role ?? 'owner',
    app: wanted.app ?? null,
  }
}

async function addKey(ctx: Context, tx: Db, row: sql.KeyRow): Promise<void> {
  await sql.lockKeys(tx, row.workspace_id)
  const { API_KEYS_PER_WORKSPACE: max } = ctx.config
  if ((await sql.countUsableKeys(tx, row.workspace_id, row.created_at)) >= max)
    throw new ApiError('wrong_state', `This workspace has ${max} API keys, the maximum. Revoke one first.`)
  await sql.insertKey(tx, row)
}

/** A key as an operator sees it. */
export interface AdminApiKey extends ApiKey {
  readonly workspace_id: string
  readonly minted_by: string | null
}

/** Lists the keys of one workspace, or of all workspaces. */
export async function listAllKeys(
  db: Db,
  workspaceId: string | undefined,
  query: { limit: number; cursor?: string | undefined },
): Promise<Page<AdminApiKey>> {
  const rows = await sql.listAllKeys(db, workspaceId, { limit: query.limit, after: afterId(query.cursor, 'key') })
  return toPage(rows, (row) => {
    const { workspace_id, minted_by } = row
    return { ...present(row), workspace_id, minted_by }
  })
}

/** Lists the ids of the usable keys that this key minted. */
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
  const page = toPage(await sql.listKeys(db, workspaceId, filter), present)
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

/** Adds the month's spending of each key, summed from the charges, whose key begins with the time of the call. */
async function withSpend(ctx: Context, db: Db, workspaceId: string, keys: readonly ApiKey[]): Promise<ApiKey[]> {
  const monthStart = new Date(`${ctx.clock.now().toISOString().slice(0, 7)}-01`)
  const ids = keys.map(({ id }) => id)
  const spend = await sql.listSpend(db, workspaceId, ids, ctx.ids.lowestAt('hold', monthStart))
  const credits = new Map(spend.map((row) => [row.key_id, row.credits]))
  return keys.map((key) => ({ ...key, spent_this_month: credits.get(key.id) ?? 0 }))
}

/** Revokes a key for a caller of its workspace. */
export async function revokeOwnKey(ctx: Context, db: Db, principal: Principal, id: string): Promise<ApiKey> {
  return transaction(db, async (tx) => {
    const revoked = await revokeKey(ctx, tx, principal.workspaceId, id)
    await auditCaller(ctx, tx, principal, { action: 'keys.revoke', detail: { key_id: id } })
    return revoked
  })
}

export async function revokeKey(ctx: Context, db: Db, workspaceId: string, id: string): Promise<ApiKey> {
  return transaction(db, async (tx) => {
    const row = await sql.updateKeyRevoked(tx, workspaceId, id, ctx.clock.now())
    if (!row) throw notFound('API key')
    await ctx.invalidation.announce(tx, 'keys')
    return present(row)
  })
}

/** An existing key, link or access token. */
export interface KnownKey {
  readonly principal: Principal
  /** True when its workspace is closed: the key is refused until it is reopened. */
  readonly isClosed: boolean
  /** The reason that it is refused. */
  readonly refusal?: string
}

const MEMBER_GONE =
  'The user who created this API key is no longer a member of the workspace, so the key no longer works. Create a new one.'
const PROFILES_GONE =
  'The member who created this API key no longer has access to any of its profiles. Ask an owner of the workspace.'

/** Returns the key with the rights that both it and its member have now; undefined when it does not exist or was revoked. */
export async function findKnownKey(db: Db, key: string): Promise<KnownKey | undefined> {
  if (!isWellFormed(key)) return undefined
  const known = await sql.findKeyHash(db, sha256(key))
  return known && findKnownKeyById(db, known.workspace_id, known.key_id)
}

export async function findKnownKeyById(db: Db, workspaceId: string, id: string): Promise<KnownKey | undefined> {
  const row = await sql.findKeyToUse(db, workspaceId, id)
  if (!row) return undefined
  const { member_id: memberId, is_closed: isClosed } = row
  if (memberId === null)
    return row.revoked_at ? undefined : { principal: toPrincipal(row, readKeyRights(row)), isClosed }
  const member = await findMemberRights(db, row.workspace_id, memberId)
  if (!member) return { principal: toPrincipal(row, readKeyRights(row)), isClosed, refusal: MEMBER_GONE }
  if (row.revoked_at) return undefined
  const rights = leastRights(readKeyRights(row), member)
  const refusal = rights.profileIds?.length === 0 && { refusal: PROFILES_GONE }
  return { principal: toPrincipal(row, rights), isClosed, ...refusal }
}

export function readKeyRights({ role, permission, scope, profile_ids }: sql.KeyRow): Rights {
  return { role, permission, profileIds: scope === 'profiles' ? profile_ids : null }
}

function toPrincipal(row: sql.KeyRow, { role, permission, profileIds }: Rights): Principal {
  return {
    workspaceId: row.workspace_id,
    keyId: row.id,
    mode: row.mode,
    permission,
    profileIds,
    expiresAt: row.expires_at,
    monthlyBudget: row.monthly_budget,
    user: null,
    memberId: row.member_id,
    role,
    ...(row.app?.audience === 'mcp' && { audience: 'mcp' }),
  }
}

/** Returns the app of a key that is not revoked, and its permission. */
export async function findApp(
  db: Db,
  workspaceId: string,
  id: string,
): Promise<{ app: KeyApp; permission: Permission } | undefined> {
  const row = await sql.findKey(db, workspaceId, id)
  return row && !row.revoked_at && row.app ? { app: row.app, permission: row.permission } : undefined
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
    role: row.role,
    created_by: row.created_by,
    member_id: row.member_id,
    app: row.app && { name: row.app.name, host: row.app.host, audience: row.app.audience },
    ...(row.monthly_budget !== null && { monthly_budget: row.monthly_budget }),
    expires_at: row.expires_at?.toISOString() ?? null,
    last_used_at: row.last_used_at?.toISOString() ?? null,
    revoked_at: row.revoked_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
  }
}
