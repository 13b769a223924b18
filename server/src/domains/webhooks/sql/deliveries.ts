import { type PageRows, readPage } from '../../../kit/declare/page.ts'
import type { Db } from '../../../kit/postgres/db.ts'
import type { DeliveryStatus } from '../../../webhooks/rows.ts'

export interface DeliveryRow {
  id: string
  endpoint_id: string
  event_type: string
  event_id: string
  status: DeliveryStatus
  attempt: number
  next_attempt_at: Date | null
  last_response_code: number | null
  last_error: string | null
  delivered_at: Date | null
  created_at: Date
}

export interface DeliveryFilter {
  readonly limit: number
  readonly after: string | undefined
  readonly endpointId: string | undefined
  /** Null or absent selects all endpoints. */
  readonly only?: readonly string[] | null | undefined
  readonly status: DeliveryStatus | undefined
  readonly eventType: string | undefined
  /** Ids from the first (inclusive) to the second (exclusive). */
  readonly from: string | undefined
  readonly to: string | undefined
}

export async function listDeliveries(
  db: Db,
  workspaceId: string,
  filter: DeliveryFilter,
): Promise<PageRows<DeliveryRow>> {
  const { after, endpointId, only, status, eventType, from, to } = filter
  return readPage(
    db,
    filter.limit,
    db<DeliveryRow[]>`
    select ${columns(db)} from webhook_deliveries d ${joinEndpoint(db)}
    where d.workspace_id = ${workspaceId}
    ${after ? db`and d.id < ${after}` : db``}
    ${endpointId === undefined ? db`` : db`and d.endpoint_id = ${endpointId}`} ${only ? db`and d.endpoint_id = any(${only})` : db``}
    ${status === undefined ? db`` : db`and d.status = ${status}`}
    ${status === undefined || status === 'delivered' ? db`` : db`and d.status <> 'delivered'`}
    ${eventType === undefined ? db`` : db`and d.event_type = ${eventType}`}
    ${from ? db`and d.id >= ${from}` : db``} ${to ? db`and d.id < ${to}` : db``}
    order by d.id desc`,
  )
}

export async function findDelivery(db: Db, workspaceId: string, id: string): Promise<DeliveryRow | undefined> {
  const [row] = await db<DeliveryRow[]>`
    select ${columns(db)} from webhook_deliveries d ${joinEndpoint(db)}
    where d.workspace_id = ${workspaceId} and d.id = ${id}`
  return row
}

/** Finds an event's body, which is kept as long as its deliveries. */
export async function findEventBody(db: Db, workspaceId: string, eventId: string): Promise<string | undefined> {
  const [row] = await db<{ body: string }[]>`
    select body from webhook_events where workspace_id = ${workspaceId} and id = ${eventId}`
  return row?.body
}

/** Lists the columns of a delivery. `next_attempt_at` is the actual time of sending: not before the breaker closes. */
function columns(db: Db) {
  return db`d.id, d.endpoint_id, d.event_type, d.event_id, d.status, d.attempt, d.last_response_code, d.last_error,
    case when d.next_attempt_at is not null then greatest(d.next_attempt_at, e.paused_until) end as next_attempt_at,
    d.delivered_at, d.created_at`
}

function joinEndpoint(db: Db) {
  return db`left join webhook_endpoints e on e.workspace_id = d.workspace_id and e.id = d.endpoint_id`
}

export interface AttemptRow {
  attempt: number
  started_at: Date
  duration_ms: number
  response_code: number | null
  error: string | null
  response_body: string
}

/** Lists the last attempts, oldest first. */
export async function listAttempts(
  db: Db,
  workspaceId: string,
  deliveryId: string,
  atMost: number,
): Promise<AttemptRow[]> {
  const rows = await db<AttemptRow[]>`
    select attempt, started_at, duration_ms, response_code, error, response_body from webhook_attempts
    where workspace_id = ${workspaceId} and delivery_id = ${deliveryId} order by attempt desc limit ${atMost}`
  return rows.toReversed()
}

/** Selects the dead deliveries that become pending again. */
export interface Redrive {
  readonly endpointId: string
  /** One delivery, or all whose ids are not below `since`. */
  readonly id?: string
  readonly since?: string
  /** Time at which they are due; null means now, by the database's clock. */
  readonly dueAt: Date | null
  readonly attempts: number
}

/** Makes dead deliveries pending with a new budget of attempts; returns their number. */
export async function updateRedriven(db: Db, workspaceId: string, redrive: Redrive): Promise<number> {
  const { id, since } = redrive
  const { count } = await db`
    update webhook_deliveries set status = 'pending', attempts_max = attempt + ${redrive.attempts},
      next_attempt_at = coalesce(${redrive.dueAt}::timestamptz, now())
    where workspace_id = ${workspaceId} and endpoint_id = ${redrive.endpointId} and status = 'dead'
      ${id === undefined ? db`` : db`and id = ${id}`} ${since === undefined ? db`` : db`and id >= ${since}`}`
  return count
}

/** Selects the dead deliveries that become pending again: by id, or by filter. */
export interface RedriveFilter {
  readonly ids: readonly string[] | undefined
  readonly endpointId: string | undefined
  readonly eventType: string | undefined
  readonly from: string | undefined
  readonly to: string | undefined
  readonly atMost: number
}

/** Makes dead deliveries of active endpoints pending with a new budget of attempts, oldest first; returns their number. */
export async function updateManyRedriven(
  db: Db,
  workspaceId: string,
  { ids, endpointId, eventType, from, to, atMost }: RedriveFilter,
  budget: Pick<Redrive, 'dueAt' | 'attempts'>,
): Promise<number> {
  const { count } = await db`
    with chosen as (
      select d.id from webhook_deliveries d
      join webhook_endpoints e on e.workspace_id = d.workspace_id and e.id = d.endpoint_id and e.status = 'active'
      where d.workspace_id = ${workspaceId} and d.status = 'dead' and d.status <> 'delivered'
        ${ids ? db`and d.id = any(${ids}::text[])` : db``}
        ${endpointId === undefined ? db`` : db`and d.endpoint_id = ${endpointId}`}
        ${eventType === undefined ? db`` : db`and d.event_type = ${eventType}`}
        ${from ? db`and d.id >= ${from}` : db``} ${to ? db`and d.id < ${to}` : db``}
      order by d.id limit ${atMost} for update of d
    )
    update webhook_deliveries d set status = 'pending', attempts_max = d.attempt + ${budget.attempts},
      next_attempt_at = coalesce(${budget.dueAt}::timestamptz, now())
    from chosen where d.workspace_id = ${workspaceId} and d.id = chosen.id`
  return count
}
