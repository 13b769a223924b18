import type { FoundEntity } from '../../../connectors/auth.ts'
import { findPlatform } from '../../../connectors/registry.ts'
import type { Context, Principal } from '../../../kit/context.ts'
import { ApiError, InvalidRequest, invalidValue, notFound } from '../../../kit/declare/errors.ts'
import { afterId, type Page, toPage } from '../../../kit/declare/page.ts'
import { type Db, transaction } from '../../../kit/postgres/db.ts'
import { getAccount } from './accounts.ts'
import type { Account, AccountEntity } from './contract/resources.ts'
import { enqueueCheck } from './enqueue-check.ts'
import { toPlatformApiError } from './platform-errors.ts'
import { presentAccount } from './present.ts'
import * as sql from './sql/accounts.ts'
import * as entitySql from './sql/entities.ts'
import { withGrant } from './tokens/access.ts'
import { sealEntitySecret } from './tokens/grants.ts'

export async function listAccountEntities(
  db: Db,
  principal: Principal,
  id: string,
  query: { limit: number; cursor?: string },
): Promise<Page<AccountEntity>> {
  const account = await getAccount(db, principal, id)
  const filter = { limit: query.limit, after: afterId(query.cursor, 'ent') }
  const rows = await entitySql.listEntities(db, principal.workspaceId, id, filter)
  return toPage(rows, (row) => presentEntity(row, account.active_entity?.id))
}

function presentEntity(row: entitySql.EntityRow, activeId: string | undefined): AccountEntity {
  return {
    id: row.id,
    kind: row.kind,
    external_id: row.external_id,
    name: row.name,
    parent_external_id: row.parent_external_id,
    metadata: row.metadata,
    grants: row.grants,
    selectable: row.selectable,
    unselectable_reason: row.unselectable_reason,
    is_active: row.id === activeId,
    last_refreshed_at: row.last_refreshed_at.toISOString(),
  }
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
    const entity = await entitySql.findEntity(tx, workspaceId, id, { id: entityId })
    if (!account) throw notFound('account')
    if (account.disconnected_at)
      throw new ApiError('wrong_state', `The account is ${account.status}: reconnect it first.`)
    if (!entity)
      throw new ApiError('not_found', 'The account has no entity with this `entity_id`.', {
        members: { entity_id: entityId },
      })
    if (!entity.selectable) {
      const reason = entity.unselectable_reason ?? 'this entity cannot be selected'
      throw new InvalidRequest([invalidValue(['body', 'entity_id'], reason)])
    }
    const owner = { profileId: account.profile_id, platform: account.platform, externalId: entity.external_id }
    await sql.releaseEntity(tx, workspaceId, owner, ctx.clock.now())
    await sql.updateAccount(tx, workspaceId, id, {
      active_entity_id: entity.id,
      active_external_id: entity.external_id,
      ...(account.status === 'pending_selection' && { status: 'connected' as const, check_at: ctx.clock.now() }),
      updated_at: ctx.clock.now(),
    })
    if (findPlatform(account.platform)?.capabilities.includes('inbound')) await enqueueCheck(ctx, tx, workspaceId, id)
    return presentAccount(await sql.getAccountRow(tx, workspaceId, id))
  })
  return change.catch((error: unknown) => {
    throw sql.isEntityTaken(error) ? entityTakenError() : error
  })
}

export function entityTakenError(): ApiError {
  return new ApiError('wrong_state', 'Another account of this profile already acts as this entity.')
}

/** Refreshes the account's entities from the platform. When its active entity is gone, another one must be chosen. */
export async function refreshEntities(ctx: Context, principal: Principal, id: string): Promise<Page<AccountEntity>> {
  const { workspaceId } = principal
  const { platform } = await getAccount(ctx.db, principal, id)
  const found = withGrant(ctx, workspaceId, id, (call, { auth }) => auth.listEntities(call))
  const entities = await found.catch((error: unknown) => {
    throw toPlatformApiError(platform, error)
  })
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

/**
 * Replaces the stored entities of an account. Ids sort by time and lists show the newest first. Ids are assigned from the last to
 * the first, to keep the platform's order.
 */
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
