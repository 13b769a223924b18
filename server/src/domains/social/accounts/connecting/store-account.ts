import type { FoundEntity, Grant } from '../../../../connectors/auth.ts'
import type { Connector } from '../../../../connectors/connector.ts'
import type { Identity, Tokens } from '../../../../connectors/session.ts'
import type { Context } from '../../../../kit/context.ts'
import { notFound } from '../../../../kit/declare/errors.ts'
import { type Db, transaction } from '../../../../kit/postgres/db.ts'
import { assertWorkspaceOpen } from '../../../identity/workspaces/service.ts'
import { emitAccountEvent } from '../account-events.ts'
import { accountConnected } from '../contract/events.ts'
import type { Account } from '../contract/resources.ts'
import { enqueueCheck } from '../enqueue-check.ts'
import { storeEntities } from '../entities.ts'
import * as sql from '../sql/accounts.ts'
import { findEntity } from '../sql/entities.ts'
import { lockTokens, upsertGrant } from '../sql/grants.ts'
import { mergeTokens, openTokens, sealTokens } from '../tokens/grants.ts'

/** Result of a sign-in, with the selected entity. */
export interface SignInResult {
  readonly connector: Connector
  readonly profileId: string
  /** The account that signs in again; null when it is new, or found by its entity. */
  readonly accountId: string | null
  /** The app used for the sign-in; null for the one in the environment. */
  readonly appId: string | null
  readonly grant: Grant
  readonly entities: readonly FoundEntity[]
  readonly chosen: FoundEntity
}

/** Connects the account that already acts as this entity, or a new one, and emits `account.connected`, in one transaction. */
export async function storeAccount(
  ctx: Context,
  db: Db,
  workspaceId: string,
  signedIn: SignInResult,
): Promise<Account> {
  const attempt = () => transaction(db, (tx) => store(ctx, tx, workspaceId, signedIn))
  // Two connections may select the same entity at once: the second attempt finds the account that the other one created.
  return attempt().catch((error: unknown) => {
    if (sql.isEntityTaken(error) && signedIn.accountId === null) return attempt()
    throw error
  })
}

async function store(
  ctx: Context,
  tx: Db,
  workspaceId: string,
  { connector, profileId, accountId, appId, grant, entities, chosen }: SignInResult,
): Promise<Account> {
  await assertWorkspaceOpen(tx, workspaceId)
  const now = ctx.clock.now()
  const owner = { profileId, platform: connector.platform.id, externalId: chosen.externalId }
  const known =
    accountId === null
      ? await sql.lockEntityAccount(tx, workspaceId, owner)
      : await sql.lockAccount(tx, workspaceId, accountId)
  if (accountId !== null && !known) throw notFound('account')
  const id = known?.id ?? ctx.ids.next('account')
  const columns = buildSignInColumns(connector, grant, now)
  if (!known)
    await sql.insertAccount(tx, {
      ...columns,
      workspace_id: workspaceId,
      id,
      profile_id: profileId,
      platform: connector.platform.id,
      status: 'pending_selection',
      active_entity_id: null,
      active_external_id: null,
      created_at: now,
    })
  await storeEntities(ctx, tx, workspaceId, id, entities)
  const entity = await findEntity(tx, workspaceId, id, { externalId: chosen.externalId })
  if (!entity) throw notFound('entity')
  if (accountId !== null) await sql.releaseEntity(tx, workspaceId, owner, now)
  await sql.updateAccount(tx, workspaceId, id, {
    ...columns,
    status: 'connected',
    active_entity_id: entity.id,
    active_external_id: entity.external_id,
  })
  const earlier = known && (await findReusableTokens(ctx, tx, known, grant.identity))
  const tokens = earlier ? mergeTokens(earlier, grant.tokens) : grant.tokens
  await upsertGrant(tx, workspaceId, id, { ...sealTokens(ctx, connector, id, tokens), app_id: appId })
  if (connector.inbound?.subscribe) await enqueueCheck(ctx, tx, workspaceId, id)
  return emitAccountEvent(ctx, tx, workspaceId, id, accountConnected)
}

/** Returns the columns that every sign-in sets. */
function buildSignInColumns(connector: Connector, { identity, scopes }: Grant, now: Date) {
  return {
    external_identity_id: identity.externalId,
    display_name: identity.displayName,
    username: identity.username,
    avatar_url: identity.avatarUrl,
    granted_scopes: [...scopes],
    health: newHealth(connector, scopes, now),
    check_at: now,
    expiry_told_days: null,
    connected_at: now,
    disconnected_at: null,
    disconnect_reason: null,
    updated_at: now,
  }
}

/**
 * Finds tokens to reuse: some platforms issue a refresh token only once, which stays valid when the same person signs in again.
 */
async function findReusableTokens(
  ctx: Context,
  tx: Db,
  known: sql.AccountColumns,
  identity: Identity,
): Promise<Tokens | undefined> {
  const isSignedOut = known.disconnected_at !== null
  if (isSignedOut || known.external_identity_id !== identity.externalId) return undefined
  const sealed = await lockTokens(tx, known.workspace_id, known.id)
  return sealed === undefined ? undefined : openTokens(ctx, known.id, sealed)
}

function newHealth({ platform }: Connector, scopes: readonly string[], now: Date): Record<string, unknown> {
  const missing = platform.auth.scopes.filter((scope) => !scopes.includes(scope))
  return {
    status: missing.length > 0 ? 'warning' : 'healthy',
    checked_at: now.toISOString(),
    scopes: { granted: scopes, missing },
    issues: [],
    last_error: null,
  }
}
