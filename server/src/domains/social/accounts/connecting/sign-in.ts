import type { FoundEntity, Grant } from '../../../../connectors/auth.ts'
import type { Connector } from '../../../../connectors/connector.ts'
import type { Context } from '../../../../kit/context.ts'
import { ApiError, notFound } from '../../../../kit/declare/errors.ts'
import { type Db, transaction } from '../../../../kit/postgres/db.ts'
import { getApp } from '../apps/app.ts'
import type { Account } from '../contract/resources.ts'
import { entityTakenError } from '../entities.ts'
import { callFor } from '../platform-calls.ts'
import { getAccountRow, isEntityTaken } from '../sql/accounts.ts'
import * as sql from '../sql/connections.ts'
import { assertStatus, failConnection } from './connections.ts'
import { awaitSelection } from './pending-selection.ts'
import { type SignInResult, storeAccount } from './store-account.ts'

/** Finishes a successful sign-in: reads the account's entities, and connects it when there is nothing to choose. */
export async function finishSignIn(
  ctx: Context,
  row: sql.ConnectionRow,
  connector: Connector,
  grant: Grant,
): Promise<sql.ConnectionRow> {
  const { workspace_id: workspaceId } = row
  const app = await getApp(ctx, ctx.db, connector.platform, row.app_id)
  const entities = await connector.auth.listEntities({
    ...callFor(ctx, { workspaceId, connector, app }),
    tokens: grant.tokens,
    identity: grant.identity,
  })
  const previous = row.is_reconnect ? await findPreviousEntity(ctx, row, grant, entities) : undefined
  const only =
    connector.platform.auth.selection === 'automatic' ? entities.find(({ selectable }) => selectable) : undefined
  return transaction(ctx.db, async (tx) => {
    const locked = await sql.lockConnection(tx, workspaceId, row.id)
    if (!locked) throw notFound('connection')
    assertStatus(ctx, locked, 'awaiting_user')
    const chosen = previous ?? only
    if (!chosen) return awaitSelection(ctx, tx, row, { grant, entities })
    return (await connectAccount(ctx, tx, row, { connector, grant, entities, chosen })).connection
  })
}

/**
 * Finds the entity of a reconnected account. The same person must sign in; the account keeps its entity when the person may still
 * act as it.
 */
async function findPreviousEntity(
  ctx: Context,
  row: sql.ConnectionRow,
  { identity }: Grant,
  entities: readonly FoundEntity[],
): Promise<FoundEntity | undefined> {
  const account = await getAccountRow(ctx.db, row.workspace_id, row.account_id ?? '')
  if (account.external_identity_id !== identity.externalId) {
    const owner = account.username ?? account.external_identity_id
    const message = `A different person signed in. The account belongs to ${owner}: sign in as that person.`
    await failConnection(ctx, row, { code: 'identity_mismatch', message })
    throw new ApiError('wrong_state', message, { members: { platform: row.platform } })
  }
  return entities.find((entity) => entity.externalId === account.active_external_id && entity.selectable)
}

/** Stores the account and completes the connection, in one transaction. */
export async function connectAccount(
  ctx: Context,
  tx: Db,
  row: sql.ConnectionRow,
  signedIn: Pick<SignInResult, 'connector' | 'grant' | 'entities' | 'chosen'>,
): Promise<{ account: Account; connection: sql.ConnectionRow }> {
  const accountId = row.is_reconnect ? row.account_id : null
  const stored = storeAccount(ctx, tx, row.workspace_id, {
    ...signedIn,
    profileId: row.profile_id,
    accountId,
    appId: row.app_id,
  })
  const account = await stored.catch((error: unknown) => {
    throw isEntityTaken(error) ? entityTakenError() : error
  })
  const completed = await sql.updateConnection(tx, row.workspace_id, row.id, {
    status: 'completed',
    account_id: account.id,
    secrets: null,
    entities: null,
    updated_at: ctx.clock.now(),
  })
  return { account, connection: completed ?? row }
}
