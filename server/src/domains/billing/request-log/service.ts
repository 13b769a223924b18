import type { Context } from '../../../kit/context.ts'
import { readTime } from '../../../kit/ids.ts'
import type { Db } from '../../../kit/postgres/db.ts'
import { listKeysById } from '../../identity/keys/suspend.ts'
import { listUserNames } from '../../identity/users/service.ts'
import type { LoggedColumns, RequestCaller } from './contract.ts'
import * as sql from './sql.ts'

/** A request in the log, and when it began. */
export interface LoggedRequest extends sql.RequestLogRow {
  readonly createdAt: Date
}

export async function findLoggedRequest(
  db: Db,
  workspaceId: string,
  requestId: string,
): Promise<LoggedRequest | undefined> {
  const row = await sql.findLoggedRequest(db, workspaceId, requestId)
  return row && { ...row, createdAt: readTime(requestId) }
}

/** Returns the fields that a request shows besides its caller; all null when it is not in the log. */
export function presentLogged(row: LoggedColumns | undefined): LoggedColumns {
  return {
    method: row?.method ?? null,
    path: row?.path ?? null,
    operation: row?.operation ?? null,
    status: row?.status ?? null,
    error_code: row?.error_code ?? null,
    ms: row?.ms ?? null,
    mode: row?.mode ?? null,
    request_bytes: row?.request_bytes ?? null,
    response_bytes: row?.response_bytes ?? null,
    client_request_id: row?.client_request_id ?? null,
  }
}

/** Describes the callers of requests by their ids. Revoked keys and former members are described too. */
export async function describeCallers(
  db: Db,
  workspaceId: string,
  ids: readonly string[],
): Promise<(id: string) => RequestCaller> {
  const distinct = [...new Set(ids)]
  const ofKind = (prefix: string) => distinct.filter((id) => id.startsWith(prefix))
  const [keyIds, userIds] = [ofKind('key_'), ofKind('usr_')]
  const [keys, users] = await Promise.all([
    keyIds.length > 0 ? listKeysById(db, workspaceId, keyIds) : [],
    userIds.length > 0 ? listUserNames(db, userIds) : [],
  ])
  const known = new Map<string, RequestCaller>([
    ...users.map(({ id, name }) => [id, { kind: 'user', id, name, key_prefix: null }] as const),
    ...keys.map(({ id, name, key_prefix, app }) => {
      if (app) return [id, { kind: 'app', id, name: app.name, key_prefix: null }] as const
      return [id, { kind: 'key', id, name, key_prefix }] as const
    }),
  ])
  return (id) => known.get(id) ?? { kind: toKind(id), id, name: null, key_prefix: null }
}

function toKind(id: string): RequestCaller['kind'] {
  if (id.startsWith('usr_')) return 'user'
  return id.startsWith('plk_') ? 'link' : 'key'
}

const DAY_MS = 86_400_000
const BATCH_ROWS = 10_000

/** Deletes requests that are older than REQUEST_LOG_DAYS. */
export async function forgetOldRequests(ctx: Context): Promise<void> {
  const first = new Date(ctx.clock.now().getTime() - ctx.config.REQUEST_LOG_DAYS * DAY_MS)
  const day = first.toISOString().slice(0, 10)
  while ((await sql.deleteRequestsBefore(ctx.db, day, BATCH_ROWS)) === BATCH_ROWS);
}
