import type { Context, Principal } from '../../../kit/context.ts'
import { ApiError, notFound } from '../../../kit/declare/errors.ts'
import { afterId, type Page, toPage } from '../../../kit/declare/page.ts'
import { assertUnchanged, nextVersionAt, type ResourceVersion } from '../../../kit/declare/version.ts'
import { type Db, transaction } from '../../../kit/postgres/db.ts'
import type { Profile, ProfileRequest } from './contract.ts'
import * as sql from './sql.ts'

export async function createProfile(ctx: Context, db: Db, workspaceId: string, body: ProfileRequest): Promise<Profile> {
  const now = ctx.clock.now()
  const row = {
    workspace_id: workspaceId,
    id: ctx.ids.next('profile'),
    ...fields(body),
    created_at: now,
    updated_at: now,
  }
  await sql.insertProfile(db, row)
  return present(row)
}

export async function listProfiles(
  db: Db,
  principal: Principal,
  query: { limit: number; cursor?: string },
): Promise<Page<Profile>> {
  const filter = { limit: query.limit, after: afterId(query.cursor, 'prof'), only: principal.profileIds }
  return toPage(await sql.listProfiles(db, principal.workspaceId, filter), present)
}

export async function getProfile(db: Db, principal: Principal, id: string): Promise<Profile> {
  const profile = presentExisting(await sql.findProfile(db, principal.workspaceId, id))
  assertReachable(principal, id)
  return profile
}

export async function replaceProfile(
  ctx: Context,
  db: Db,
  principal: Principal,
  { id, ifMatch }: ResourceVersion,
  body: ProfileRequest,
): Promise<Profile> {
  return transaction(db, async (tx) => {
    await sql.lockProfile(tx, principal.workspaceId, id)
    const before = await getProfile(tx, principal, id)
    assertUnchanged(ifMatch, before)
    const updated_at = nextVersionAt(ctx.clock.now(), new Date(before.updated_at))
    return presentExisting(await sql.updateProfile(tx, principal.workspaceId, id, { ...fields(body), updated_at }))
  })
}

export async function deleteProfile(db: Db, principal: Principal, id: string): Promise<Profile> {
  await getProfile(db, principal, id)
  return transaction(db, async (tx) => {
    // The lock prevents accounts from being connected to the profile between the check and the deletion.
    await sql.lockProfile(tx, principal.workspaceId, id)
    if (await sql.hasConnectedAccounts(tx, principal.workspaceId, id))
      throw new ApiError('wrong_state', 'Accounts are connected to this profile. Disconnect them first.')
    return presentExisting(await sql.deleteProfile(tx, principal.workspaceId, id))
  })
}

/** Prevents the profile from being deleted, and accounts from being connected to it, until the transaction ends. */
export async function lockProfile(tx: Db, workspaceId: string, id: string): Promise<void> {
  await sql.lockProfile(tx, workspaceId, id)
}

export async function findProfileName(db: Db, workspaceId: string, id: string): Promise<string | undefined> {
  return (await sql.findProfile(db, workspaceId, id))?.name
}

/**
 * Refuses a profile outside the caller's scope. Call it once the resource is known to exist in the workspace: a missing one is 404
 * for every key.
 */
export function assertReachable(principal: Principal, profileId: string): void {
  if (principal.profileIds && !principal.profileIds.includes(profileId))
    throw new ApiError(
      'out_of_scope',
      principal.user
        ? 'You do not have access to this profile. Ask an owner of the workspace for it.'
        : 'This key cannot access this profile. Use a key of scope full, or one that includes it.',
    )
}

/** Refuses a request whose `profile_ids` name a profile that the workspace does not have. */
export async function assertProfilesExist(db: Db, workspaceId: string, ids: readonly string[]): Promise<void> {
  const [missing] = await sql.listMissingProfiles(db, workspaceId, ids)
  if (missing === undefined) return
  const detail = `No profile with the id of profile_ids[${ids.indexOf(missing)}].`
  throw new ApiError('not_found', detail, { members: { profile_id: missing } })
}

function presentExisting(row: sql.ProfileRow | undefined): Profile {
  if (!row) throw notFound('profile')
  return present(row)
}

function fields(body: ProfileRequest) {
  return { name: body.name, external_ref: body.external_ref ?? null, metadata: body.metadata ?? {} }
}

function present(row: sql.ProfileRow): Profile {
  return {
    id: row.id,
    name: row.name,
    external_ref: row.external_ref,
    metadata: row.metadata,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  }
}
