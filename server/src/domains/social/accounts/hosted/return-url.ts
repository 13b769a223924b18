import type { Context } from '../../../../kit/context.ts'
import { Redirect } from '../../../../kit/declare/reply.ts'
import { presentConnection } from '../connecting/connections.ts'
import type { Connection } from '../contract/resources.ts'
import type { ConnectionRow } from '../sql/connections.ts'
import { buildConnectionLink } from './link.ts'

/** Sends the person back to the customer when the connection has ended, else to the page of the connection. */
export function redirectBack(ctx: Context, row: ConnectionRow): Redirect<Connection> {
  const connection = presentConnection(ctx, row)
  return new Redirect(connection, buildReturnUrl(row, connection) ?? buildConnectionLink(ctx, row))
}

/** Where the customer wants the person back, with how it ended and without any secret; null while it has not ended. */
export function buildReturnUrl(row: ConnectionRow, { id, status, account_id, error }: Connection): string | null {
  const hasEnded = status !== 'awaiting_user' && status !== 'awaiting_selection'
  if (row.redirect_url === null || (row.mode === 'hosted' && !hasEnded)) return null
  const url = new URL(row.redirect_url)
  url.searchParams.set('connection_id', id)
  url.searchParams.set('status', status)
  if (account_id !== null) url.searchParams.set('account_id', account_id)
  if (error) url.searchParams.set('error', typeof error['code'] === 'string' ? error['code'] : 'failed')
  return url.href
}
