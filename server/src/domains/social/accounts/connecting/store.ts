import type { FoundEntity, Grant } from '../../../../connectors/auth.ts'
import type { Connector } from '../../../../connectors/connector.ts'
import type { Identity, Tokens } from '../../../../connectors/session.ts'
import type { Context } from '../../../../kit/context.ts'
import { notFound } from '../../../../kit/declare/errors.ts'
import { type Db, transaction } from '../../../../kit/postgres/db.ts'
import { emit } from '../../../../webhooks/emit.ts'
import { accountConnected } from '../contract/events.ts'
import type { Account } from '../contract/resources.ts'
import { presentAccount } from '../present.ts'
import * as sql from '../sql/accounts.ts'
import * as entitySql from '../sql/entities.ts'
import { lockTokens, upsertGrant } from '../sql/grants.ts'
import { mergeTokens, openTokens, sealEntitySecret, sealTokens } from '../tokens/grants.ts'

/** What a person brought back from a platform, with what they chose. */
export interface SignedIn {
  readonly profileId: string
  /** The account that is signed in again; null when it is to be found or made. */
  readonly accountId: string | null
  readonly grant: Grant
  readonly entities: readonly FoundEntity[]
  readonly chosen: FoundEntity
}

/** Connects: the account that acts as this entity already, or a new one. Says so in the same transaction. */
export async function storeAccount(
  ctx: Context,
  db: Db,
  workspaceId: string,
  connector: Connector,
  signedIn: SignedIn,
): Promise<Account> {
  const attempt = () => transaction(db, (tx) => store(ctx, tx, workspaceId, connector, signedIn))
  // Two connections may choose the same entity at once: the later finds the account that the earlier has just made.
  return attempt().catch((error: unknown) => {
    if (sql.isEntityTaken(error) && signedIn.accountId === null) return attempt()
    throw error
  })
}

async function store(
  ctx: Context,
  tx: Db,
  workspaceId: string,
  connector: Connector,
  { profileId, accountId, grant, entities, chosen }: SignedIn,
): Promise<Account> {
  const { identity, tokens, scopes } = grant
  const now = ctx.clock.now()
  const known =
    accountId === null
      ? await sql.lockAccountOfEntity(tx, workspaceId, {
          profileId,
          platform: connector.id,
          externalId: chosen.externalId,
        })
      : await sql.lockAccount(tx, workspaceId, accountId)
  if (accountId !== null && !known) throw notFound('account')
  const id = known?.id ?? ctx.ids.next('account')
  const columns = {
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
  if (!known)
    await sql.insertAccount(tx, {
      ...columns,
      workspace_id: workspaceId,
      id,
      profile_id: profileId,
      platform: connector.id,
      status: 'pending_selection',
      active_entity_id: null,
      active_external_id: null,
      created_at: now,
    })
  await storeEntities(ctx, tx, workspaceId, id, entities)
  const entity = await entitySql.findEntity(tx, workspaceId, id, { externalId: chosen.externalId })
  if (!entity) throw notFound('entity')
  if (accountId !== null) {
    const of = { profileId, platform: connector.id, externalId: chosen.externalId }
    await sql.releaseEntity(tx, workspaceId, of, now)
  }
  await sql.updateAccount(tx, workspaceId, id, {
    ...columns,
    status: 'connected',
    active_entity_id: entity.id,
    active_external_id: entity.external_id,
  })
  const kept = known && (await keptTokens(ctx, tx, known, identity))
  await upsertGrant(tx, workspaceId, id, sealTokens(ctx, connector, id, kept ? mergeTokens(kept, tokens) : tokens))
  const account = presentAccount(await getAccountRow(tx, workspaceId, id))
  await emit(ctx, tx, accountConnected, { account }, { workspaceId })
  return account
}

/** Some platforms give a person's refresh token once: it stays good when the same person signs in again. */
async function keptTokens(
  ctx: Context,
  tx: Db,
  known: sql.AccountColumns,
  identity: Identity,
): Promise<Tokens | undefined> {
  const isRefused = known.disconnected_at !== null
  if (isRefused || known.external_identity_id !== identity.externalId) return undefined
  const sealed = await lockTokens(tx, known.workspace_id, known.id)
  return sealed === undefined ? undefined : openTokens(ctx, known.id, sealed)
}

export async function getAccountRow(db: Db, workspaceId: string, id: string): Promise<sql.AccountRow> {
  const row = await sql.findAccount(db, workspaceId, id)
  if (!row) throw notFound('account')
  return row
}

/** Ids sort by time and lists show the newest first: given from the back, they keep the platform's order. */
export async function storeEntities(
  ctx: Context,
  tx: Db,
  workspaceId: string,
  accountId: string,
  entities: readonly FoundEntity[],
): Promise<void> {
  const now = ctx.clock.now()
  for (const entity of entities.toReversed())
    await entitySql.upsertEntity(tx, {
      workspace_id: workspaceId,
      id: ctx.ids.next('entity'),
      account_id: accountId,
      kind: entity.kind,
      external_id: entity.externalId,
      name: entity.name,
      parent_external_id: entity.parentExternalId,
      metadata: entity.metadata,
      grants: [...entity.grants],
      selectable: entity.selectable,
      unselectable_reason: entity.unselectableReason,
      secret: sealEntitySecret(ctx, accountId, entity),
      last_refreshed_at: now,
    })
  const externalIds = entities.map((entity) => entity.externalId)
  await entitySql.deleteOtherEntities(tx, workspaceId, accountId, externalIds)
}

function newHealth({ auth }: Connector, scopes: readonly string[], now: Date): Record<string, unknown> {
  const missing = auth.scopes.filter((scope) => !scopes.includes(scope))
  return {
    status: missing.length > 0 ? 'warning' : 'healthy',
    checked_at: now.toISOString(),
    scopes: { granted: scopes, missing },
    issues: [],
    last_error: null,
  }
}
