import type { FoundEntity, Grant } from '../../../../connectors/auth.ts'
import type { Identity } from '../../../../connectors/session.ts'
import type { Context } from '../../../../kit/context.ts'
import type { Db } from '../../../../kit/postgres/db.ts'
import * as sql from '../sql/connections.ts'
import { parseTokens } from '../tokens/grants.ts'

/** Data that is stored, sealed, between the sign-in and the selection. */
interface PendingSecrets {
  readonly tokens: Grant['tokens']
  readonly entitySecrets: Readonly<Record<string, string>>
}

/** An entity that can be selected. The id is only for paging: a stored entity gets another one. */
export type SelectableEntity = Omit<FoundEntity, 'secret'> & { readonly id: string }

/** Part of stored values: it cannot change. */
const purpose = (connectionId: string) => `connections.held:${connectionId}`

/** Stores the grant with its entities until the person selects one. */
export async function awaitSelection(
  ctx: Context,
  tx: Db,
  row: sql.ConnectionRow,
  { grant, entities }: { grant: Grant; entities: readonly FoundEntity[] },
): Promise<sql.ConnectionRow> {
  const { tokens, identity, scopes } = grant
  const secrets = entities.flatMap(({ externalId, secret }) => (secret === undefined ? [] : [[externalId, secret]]))
  const pending: PendingSecrets = { tokens, entitySecrets: Object.fromEntries(secrets) }
  // Ids sort by time and pages show the newest first. Ids are assigned from the last to the first, to keep the platform's order.
  const selectable: SelectableEntity[] = entities
    .toReversed()
    .map((entity) => ({ ...withoutSecret(entity), id: ctx.ids.next('entity') }))
    .toReversed()
  const waiting = await sql.updateConnection(tx, row.workspace_id, row.id, {
    status: 'awaiting_selection',
    secrets: ctx.secrets.seal(JSON.stringify(pending), purpose(row.id)),
    identity,
    scopes: [...scopes],
    entities: selectable,
    updated_at: ctx.clock.now(),
  })
  return waiting ?? row
}

export function readSelectableEntities(row: sql.ConnectionRow): readonly SelectableEntity[] {
  return row.entities as SelectableEntity[]
}

/** Opens the stored grant, with the entities and their secrets. */
export function openPendingGrant(ctx: Context, row: sql.ConnectionRow): { grant: Grant; entities: FoundEntity[] } {
  const { tokens, entitySecrets } = JSON.parse(ctx.secrets.open(row.secrets ?? '', purpose(row.id))) as PendingSecrets
  const grant = {
    tokens: parseTokens(JSON.stringify(tokens)),
    identity: row.identity as Identity,
    scopes: row.scopes,
  }
  return { grant, entities: readSelectableEntities(row).map((entity) => withSecret(entity, entitySecrets)) }
}

function withoutSecret(entity: FoundEntity): Omit<FoundEntity, 'secret'> {
  const { kind, externalId, name, parentExternalId, metadata, grants, selectable, unselectableReason } = entity
  return { kind, externalId, name, parentExternalId, metadata, grants, selectable, unselectableReason }
}

function withSecret(entity: SelectableEntity, secrets: PendingSecrets['entitySecrets']): FoundEntity {
  const secret = secrets[entity.externalId]
  return secret === undefined ? entity : { ...entity, secret }
}
