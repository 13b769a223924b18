import { notFound } from '../../../../kit/declare/errors.ts'
import { type PageRows, readPage } from '../../../../kit/declare/page.ts'
import { type Db, violatedConstraint } from '../../../../kit/postgres/db.ts'
import type { AccountStatus } from '../contract/resources.ts'

export interface AccountColumns {
  workspace_id: string
  id: string
  profile_id: string
  platform: string
  external_identity_id: string
  display_name: string | null
  username: string | null
  avatar_url: string | null
  status: AccountStatus
  active_entity_id: string | null
  active_external_id: string | null
  granted_scopes: string[]
  health: Record<string, unknown>
  check_at: Date | null
  /** The last threshold, in days before the sign-in expires, at which `account.expiring` was emitted. */
  expiry_told_days: number | null
  connected_at: Date | null
  disconnected_at: Date | null
  disconnect_reason: string | null
  created_at: Date
  updated_at: Date
}

/** An account as the API shows it: with its active entity, its tokens and its failing feeds. */
export interface AccountRow extends AccountColumns {
  entity_kind: string | null
  entity_name: string | null
  entity_parent: string | null
  token_expires_at: Date | null
  reauth_at: Date | null
  is_renewable: boolean | null
  /** Feeds that cannot be read, or of which items were skipped. */
  feed_troubles: FeedTrouble[] | null
}

export interface FeedTrouble {
  readonly feed: string
  readonly since: string | null
  readonly is_failing: boolean
  /** True when the next read skips an item. */
  readonly is_stuck: boolean
  readonly error: Record<string, unknown> | null
  readonly skipped: { readonly count: number; readonly at: string; readonly reason: string } | null
}

/** Number of consecutive failures after which a feed counts as failing: about ten minutes. */
const FEED_FAILURES = 5

const shown = (db: Db, workspaceId: string) => db`
  a.*, e.kind as entity_kind, e.name as entity_name, e.parent_external_id as entity_parent,
  g.expires_at as token_expires_at, g.reauth_at, g.is_renewable, (
    select jsonb_agg(jsonb_build_object(
      'feed', f.feed, 'since', f.read_at, 'is_failing', f.failures >= ${FEED_FAILURES} or f.is_stuck,
      'is_stuck', f.is_stuck, 'error', f.last_error, 'skipped', f.skipped) order by f.feed)
    from (select *, page_limit = 0 and failures > 0 as is_stuck from account_feeds) f
    where f.workspace_id = ${workspaceId} and f.account_id = a.id and f.due_at is not null
    and (f.failures >= ${FEED_FAILURES} or f.is_stuck or f.skipped is not null)) as feed_troubles
  from accounts a
  left join account_entities e on e.workspace_id = a.workspace_id and e.id = a.active_entity_id
  left join account_grants g on g.workspace_id = a.workspace_id and g.account_id = a.id`

export async function findAccount(db: Db, workspaceId: string, id: string): Promise<AccountRow | undefined> {
  const [row] = await db<
    AccountRow[]
  >`select ${shown(db, workspaceId)} where a.workspace_id = ${workspaceId} and a.id = ${id}`
  return row
}

export async function getAccountRow(db: Db, workspaceId: string, id: string): Promise<AccountRow> {
  const row = await findAccount(db, workspaceId, id)
  if (!row) throw notFound('account')
  return row
}

export interface AccountFilter {
  readonly limit: number
  readonly after: string | undefined
  /** Null means every profile of the workspace. */
  readonly only: readonly string[] | null
  readonly profileId: string | undefined
  readonly platform: string | undefined
  readonly status: AccountStatus | undefined
}

export async function listAccounts(db: Db, workspaceId: string, filter: AccountFilter): Promise<PageRows<AccountRow>> {
  const { after, only, profileId, platform, status } = filter
  return readPage(
    db,
    filter.limit,
    db<AccountRow[]>`
    select ${shown(db, workspaceId)} where a.workspace_id = ${workspaceId}
    ${after ? db`and a.id < ${after}` : db``}
    ${only ? db`and a.profile_id = any(${only})` : db``}
    ${profileId ? db`and a.profile_id = ${profileId}` : db``}
    ${platform ? db`and a.platform = ${platform}` : db``}
    ${status ? db`and a.status = ${status}` : db``}
    order by a.id desc`,
  )
}

/** Lists accounts that are not disconnected. */
export async function listConnected(
  db: Db,
  workspaceId: string,
  limit: number,
): Promise<Pick<AccountColumns, 'id' | 'platform'>[]> {
  return db<Pick<AccountColumns, 'id' | 'platform'>[]>`
    select id, platform from accounts where workspace_id = ${workspaceId} and status <> 'disconnected' order by id limit ${limit}`
}

export async function lockAccount(db: Db, workspaceId: string, id: string): Promise<AccountColumns | undefined> {
  const [row] = await db<AccountColumns[]>`
    select * from accounts where workspace_id = ${workspaceId} and id = ${id} for update`
  return row
}

