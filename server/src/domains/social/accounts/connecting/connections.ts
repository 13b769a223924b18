import type { Context, Principal } from '../../../../kit/context.ts'
import { ApiError, notFound } from '../../../../kit/declare/errors.ts'
import { afterId, type Page, toPage } from '../../../../kit/declare/page.ts'
import type { ErrorObject } from '../../../../kit/declare/schema.ts'
import { assertReachable } from '../../../identity/profiles/service.ts'
import type { ConnectionQuery } from '../contract/connections.ts'
import type { Connection, ConnectionStatus } from '../contract/resources.ts'
import * as sql from '../sql/connections.ts'

export async function getConnection(ctx: Context, principal: Principal, id: string): Promise<Connection> {
  return presentConnection(ctx, await getConnectionRow(ctx, principal, id))
}

export async function listConnections(
  ctx: Context,
  principal: Principal,
  { limit, cursor, profile_id: profileId, platform, status }: ConnectionQuery,
): Promise<Page<Connection>> {
  const rows = await sql.listConnections(ctx.db, principal.workspaceId, {
    limit,
    after: afterId(cursor, 'conn'),
    only: principal.profileIds,
    profileId,
    platform,
    status,
    now: ctx.clock.now(),
  })
  return toPage(rows, (row) => presentConnection(ctx, row))
}

export async function getConnectionRow(ctx: Context, principal: Principal, id: string): Promise<sql.ConnectionRow> {
  const row = await sql.findConnection(ctx.db, principal.workspaceId, id)
  if (!row) throw notFound('connection')
  assertReachable(principal, row.profile_id)
  return row
}

/**
 * Fails a connection that still waits for the person. A failed one keeps its first error, and a completed one stays completed.
 */
export async function failConnection(ctx: Context, row: sql.ConnectionRow, error: ErrorObject): Promise<Connection> {
  await sql.failWaitingConnection(ctx.db, row.workspace_id, row.id, { error, now: ctx.clock.now() })
  return presentConnection(ctx, (await sql.findConnection(ctx.db, row.workspace_id, row.id)) ?? row)
}

export function assertStatus(ctx: Context, row: sql.ConnectionRow, wanted: ConnectionStatus): void {
  const status = resolveConnectionStatus(ctx, row)
  if (status !== wanted)
    throw new ApiError('wrong_state', `The connection is ${status}, not ${wanted}.`, {
      members: { connection_status: status },
    })
}

/** Returns the status of a connection, which is expired from its expiry time on, even before the timer has marked it. */
function resolveConnectionStatus(ctx: Context, row: sql.ConnectionRow): ConnectionStatus {
  const isPending = row.status === 'awaiting_user' || row.status === 'awaiting_selection'
  return isPending && row.expires_at <= ctx.clock.now() ? 'expired' : row.status
}

export function presentConnection(ctx: Context, row: sql.ConnectionRow, url: string | null = null): Connection {
  return {
    id: row.id,
    profile_id: row.profile_id,
    platform: row.platform,
    mode: row.mode,
    status: resolveConnectionStatus(ctx, row),
    authorize_url: url,
    account_id: row.account_id,
    error: row.error,
    expires_at: row.expires_at.toISOString(),
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  }
}
