import type { HealthIssue } from '../../../connectors/auth.ts'
import { findConnector } from '../../../connectors/registry.ts'
import type { Context, Principal } from '../../../kit/context.ts'
import { ApiError, InvalidRequest, invalidValue, notFound } from '../../../kit/declare/errors.ts'
import type { Page } from '../../../kit/declare/page.ts'
import { type Db, transaction } from '../../../kit/postgres/db.ts'
import { enqueue } from '../../../queue/queue.ts'
import { emit } from '../../../webhooks/emit.ts'
import { getAccount, listAccountEntities } from './accounts.ts'
import { entityTaken } from './connecting/sign-in.ts'
import { getAccountRow, storeEntities } from './connecting/store.ts'
import { revokeGrantJob } from './contract/accounts.ts'
import { accountDisconnected } from './contract/events.ts'
import type { Account, AccountEntity } from './contract/resources.ts'
import { apiErrorOf } from './platform-errors.ts'
import { presentAccount } from './present.ts'
import * as sql from './sql/accounts.ts'
import { findEntity } from './sql/entities.ts'
import { deleteGrant } from './sql/grants.ts'
import { withGrant } from './tokens/access.ts'

const DISCONNECTED: HealthIssue = {
  code: 'disconnected',
  message: 'The account was disconnected.',
  remediation: 'Reconnect the account.',
  severity: 'error',
}

/** Forgets the tokens and keeps the rest. Once: a second time changes nothing and says nothing. */
export async function disconnectAccount(ctx: Context, db: Db, principal: Principal, id: string): Promise<Account> {
  const { workspaceId } = principal
  await getAccount(db, principal, id)
  return transaction(db, async (tx) => {
    const account = await sql.lockAccount(tx, workspaceId, id)
    if (!account) throw notFound('account')
    if (account.status !== 'disconnected') {
      const now = ctx.clock.now()
      const tokens = await deleteGrant(tx, workspaceId, id)
      // Sealed as they were; the platform is asked when this is stored.
      if (tokens !== undefined && findConnector(account.platform)?.auth.revoke)
        await enqueue(ctx, tx, revokeGrantJob, { account_id: id, tokens }, { workspaceId })
      await sql.updateAccount(tx, workspaceId, id, {
        status: 'disconnected',
        disconnected_at: now,
        disconnect_reason: 'requested',
        health: { ...account.health, status: 'error', issues: [DISCONNECTED] },
        check_at: null,
        expiry_told_days: null,
        updated_at: now,
      })
      const gone = presentAccount(await getAccountRow(tx, workspaceId, id))
      await emit(ctx, tx, accountDisconnected, { account: gone }, { workspaceId })
    }
    return presentAccount(await getAccountRow(tx, workspaceId, id))
  })
}

export async function setActiveEntity(
  ctx: Context,
  db: Db,
  principal: Principal,
  id: string,
  entityId: string,
): Promise<Account> {
  const { workspaceId } = principal
  await getAccount(db, principal, id)
  const change = transaction(db, async (tx) => {
    const account = await sql.lockAccount(tx, workspaceId, id)
    const entity = await findEntity(tx, workspaceId, id, { id: entityId })
    if (!account) throw notFound('account')
    if (account.disconnected_at)
      throw new ApiError('wrong_state', `The account is ${account.status}: reconnect it first.`)
    if (!entity?.selectable) {
      const reason = entity?.unselectable_reason ?? 'the account has no such entity'
      throw new InvalidRequest([invalidValue(['body', 'entity_id'], reason, entityId)])
    }
    const of = { profileId: account.profile_id, platform: account.platform, externalId: entity.external_id }
    await sql.releaseEntity(tx, workspaceId, of, ctx.clock.now())
    await sql.updateAccount(tx, workspaceId, id, {
      active_entity_id: entity.id,
      active_external_id: entity.external_id,
      ...(account.status === 'pending_selection' && { status: 'connected' as const, check_at: ctx.clock.now() }),
      updated_at: ctx.clock.now(),
    })
    return presentAccount(await getAccountRow(tx, workspaceId, id))
  })
  return change.catch((error: unknown) => {
    throw sql.isEntityTaken(error) ? entityTaken() : error
  })
}

/** Asks the platform what there is now. An account whose entity is gone waits for somebody to choose another. */
export async function refreshEntities(ctx: Context, principal: Principal, id: string): Promise<Page<AccountEntity>> {
  const { workspaceId } = principal
  const { platform } = await getAccount(ctx.db, principal, id)
  const entities = await withGrant(ctx, workspaceId, id, (call, { auth }) => auth.listEntities(call)).catch(
    (error: unknown) => {
      throw apiErrorOf(platform, error)
    },
  )
  await transaction(ctx.db, async (tx) => {
    const account = await sql.lockAccount(tx, workspaceId, id)
    if (!account || account.disconnected_at) return
    await storeEntities(ctx, tx, workspaceId, id, entities)
    const active = entities.find((entity) => entity.externalId === account.active_external_id)
    if (active?.selectable || account.active_external_id === null) return
    await sql.updateAccount(tx, workspaceId, id, {
      status: 'pending_selection',
      active_entity_id: null,
      active_external_id: null,
      check_at: null,
      updated_at: ctx.clock.now(),
    })
  })
  return listAccountEntities(ctx.db, principal, id, { limit: 100 })
}