/** An entity of a platform in one profile: at most one account acts as it. */
export interface EntityOwner {
  readonly profileId: string
  readonly platform: string
  readonly externalId: string
}

/** Locks the account of the profile that already acts as the entity. */
export async function lockEntityAccount(
  db: Db,
  workspaceId: string,
  owner: EntityOwner,
): Promise<AccountColumns | undefined> {
  const [row] = await db<AccountColumns[]>`
    select * from accounts where workspace_id = ${workspaceId} and profile_id = ${owner.profileId}
    and platform = ${owner.platform} and active_external_id = ${owner.externalId} for update`
  return row
}

/** Releases the entity of a disconnected account, so that another account can act as it. */
export async function releaseEntity(db: Db, workspaceId: string, owner: EntityOwner, now: Date): Promise<void> {
  await db`
    update accounts set active_entity_id = null, active_external_id = null, updated_at = ${now}
    where workspace_id = ${workspaceId} and profile_id = ${owner.profileId} and platform = ${owner.platform}
    and active_external_id = ${owner.externalId} and status = 'disconnected'`
}

export async function insertAccount(db: Db, row: AccountColumns): Promise<void> {
  await db`insert into accounts ${db({ ...row, health: db.json(row.health) })}`
}

export async function updateAccount(
  db: Db,
  workspaceId: string,
  id: string,
  change: Partial<AccountColumns> & { updated_at: Date },
): Promise<void> {
  const health = change.health && { health: db.json(change.health) }
  await db`
    update accounts set ${db({ ...change, ...health } as unknown as Record<string, string>)}
    where workspace_id = ${workspaceId} and id = ${id}`
}

type DueCheck = Pick<AccountColumns, 'workspace_id' | 'id' | 'platform' | 'active_external_id'>

export async function listDueChecks(db: Db, now: Date, limit: number): Promise<DueCheck[]> {
  return db<DueCheck[]>`
    select workspace_id, id, platform, active_external_id from accounts where check_at <= ${now} order by check_at limit ${limit}`
}

export interface AccountKey {
  workspace_id: string
  id: string
  profile_id: string
  platform: string
}

/** Accounts that an app vouches for. */
export interface AccountScope {
  readonly platform: string
  /** The app that they signed in with, under each of its ids; null for the one in the environment. */
  readonly appIds: readonly (string | null)[]
  /** Null means accounts of all workspaces. */
  readonly workspaceId: string | null
  /** The person or bot that they belong to; absent for all. */
  readonly identityExternalId?: string
}

/** An entity that accounts act as, the parent of such entities, or the person or bot that accounts belong to. */
export type AccountAddress =
  | { readonly entityExternalId: string }
  | { readonly parentEntityExternalId: string }
  | { readonly identityExternalId: string }

export async function listAccountsAt(
  db: Db,
  { platform, appIds, workspaceId, identityExternalId }: AccountScope,
  address: AccountAddress,
): Promise<Pick<AccountKey, 'workspace_id' | 'id'>[]> {
  return db<Pick<AccountKey, 'workspace_id' | 'id'>[]>`
    select a.workspace_id, a.id from accounts a
    join account_grants g on g.workspace_id = a.workspace_id and g.account_id = a.id
    where a.platform = ${platform} and a.status in ('connected', 'expiring') and ${isAt(db, address)}
    and (g.app_id = any(${appIds.filter((id) => id !== null)}::text[])
      ${appIds.includes(null) ? db`or g.app_id is null` : db``})
    ${workspaceId === null ? db`` : db`and a.workspace_id = ${workspaceId}`}
    ${identityExternalId === undefined ? db`` : db`and a.external_identity_id = ${identityExternalId}`}
    order by a.workspace_id, a.id`
}

function isAt(db: Db, address: AccountAddress) {
  if ('identityExternalId' in address) return db`a.external_identity_id = ${address.identityExternalId}`
  if ('entityExternalId' in address) return db`a.active_external_id = ${address.entityExternalId}`
  return db`exists (
    select from account_entities e where e.workspace_id = a.workspace_id and e.id = a.active_entity_id
    and e.parent_external_id = ${address.parentEntityExternalId})`
}

/** Lists a page of all signed-in accounts of all workspaces. */
export async function listSignedInAccounts(
  db: Db,
  { after, limit }: { after: Pick<AccountKey, 'workspace_id' | 'id'> | null; limit: number },
): Promise<AccountKey[]> {
  return db<AccountKey[]>`
    select workspace_id, id, profile_id, platform from accounts where status in ('connected', 'expiring')
    ${after ? db`and (workspace_id, id) > (${after.workspace_id}, ${after.id})` : db``}
    order by workspace_id, id limit ${limit}`
}

/** Returns true when another account of the profile acts as that entity. */
export function isEntityTaken(error: unknown): boolean {
  return violatedConstraint(error) === 'accounts_entity_key'
}
