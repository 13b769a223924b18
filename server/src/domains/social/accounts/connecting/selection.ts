import type { Context, Principal } from '../../../../kit/context.ts'
import { InvalidRequest, invalidValue, notFound } from '../../../../kit/declare/errors.ts'
import { afterId, type Page, takeFirstPage, toPage } from '../../../../kit/declare/page.ts'
import { type Db, transaction } from '../../../../kit/postgres/db.ts'
import type { Account, Entity } from '../contract/resources.ts'
import { getConnector } from '../platforms.ts'
import { type ConnectionRow, lockConnection } from '../sql/connections.ts'
import { assertStatus, getConnectionRow } from './connections.ts'
import { openPendingGrant, readSelectableEntities, type SelectableEntity } from './pending-selection.ts'
import { connectAccount } from './sign-in.ts'

export async function listSelectableEntities(
  ctx: Context,
  principal: Principal,
  id: string,
  query: { limit: number; cursor?: string },
): Promise<Page<Entity>> {
  const row = await getConnectionRow(ctx, principal, id)
  assertStatus(ctx, row, 'awaiting_selection')
  const after = afterId(query.cursor, 'ent')
  const rest = readSelectableEntities(row).filter((entity) => after === undefined || entity.id < after)
  return toPage(takeFirstPage(rest, query.limit), presentEntity)
}

function presentEntity(entity: SelectableEntity): Entity {
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
  const row = await getConnectionRow(ctx, principal, id)
  return selectConnectionEntity(ctx, db, row, externalId)
}

export async function selectConnectionEntity(
  ctx: Context,
  db: Db,
  { workspace_id: workspaceId, id }: Pick<ConnectionRow, 'workspace_id' | 'id'>,
  externalId: string,
): Promise<Account> {
  return transaction(db, async (tx) => {
    const row = await lockConnection(tx, workspaceId, id)
    if (!row) throw notFound('connection')
    assertStatus(ctx, row, 'awaiting_selection')
    const { grant, entities } = openPendingGrant(ctx, row)
    const chosen = entities.find((entity) => entity.externalId === externalId)
    if (!chosen?.selectable) {
      const reason = chosen?.unselectableReason ?? 'this sign-in has no such entity'
      throw new InvalidRequest([invalidValue(['body', 'external_id'], reason)])
    }
    const connector = await getConnector(ctx, row.platform, ['path', 'id'])
    const { account } = await connectAccount(ctx, tx, row, { connector, grant, entities, chosen })
    return account
  })
}
