import { coalesceReads } from '../../../../kit/postgres/coalesce.ts'
import type { Db, Statement } from '../../../../kit/postgres/db.ts'
import type { AccountStatus } from '../contract/resources.ts'

/** Everything that a call on behalf of an account needs, in one read. */
export interface AccessRow {
  workspace_id: string
  id: string
  profile_id: string
  platform: string
  status: AccountStatus
  external_identity_id: string
  display_name: string | null
  username: string | null
  avatar_url: string | null
  tokens: string | null
  version: number | null
  app_id: string | null
  app_workspace_id: string | null
  app_credentials: string | null
  entity_kind: string | null
  entity_external_id: string | null
  entity_parent: string | null
  entity_metadata: Record<string, never> | null
  entity_secret: string | null
}

/** Joins the entity with this external id, or the active entity when it is null. */
export async function findAccess(
  db: Db,
  workspaceId: string,
  accountId: string,
  entityExternalId: string | null,
): Promise<AccessRow | undefined> {
  if (entityExternalId === null) return findActiveAccess(db, workspaceId, accountId)
  const entity = db`e.account_id = a.id and e.external_id = ${entityExternalId}`
  const [row] = await listAccess(db, workspaceId, [accountId], entity)
  return row
}

const findActiveAccess = coalesceReads((db, workspaceId, ids) =>
  listAccess(db, workspaceId, ids, db`e.id = a.active_entity_id`),
)

function listAccess(db: Db, workspaceId: string, ids: readonly string[], entity: Statement<unknown>) {
  return db<AccessRow[]>`
    select a.workspace_id, a.id, a.profile_id, a.platform, a.status, a.external_identity_id, a.display_name, a.username,
      a.avatar_url, g.tokens, g.version, p.id as app_id, p.workspace_id as app_workspace_id, p.credentials as app_credentials, e.kind as entity_kind, e.external_id as entity_external_id,
      e.parent_external_id as entity_parent, e.metadata as entity_metadata, e.secret as entity_secret
    from accounts a
    left join account_grants g on g.workspace_id = a.workspace_id and g.account_id = a.id
    left join platform_apps p on p.id = g.app_id
    left join account_entities e on e.workspace_id = a.workspace_id and ${entity}
    where a.workspace_id = ${workspaceId} and a.id = any(${ids})`
}

export interface NewGrant {
  readonly tokens: string
  /** The app used for the sign-in; absent where it stays the same. */
  readonly app_id?: string | null
  readonly expires_at: Date | null
  readonly reauth_at: Date | null
  readonly is_renewable: boolean
  readonly updated_at: Date
}

/** Returns true when an account of any workspace on one of these platforms is signed in as this person with this app. */
export async function hasIdentityGrant(
  db: Db,
  platforms: readonly string[],
  identityExternalId: string,
  appId: string | null,
): Promise<boolean> {
  const rows = await db`
    select from accounts a
    join account_grants g on g.workspace_id = a.workspace_id and g.account_id = a.id
    where a.platform = any(${platforms}::text[]) and a.external_identity_id = ${identityExternalId}
      and g.app_id is not distinct from ${appId} and a.status <> 'reauth_required'
    limit 1`
  return rows.length > 0
}

/** Locks the grant, so that no renewal replaces the tokens that were read. */
export async function lockTokens(db: Db, workspaceId: string, accountId: string): Promise<string | undefined> {
  const [row] = await db<{ tokens: string }[]>`
    select tokens from account_grants where workspace_id = ${workspaceId} and account_id = ${accountId} for update`
  return row?.tokens
}

/** Versions come from one sequence, so the version of a deleted grant is never used again. */
export async function upsertGrant(db: Db, workspaceId: string, accountId: string, grant: NewGrant): Promise<void> {
  await db`
    insert into account_grants ${db({ workspace_id: workspaceId, account_id: accountId, ...grant })}
    on conflict (workspace_id, account_id) do update set
      tokens = excluded.tokens, expires_at = excluded.expires_at, reauth_at = excluded.reauth_at,
      is_renewable = excluded.is_renewable, app_id = excluded.app_id, updated_at = excluded.updated_at, version = excluded.version,
      claim = null, claim_until = null`
}

/** Returns the deleted grant; its tokens are sealed. */
export async function deleteGrant(
  db: Db,
  workspaceId: string,
  accountId: string,
): Promise<{ tokens: string; app_id: string | null } | undefined> {
  const [row] = await db<{ tokens: string; app_id: string | null }[]>`
    delete from account_grants where workspace_id = ${workspaceId} and account_id = ${accountId} returning tokens, app_id`
  return row
}

/**
 * Claims the renewal of tokens of this version; returns false while another worker has the lease, or when the version has
 * changed.
 */
export async function claimGrant(
  db: Db,
  workspaceId: string,
  accountId: string,
  { version, claim, leaseSeconds }: { version: number; claim: string; leaseSeconds: number },
): Promise<boolean> {
  const { count } = await db`
    update account_grants set claim = ${claim}, claim_until = now() + make_interval(secs => ${leaseSeconds})
    where workspace_id = ${workspaceId} and account_id = ${accountId} and version = ${version}
    and (claim is null or claim_until < now())`
  return count > 0
}

export async function releaseGrant(db: Db, workspaceId: string, accountId: string, claim: string): Promise<void> {
  await db`
    update account_grants set claim = null, claim_until = null
    where workspace_id = ${workspaceId} and account_id = ${accountId} and claim = ${claim}`
}

/**
 * Stores renewed tokens over the version they were renewed from, and over no other. A later claim of another worker is ignored:
 * the refresh token is used up, and these tokens are the only valid ones.
 */
export async function updateGrant(
  db: Db,
  workspaceId: string,
  accountId: string,
  { version, grant }: { version: number; grant: NewGrant },
): Promise<boolean> {
  const [next] = await db<[{ version: number }]>`select nextval('account_grant_versions') as version`
  const { count } = await db`
    update account_grants set ${db({ ...grant, version: next.version })}, claim = null, claim_until = null
    where workspace_id = ${workspaceId} and account_id = ${accountId} and version = ${version}`
  return count > 0
}

export async function findGrantVersion(db: Db, workspaceId: string, accountId: string): Promise<number | undefined> {
  const [row] = await db<{ version: number }[]>`
    select version from account_grants where workspace_id = ${workspaceId} and account_id = ${accountId}`
  return row?.version
}
