import { type PageRows, readPage } from '../../../../kit/declare/page.ts'
import type { ErrorObject } from '../../../../kit/declare/schema.ts'
import type { Db } from '../../../../kit/postgres/db.ts'
import type { ConnectionMode, ConnectionStatus } from '../contract/resources.ts'

export interface ConnectionRow {
  workspace_id: string
  id: string
  profile_id: string
  platform: string
  mode: ConnectionMode
  status: ConnectionStatus
  account_id: string | null
  is_reconnect: boolean
  redirect_url: string | null
  options: Record<string, unknown>
  /** The app of the sign-in; null for the one in the environment. */
  app_id: string | null
  /** The member it was created for; null when its key belongs to the workspace. */
  member_id: string | null
  secrets: string | null
  identity: unknown
  scopes: string[]
  entities: unknown
  error: ErrorObject | null
  expires_at: Date
  created_at: Date
  updated_at: Date
}

const JSONB = ['options', 'identity', 'entities', 'error'] as const

/** Wraps objects in `db.json`: the driver writes them as JSON only then. */
function columns(db: Db, row: Partial<ConnectionRow>): Record<string, string> {
  const json = JSONB.filter((name) => row[name] !== undefined && row[name] !== null)
  const written = { ...row, ...Object.fromEntries(json.map((name) => [name, db.json(row[name])])) }
  return written as unknown as Record<string, string>
}

export async function insertConnection(db: Db, row: ConnectionRow): Promise<void> {
  await db`insert into connections ${db(columns(db, row))}`
}

export async function findConnection(db: Db, workspaceId: string, id: string): Promise<ConnectionRow | undefined> {
  const [row] = await db<ConnectionRow[]>`
    select * from connections where workspace_id = ${workspaceId} and id = ${id}`
  return row
}

export interface ConnectionFilter {
  readonly limit: number
  readonly after: string | undefined
  /** Null means every profile of the workspace. */
  readonly only: readonly string[] | null
  readonly profileId: string | undefined
  readonly platform: string | undefined
  readonly status: ConnectionStatus | undefined
  readonly now: Date
}

/** Status at this time: a connection is expired from its expiry time on, even before the timer has marked it. */
const statusAt = (db: Db, now: Date) => db`
  case when status in ('awaiting_user', 'awaiting_selection') and expires_at <= ${now} then 'expired' else status end`

export async function listConnections(
  db: Db,
  workspaceId: string,
  { limit, after, only, profileId, platform, status, now }: ConnectionFilter,
): Promise<PageRows<ConnectionRow>> {
  return readPage(
    db,
    limit,
    db<ConnectionRow[]>`
    select * from connections where workspace_id = ${workspaceId}
    ${after ? db`and id < ${after}` : db``}
    ${only ? db`and profile_id = any(${only})` : db``}
    ${profileId ? db`and profile_id = ${profileId}` : db``}
    ${platform ? db`and platform = ${platform}` : db``}
    ${status ? db`and ${statusAt(db, now)} = ${status}` : db``}
    order by id desc`,
  )
}

export async function lockConnection(db: Db, workspaceId: string, id: string): Promise<ConnectionRow | undefined> {
  const [row] = await db<ConnectionRow[]>`
    select * from connections where workspace_id = ${workspaceId} and id = ${id} for update`
  return row
}

export async function updateConnection(
  db: Db,
  workspaceId: string,
  id: string,
  change: Partial<ConnectionRow> & { updated_at: Date },
): Promise<ConnectionRow | undefined> {
  const [row] = await db<ConnectionRow[]>`
    update connections set ${db(columns(db, change))}
    where workspace_id = ${workspaceId} and id = ${id} returning *`
  return row
}

/** Fails a connection that still waits for the person; any other stays unchanged. */
export async function failWaitingConnection(
  db: Db,
  workspaceId: string,
  id: string,
  { error, now }: { error: ErrorObject; now: Date },
): Promise<void> {
  const change = { status: 'failed', secrets: null, entities: null, error, updated_at: now } as const
  await db`
    update connections set ${db(columns(db, change))}
    where workspace_id = ${workspaceId} and id = ${id} and status = 'awaiting_user'`
}

export interface StateRow {
  hash: Buffer
  workspace_id: string
  connection_id: string
  expires_at: Date
}

export async function insertState(db: Db, row: StateRow): Promise<void> {
  await db`insert into connection_states ${db(row)}`
}

/** Deletes the state it returns, so that a state can be used once. */
export async function deleteState(db: Db, hash: Buffer, connectionId?: string): Promise<StateRow | undefined> {
  const [row] = await db<StateRow[]>`
    delete from connection_states where hash = ${hash}
    ${connectionId === undefined ? db`` : db`and connection_id = ${connectionId}`} returning *`
  return row
}

export async function deleteStates(db: Db, connectionId: string): Promise<void> {
  await db`delete from connection_states where connection_id = ${connectionId}`
}

export async function expireConnections(db: Db, now: Date): Promise<number> {
  const { count } = await db`
    update connections set status = 'expired', secrets = null, entities = null, updated_at = ${now}
    where status in ('awaiting_user', 'awaiting_selection') and expires_at <= ${now}`
  await db`delete from connection_states where expires_at <= ${now}`
  return count
}

/** Expires the connections of a workspace that wait for a person, whatever time they have left. */
export async function endConnections(db: Db, workspaceId: string, now: Date): Promise<void> {
  await db`
    with ended as (
      update connections set status = 'expired', secrets = null, entities = null, updated_at = ${now}
      where workspace_id = ${workspaceId} and status in ('awaiting_user', 'awaiting_selection') returning id)
    delete from connection_states s using ended where s.workspace_id = ${workspaceId} and s.connection_id = ended.id`
}

export async function deleteConnectionsBefore(db: Db, before: Date): Promise<void> {
  await db`delete from connections where created_at < ${before}`
}
