import type { FoundEntity, Grant } from '../../../../connectors/auth.ts'
import type { Connector } from '../../../../connectors/connector.ts'
import type { Identity } from '../../../../connectors/session.ts'
import type { Context, Principal } from '../../../../kit/context.ts'
import { ApiError, InvalidRequest, invalidValue, notFound } from '../../../../kit/declare/errors.ts'
import { afterId, firstOf, type Page, pageOf } from '../../../../kit/declare/page.ts'
import { type Db, transaction } from '../../../../kit/postgres/db.ts'
import { assertReachable } from '../../../identity/profiles/service.ts'
import type { Account, Entity } from '../contract/resources.ts'
import { callFor, getConnector } from '../platforms.ts'
import { findAccount, isEntityTaken } from '../sql/accounts.ts'
import * as sql from '../sql/connections.ts'
import { reviveTokens } from '../tokens/grants.ts'
import { assertWaiting, failConnection, getConnectionRow } from './connections.ts'
import { storeAccount } from './store.ts'

/** What is kept, sealed, between the sign-in and the choice. */
interface Held {
  readonly tokens: Grant['tokens']
  readonly entitySecrets: Readonly<Record<string, string>>
}
/** The id is for pages alone: a stored entity gets its own. */
type Listed = Omit<FoundEntity, 'secret'> & { readonly id: string }

const sealedAs = (id: string) => `connections.held:${id}`

/** The person is back: looks at what they brought, and connects when there is nothing to choose. */
export async function finishSignIn(
  ctx: Context,
  row: sql.ConnectionRow,
  connector: Connector,
  grant: Grant,
): Promise<sql.ConnectionRow> {
  const { workspace_id: workspaceId } = row
  const entities = await connector.auth.listEntities({
    ...callFor(ctx, workspaceId, connector),
    tokens: grant.tokens,
    identity: grant.identity,
  })
  const kept = row.is_reconnect ? await keptEntity(ctx, row, grant, entities) : undefined
  const only = connector.auth.selection === 'automatic' ? entities.find(({ selectable }) => selectable) : undefined
  return transaction(ctx.db, async (tx) => {
    const locked = await sql.lockConnection(tx, workspaceId, row.id)
    if (!locked) throw notFound('connection')
    assertWaiting(ctx, locked, 'awaiting_user')
    const chosen = kept ?? only
    if (!chosen) return hold(ctx, tx, row, grant, entities)
    const account = await connect(ctx, tx, row, connector, { grant, entities, chosen })
    return complete(ctx, tx, row, account)
  })
}

/** A reconnect must bring the same person; then the account goes on as what it was, if they still may. */
async function keptEntity(
  ctx: Context,
  row: sql.ConnectionRow,
  { identity }: Grant,
  entities: readonly FoundEntity[],
): Promise<FoundEntity | undefined> {
  const account = await findAccount(ctx.db, row.workspace_id, row.account_id ?? '')
  if (!account) throw notFound('account')
  if (account.external_identity_id !== identity.externalId) {
    const message = `Somebody else signed in: the account belongs to ${account.username ?? account.external_identity_id}.`
    await failConnection(ctx, row, { code: 'identity_mismatch', message })
    throw new ApiError('wrong_state', message, { members: { platform: row.platform } })
  }
  return entities.find((entity) => entity.externalId === account.active_external_id && entity.selectable)
}

async function hold(
  ctx: Context,
  tx: Db,
  row: sql.ConnectionRow,
  { tokens, identity, scopes }: Grant,
  entities: readonly FoundEntity[],
): Promise<sql.ConnectionRow> {
  const secrets = entities.flatMap(({ externalId, secret }) => (secret === undefined ? [] : [[externalId, secret]]))
  const held: Held = { tokens, entitySecrets: Object.fromEntries(secrets) }
  // Ids sort by time and pages show the newest first: given from the back, they keep the platform's order.
  const listed: Listed[] = entities
    .toReversed()
    .map((entity) => ({ ...withoutSecret(entity), id: ctx.ids.next('entity') }))
    .toReversed()
  const waiting = await sql.updateConnection(tx, row.workspace_id, row.id, {
    status: 'awaiting_selection',
    secrets: ctx.secrets.seal(JSON.stringify(held), sealedAs(row.id)),
    identity,
    scopes: [...scopes],
    entities: listed,
    updated_at: ctx.clock.now(),
  })
  return waiting ?? row
}

