import type { Context, Permission, Principal } from '../../../kit/context.ts'
import { ApiError, notFound } from '../../../kit/declare/errors.ts'
import { afterId, type Page, toPage } from '../../../kit/declare/page.ts'
import type { Db } from '../../../kit/postgres/db.ts'
import { auditCaller } from '../audit/service.ts'
import type { Rights } from '../members/rights.ts'
import { lockMemberRights } from '../members/service.ts'
import { assertProfilesExist } from '../profiles/service.ts'
import type { ApiKey, KeyApp } from './contract.ts'
import { mintAppKey, present, revokeOwnKey } from './service.ts'
import * as sql from './sql.ts'

/** Rights that a user gives to an app. Without profiles it gets the whole workspace. */
export interface AppGrant {
  readonly app: KeyApp
  readonly permission: Permission
  readonly profileIds: readonly string[]
  readonly monthlyBudget: number
}

/**
 * Creates the key of an app that a user connects. Unlike a key with a secret, a viewer and a member of some profiles can have
 * one too: it acts for them, with no more than their own rights.
 */
export async function connectApp(ctx: Context, tx: Db, user: Principal, grant: AppGrant): Promise<ApiKey> {
  const { workspaceId, keyId: userId } = user
  const { app, permission, monthlyBudget } = grant
  // Before the membership, as in every other change of keys.
  await sql.lockKeys(tx, workspaceId)
  const rights = await lockMemberRights(tx, workspaceId, userId)
  assertWithin(grant, rights)
  const profileIds = [...new Set(grant.profileIds)]
  await assertProfilesExist(tx, workspaceId, profileIds)
  const key = await mintAppKey(ctx, tx, workspaceId, {
    app,
    name: app.name,
    mode: 'live',
    permission,
    scope: profileIds.length > 0 ? 'profiles' : 'full',
    profile_ids: profileIds,
    monthly_budget: monthlyBudget,
    mintedBy: userId,
    createdBy: userId,
    memberId: userId,
    role: rights.role,
  })
  const { host, audience } = app
  const detail = {
    key_id: key.id,
    app: app.name,
    host,
    audience,
    permission,
    profile_ids: profileIds,
    monthly_budget: monthlyBudget,
  }
  await auditCaller(ctx, tx, user, { action: 'keys.connect_app', detail })
  return key
}

function assertWithin({ permission, profileIds }: AppGrant, own: Rights): void {
  if (permission === 'read_write' && own.permission === 'read')
    throw new ApiError('role_required', 'Viewers can give an app read access only.')
  if (own.profileIds === null) return
  if (profileIds.length === 0 || profileIds.some((id) => !own.profileIds?.includes(id)))
    throw new ApiError('out_of_scope', 'You have access only to your profiles. Choose among them what the app may use.')
}

/** Lists the apps that a user connected in a workspace. */
export async function listConnectedApps(
  db: Db,
  { workspaceId, keyId: userId }: Principal,
  { limit, cursor }: { limit: number; cursor?: string },
): Promise<Page<ApiKey>> {
  return toPage(await sql.listAppKeys(db, workspaceId, userId, { limit, after: afterId(cursor, 'key') }), present)
}

/** Ends the access of an app that the user connected. Unlike other keys, a viewer can revoke it too. */
export async function disconnectApp(ctx: Context, db: Db, user: Principal, id: string): Promise<ApiKey> {
  const row = await sql.findKey(db, user.workspaceId, id)
  if (!row?.app || row.member_id !== user.keyId) throw notFound('connected app')
  return revokeOwnKey(ctx, db, user, id)
}
