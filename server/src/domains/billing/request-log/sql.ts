import { copyLine, copyLines } from '../../../kit/postgres/copy.ts'
import type { Db } from '../../../kit/postgres/db.ts'

export interface RequestLogRow {
  readonly workspace_id: string
  readonly request_id: string
  readonly day: string
  readonly method: string
  readonly path: string
  readonly operation: string | null
  readonly status: number
  readonly ms: number
  readonly mode: 'live' | 'test'
  readonly caller_id: string
  readonly request_bytes: number | null
  readonly response_bytes: number | null
  readonly client_request_id: string | null
  readonly error_code: string | null
  readonly error_body: string | null
}

const COLUMNS = [
  'workspace_id',
  'request_id',
  'day',
  'method',
  'path',
  'operation',
  'status',
  'ms',
  'mode',
  'caller_id',
  'request_bytes',
  'response_bytes',
  'client_request_id',
  'error_code',
  'error_body',
] as const satisfies (keyof RequestLogRow)[]

/** Writes a row as it is collected in memory: as one text, which is smaller than an object. */
export function writeRequestLine(row: RequestLogRow): string {
  return copyLine(COLUMNS.map((name) => row[name]))
}

export async function insertRequestLines(db: Db, lines: readonly string[]): Promise<void> {
  await copyLines(db, 'request_log', COLUMNS, lines)
}

export async function findLoggedRequest(
  db: Db,
  workspaceId: string,
  requestId: string,
): Promise<RequestLogRow | undefined> {
  const [row] = await db<RequestLogRow[]>`
    select * from request_log where workspace_id = ${workspaceId} and request_id = ${requestId}`
  return row
}

export async function deleteRequestsBefore(db: Db, day: string, atMost: number): Promise<number> {
  const { count } = await db`
    delete from request_log where (workspace_id, request_id) in (
      select workspace_id, request_id from request_log where day < ${day}::date limit ${atMost})`
  return count
}
