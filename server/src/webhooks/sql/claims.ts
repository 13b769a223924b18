import { numberArray, textArray } from '../../kit/postgres/arrays.ts'
import type { Db } from '../../kit/postgres/db.ts'
import type { DeliveryStatus } from '../rows.ts'

/**
 * Statements are planned once per connection, perhaps while the tables are empty. So they leave the planner no choice: rows are
 * looked up one by one (`cross join lateral (... limit 1)`), with conditions on every column of the index, locked, and then
 * addressed by their `ctid`. Measured (0011): with free choice PostgreSQL walked the whole primary key for each batch, 350 ms
 * instead of 0.7 ms.
 *
 * There are two clocks. Due times and the breaker's pauses are compared with `now`: null in production, which means the
 * database's clock; a test passes the time of its manual clock. Leases always use the database's clock: `now()` in SQL.
 */
export type Now = Date | null

/** A delivery's position in the queue of its endpoint. */
export interface Position {
  readonly next_attempt_at: Date
  readonly event_id: string
}

/** The first delivery in the queue of an endpoint. */
export interface Head extends Position {
  readonly workspace_id: string
  readonly endpoint_id: string
  /** Milliseconds until the delivery is due; negative when it is late. */
  readonly due_in_ms: number
  /** False when the endpoint is disabled or deleted. */
  readonly is_active: boolean
  /** Failures in a row, and milliseconds until the breaker lets a delivery through. */
  readonly failures: number
  readonly paused_in_ms: number
}

/** Lists the first unleased delivery of every endpoint: a few index steps for each, however many deliveries wait. */
export async function listHeads(db: Db, now: Now): Promise<Head[]> {
  return db<Head[]>`
    with recursive queues (workspace_id, endpoint_id) as (
      (select workspace_id, endpoint_id from webhook_deliveries where next_attempt_at is not null
       order by endpoint_id, next_attempt_at, event_id limit 1)
      union all
      select n.workspace_id, n.endpoint_id from queues q cross join lateral (
        select workspace_id, endpoint_id from webhook_deliveries
        where next_attempt_at is not null and endpoint_id > q.endpoint_id
        order by endpoint_id, next_attempt_at, event_id limit 1) n
    )
    select q.workspace_id, q.endpoint_id, h.next_attempt_at, h.event_id,
      (extract(epoch from h.next_attempt_at - coalesce(${now}::timestamptz, now())) * 1000)::float8 as due_in_ms,
      coalesce(e.status = 'active', false) as is_active,
      coalesce(e.failures, 0) as failures,
      coalesce(extract(epoch from e.paused_until - coalesce(${now}::timestamptz, now())) * 1000, 0)::float8 as paused_in_ms
    from queues q cross join lateral (
      select next_attempt_at, event_id from webhook_deliveries
      where endpoint_id = q.endpoint_id and next_attempt_at is not null
        and (lease_until is null or lease_until < now())
      order by next_attempt_at, event_id limit 1) h
    left join webhook_endpoints e on e.workspace_id = q.workspace_id and e.id = q.endpoint_id
    order by h.next_attempt_at`
}

/** Number of deliveries to claim for one endpoint. */
export interface ClaimTarget {
  readonly workspaceId: string
  readonly endpointId: string
  readonly atMost: number
  /**
   * Position to start from. Index entries before it are dead until the next vacuum, and reading them costs more than the claim.
   */
  readonly from: Position
}

export interface ClaimedRow extends Position {
  workspace_id: string
  id: string
  endpoint_id: string
  attempt: number
  attempts_max: number
  claims: number
  body: string
  late_ms: number
}

/**
 * Claims due deliveries of these endpoints, in the order of the events. A delivery whose lease has expired can be claimed: its
 * worker is dead or frozen.
 */
export async function claimDeliveries(
  db: Db,
  {
    claim,
    now,
    leaseSeconds,
    targets,
  }: { claim: string; now: Now; leaseSeconds: number; targets: readonly ClaimTarget[] },
): Promise<ClaimedRow[]> {
  return db<ClaimedRow[]>`
    with due as materialized (
      select d.tid
      from unnest(
        ${textArray(targets.map((t) => t.workspaceId))}::text[], ${textArray(targets.map((t) => t.endpointId))}::text[],
        ${numberArray(targets.map((t) => t.atMost))}::integer[],
        ${textArray(targets.map((t) => t.from.next_attempt_at.toISOString()))}::timestamptz[],
        ${textArray(targets.map((t) => t.from.event_id))}::text[]
      ) as t (workspace_id, endpoint_id, at_most, from_at, from_event)
      cross join lateral (
        select from webhook_endpoints
        where workspace_id = t.workspace_id and id = t.endpoint_id and status = 'active' limit 1
      ) e
      cross join lateral (
        select ctid as tid from webhook_deliveries
        where endpoint_id = t.endpoint_id and next_attempt_at is not null
          and next_attempt_at <= coalesce(${now}::timestamptz, now())
          and (next_attempt_at, event_id) >= (t.from_at, t.from_event)
          and (lease_until is null or lease_until < now())
        order by next_attempt_at, event_id limit t.at_most for update skip locked
      ) d
    ), claimed as (
      update webhook_deliveries d set
        claim = ${claim}::uuid, lease_until = now() + ${leaseSeconds} * interval '1 second', claims = d.claims + 1
      from due where d.ctid = due.tid
      returning d.workspace_id, d.id, d.endpoint_id, d.event_id, d.next_attempt_at, d.attempt, d.attempts_max, d.claims,
        (extract(epoch from coalesce(${now}::timestamptz, now()) - d.next_attempt_at) * 1000)::float8 as late_ms
    )
    select c.*, v.body from claimed c cross join lateral (
      select body from webhook_events where workspace_id = c.workspace_id and id = c.event_id limit 1) v`
}