async function complete(ctx: Context, tx: Db, row: sql.ConnectionRow, account: Account): Promise<sql.ConnectionRow> {
  const completed = await sql.updateConnection(tx, row.workspace_id, row.id, {
    status: 'completed',
    account_id: account.id,
    secrets: null,
    entities: null,
    updated_at: ctx.clock.now(),
  })
  return completed ?? row
}

async function connect(
  ctx: Context,
  tx: Db,
  row: sql.ConnectionRow,
  connector: Connector,
  { grant, entities, chosen }: { grant: Grant; entities: readonly FoundEntity[]; chosen: FoundEntity },
): Promise<Account> {
  const accountId = row.is_reconnect ? row.account_id : null
  try {
    return await storeAccount(ctx, tx, row.workspace_id, connector, {
      profileId: row.profile_id,
      accountId,
      grant,
      entities,
      chosen,
    })
  } catch (error) {
    if (isEntityTaken(error)) throw entityTaken()
    throw error
  }
}

export function entityTaken(): ApiError {
  return new ApiError('wrong_state', 'Another account of this profile acts as this entity already.')
}

export async function listChoices(
  ctx: Context,
  principal: Principal,
  id: string,
  query: { limit: number; cursor?: string },
): Promise<Page<Entity>> {
  const row = await getConnectionRow(ctx, principal, id)
  assertWaiting(ctx, row, 'awaiting_selection')
  const after = afterId(query.cursor, 'ent')
  const rest = (row.entities as Listed[]).filter((entity) => after === undefined || entity.id < after)
  return pageOf(firstOf(rest, query.limit), presentEntity)
}

function presentEntity(entity: Listed): Entity {
  return {
    kind: entity.kind,
    external_id: entity.externalId,
    name: entity.name,
    parent_external_id: entity.parentExternalId,
    metadata: entity.metadata,
    grants: [...entity.grants],
    selectable: entity.selectable,
    unselectable_reason: entity.unselectableReason,
  }
}

export async function selectEntity(
  ctx: Context,
  db: Db,
  principal: Principal,
  id: string,
  externalId: string,
): Promise<Account> {
  return transaction(db, async (tx) => {
    const row = await sql.lockConnection(tx, principal.workspaceId, id)
    if (!row) throw notFound('connection')
    assertReachable(principal, row.profile_id)
    assertWaiting(ctx, row, 'awaiting_selection')
    const listed = row.entities as Listed[]
    const choice = listed.find((entity) => entity.externalId === externalId)
    if (!choice?.selectable) {
      const reason = choice?.unselectableReason ?? 'this sign-in has no such entity'
      throw new InvalidRequest([invalidValue(['body', 'external_id'], reason, externalId)])
    }
    const { tokens, entitySecrets } = open(ctx, row)
    const entities = listed.map((entity) => withSecret(entity, entitySecrets))
    const grant: Grant = { tokens, identity: row.identity as Identity, scopes: row.scopes }
    const connector = getConnector(ctx, row.platform, ['path', 'id'])
    const chosen = withSecret(choice, entitySecrets)
    const account = await connect(ctx, tx, row, connector, { grant, entities, chosen })
    await complete(ctx, tx, row, account)
    return account
  })
}

function open(ctx: Context, { id, secrets }: sql.ConnectionRow): Held {
  const held = JSON.parse(ctx.secrets.open(secrets ?? '', sealedAs(id))) as Held
  return { ...held, tokens: reviveTokens(JSON.stringify(held.tokens)) }
}

function withoutSecret(entity: FoundEntity): Omit<FoundEntity, 'secret'> {
  const { kind, externalId, name, parentExternalId, metadata, grants, selectable, unselectableReason } = entity
  return { kind, externalId, name, parentExternalId, metadata, grants, selectable, unselectableReason }
}

function withSecret(entity: Listed, secrets: Held['entitySecrets']): FoundEntity {
  const secret = secrets[entity.externalId]
  return secret === undefined ? entity : { ...entity, secret }
}