export interface AddressRow {
  workspace_id: string
  id: string
  url: string
  secret: string
  previous_secret: string | null
  previous_secret_until: Date | null
}

/**
 * Lists the addresses and secrets of the active ones of these endpoints. Runs after the claim, so that deliveries claimed after
 * a rotation are signed with both secrets, and once for all deliveries of an endpoint.
 */
export async function listAddresses(db: Db, targets: readonly ClaimTarget[]): Promise<AddressRow[]> {
  return db<AddressRow[]>`
    select t.workspace_id, t.id, e.url, e.secret, e.previous_secret, e.previous_secret_until
    from unnest(
      ${textArray(targets.map((t) => t.workspaceId))}::text[], ${textArray(targets.map((t) => t.endpointId))}::text[]
    ) as t (workspace_id, id)
    cross join lateral (
      select url, secret, previous_secret, previous_secret_until from webhook_endpoints
      where workspace_id = t.workspace_id and id = t.id and status = 'active' limit 1
    ) e`
}

export interface Claim {
  readonly workspaceId: string
  readonly endpointId: string
  readonly id: string
  readonly claim: string
}

/** Renews leases. Deliveries whose ids are missing from the result have been claimed by another worker. */
export async function renewLeases(db: Db, claims: readonly Claim[], leaseSeconds: number): Promise<string[]> {
  const rows = await db<{ id: string }[]>`
    update webhook_deliveries d set lease_until = now() + ${leaseSeconds} * interval '1 second'
    from ${claimedRows(db, claims)} c where d.ctid = c.tid returning d.id`
  return rows.map((row) => row.id)
}

/** Undoes claims of deliveries that were not sent, without counting the claim. */
export async function unclaimDeliveries(db: Db, claims: readonly Claim[]): Promise<void> {
  await db`
    update webhook_deliveries d set claim = null, lease_until = null, claims = d.claims - 1
    from ${claimedRows(db, claims)} c where d.ctid = c.tid`
}

function claimedRows(db: Db, claims: readonly Claim[]) {
  return db`(
    select l.tid from unnest(
      ${claims.map((c) => c.workspaceId)}::text[], ${claims.map((c) => c.endpointId)}::text[],
      ${claims.map((c) => c.id)}::text[], ${claims.map((c) => c.claim)}::uuid[]
    ) as g (workspace_id, endpoint_id, id, claim)
    cross join lateral (
      select ctid as tid from webhook_deliveries
      where workspace_id = g.workspace_id and endpoint_id = g.endpoint_id and id = g.id
        and claim = g.claim limit 1 for update
    ) l
  )`
}

/** Marks up to `atMost` deliveries that wait for a disabled or deleted endpoint as dead. Returns their number. */
export async function updateUndeliverable(
  db: Db,
  workspaceId: string,
  endpointId: string,
  atMost: number,
): Promise<number> {
  const { count } = await db`
    update webhook_deliveries d set status = 'dead', next_attempt_at = null, claim = null, lease_until = null, claims = 0,
      last_error = coalesce(case attempt when 0 then 'Not sent' else 'Not sent again' end || ', the endpoint is disabled: ' ||
        (select e.disabled_reason from webhook_endpoints e where e.workspace_id = ${workspaceId} and e.id = ${endpointId}),
        'Not sent, the endpoint was deleted.')
    from (
      select ctid as tid from webhook_deliveries
      where endpoint_id = ${endpointId} and next_attempt_at is not null
        and (lease_until is null or lease_until < now())
        and not exists (select from webhook_endpoints e
          where e.workspace_id = ${workspaceId} and e.id = ${endpointId} and e.status = 'active')
      order by next_attempt_at, event_id limit ${atMost} for update skip locked
    ) b
    where d.ctid = b.tid`
  return count
}

export interface WaitingRow {
  status: DeliveryStatus
  deliveries: number
}

/** Counts the deliveries that wait for their first attempt (pending) or for another one (failed). */
export async function countWaiting(db: Db): Promise<WaitingRow[]> {
  return db<WaitingRow[]>`
    select status, count(*) as deliveries from webhook_deliveries
    where next_attempt_at is not null group by status`
}
