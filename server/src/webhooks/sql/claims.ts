import type { Db } from '../../kit/postgres/db.ts'
import { LANE } from '../lane.ts'

/**
 * The statements are planned once for a connection, perhaps while the tables are empty. So none leaves the planner a choice:
 * rows are looked up one by one (`cross join lateral (... limit 1)`) by all that either of their indexes can use, locked, and
 * then addressed by their `ctid`.
 *
 * Two clocks. Due times and the breaker's pauses are compared with `now`: null in production, and then it is the database's
 * own clock; a test passes the time of the clock it walks. Leases are always the database's: `now()` in the statement.
 */
export type Now = Date | null

/** A delivery's position among those that wait for its endpoint. */
export interface Position {
  readonly next_attempt_at: Date
  readonly event_id: string
}

export interface Head extends Position {
  readonly workspace_id: string
  readonly endpoint_id: string
  /** Milliseconds until it is due; negative when it is late. */
  readonly due_in_ms: number
  /** False when the endpoint is disabled or deleted. */
  readonly is_active: boolean
  /** Failures in a row, and milliseconds until the breaker lets one through. */
  readonly failures: number
  readonly paused_in_ms: number
}

/**
 * The first waiting delivery of every endpoint that is not leased: a few steps of the index for each, however many wait.
 */
export async function listHeads(db: Db, now: Now): Promise<Head[]> {
  return db<Head[]>`
    with recursive lines (workspace_id, endpoint_id) as (
      (select workspace_id, endpoint_id from webhook_deliveries where lane = ${LANE} and next_attempt_at is not null
       order by endpoint_id, next_attempt_at, event_id limit 1)
      union all
      select n.workspace_id, n.endpoint_id from lines l cross join lateral (
        select workspace_id, endpoint_id from webhook_deliveries
        where lane = ${LANE} and next_attempt_at is not null and endpoint_id > l.endpoint_id
        order by endpoint_id, next_attempt_at, event_id limit 1) n
    )
    select l.workspace_id, l.endpoint_id, h.next_attempt_at, h.event_id,
      (extract(epoch from h.next_attempt_at - coalesce(${now}::timestamptz, now())) * 1000)::float8 as due_in_ms,
      coalesce(e.status = 'active', false) as is_active,
      coalesce(e.failures, 0) as failures,
      coalesce(extract(epoch from e.paused_until - coalesce(${now}::timestamptz, now())) * 1000, 0)::float8 as paused_in_ms
    from lines l cross join lateral (
      select next_attempt_at, event_id from webhook_deliveries
      where lane = ${LANE} and endpoint_id = l.endpoint_id and next_attempt_at is not null
        and (lease_until is null or lease_until < now())
      order by next_attempt_at, event_id limit 1) h
    left join webhook_endpoints e on e.workspace_id = l.workspace_id and e.id = l.endpoint_id
    order by h.next_attempt_at`
}

export interface Wanted {
  readonly workspaceId: string
  readonly endpointId: string
  readonly atMost: number
  /** Where to begin: entries before it are dead until the next vacuum, and walking them costs more than the claim. */
  readonly from: Position
}

export interface ClaimedRow extends Position {
  workspace_id: string
  id: string
  endpoint_id: string
  event_type: string
  attempt: number
  attempts_max: number
  claims: number
  body: string
  url: string
  secret: string
  previous_secret: string | null
  previous_secret_until: Date | null
  late_ms: number
}

/**
 * Claims what is due at these endpoints, in the order of the events. A delivery whose lease has run out can be claimed: its
 * worker is dead or frozen. The claiming statement reads the secrets too, so what follows a rotation is signed with both.
 */
export async function claimDeliveries(
  db: Db,
  { claim, now, leaseSeconds, wanted }: { claim: string; now: Now; leaseSeconds: number; wanted: readonly Wanted[] },
): Promise<ClaimedRow[]> {
  return db<ClaimedRow[]>`
    with due as materialized (
      select d.place, e.url, e.secret, e.previous_secret, e.previous_secret_until
      from unnest(
        ${wanted.map((w) => w.workspaceId)}::text[], ${wanted.map((w) => w.endpointId)}::text[],
        ${wanted.map((w) => w.atMost)}::integer[], ${wanted.map((w) => w.from.next_attempt_at.toISOString())}::timestamptz[],
        ${wanted.map((w) => w.from.event_id)}::text[]
      ) as w (workspace_id, endpoint_id, at_most, from_at, from_event)
      cross join lateral (
        select url, secret, previous_secret, previous_secret_until from webhook_endpoints
        where workspace_id = w.workspace_id and id = w.endpoint_id and status = 'active' limit 1
      ) e
      cross join lateral (
        select ctid as place from webhook_deliveries
        where lane = ${LANE} and endpoint_id = w.endpoint_id and next_attempt_at is not null
          and next_attempt_at <= coalesce(${now}::timestamptz, now())
          and (next_attempt_at, event_id) >= (w.from_at, w.from_event)
          and (lease_until is null or lease_until < now())
        order by next_attempt_at, event_id limit w.at_most for update skip locked
      ) d
    ), claimed as (
      update webhook_deliveries d set
        claim = ${claim}::uuid, lease_until = now() + ${leaseSeconds} * interval '1 second', claims = d.claims + 1
      from due where d.ctid = due.place
      returning d.workspace_id, d.id, d.endpoint_id, d.event_id, d.event_type, d.next_attempt_at, d.attempt, d.attempts_max,
        d.claims, due.url, due.secret, due.previous_secret, due.previous_secret_until,
        (extract(epoch from coalesce(${now}::timestamptz, now()) - d.next_attempt_at) * 1000)::float8 as late_ms
    )
    select c.*, v.body from claimed c cross join lateral (
      select body from webhook_events where workspace_id = c.workspace_id and id = c.event_id limit 1) v`
}

export interface Claim {
  readonly workspaceId: string
  readonly endpointId: string
  readonly id: string
  readonly claim: string
}

/** Renews leases; ids missing from the answer have been claimed by another worker. */
export async function renewLeases(db: Db, claims: readonly Claim[], leaseSeconds: number): Promise<string[]> {
  const rows = await db<{ id: string }[]>`
    update webhook_deliveries d set lease_until = now() + ${leaseSeconds} * interval '1 second'
    from ${claimedRows(db, claims)} h where d.ctid = h.place returning d.id`
  return rows.map((row) => row.id)
}

/** Undoes claims that were not sent: they do not count as attempts of a worker. */
export async function unclaimDeliveries(db: Db, claims: readonly Claim[]): Promise<void> {
  await db`
    update webhook_deliveries d set claim = null, lease_until = null, claims = d.claims - 1
    from ${claimedRows(db, claims)} h where d.ctid = h.place`
}

function claimedRows(db: Db, claims: readonly Claim[]) {
  return db`(
    select l.place from unnest(
      ${claims.map((h) => h.workspaceId)}::text[], ${claims.map((h) => h.endpointId)}::text[],
      ${claims.map((h) => h.id)}::text[], ${claims.map((h) => h.claim)}::uuid[]
    ) as g (workspace_id, endpoint_id, id, claim)
    cross join lateral (
      select ctid as place from webhook_deliveries
      where workspace_id = g.workspace_id and lane = ${LANE} and endpoint_id = g.endpoint_id and id = g.id
        and claim = g.claim limit 1 for update
    ) l
  )`
}

/** Makes dead what waits for an endpoint that is disabled or deleted, a part at a time; answers how many. */
export async function updateUndeliverable(
  db: Db,
  workspaceId: string,
  endpointId: string,
  atMost: number,
): Promise<number> {
  const { count } = await db`
    update webhook_deliveries d set status = 'dead', next_attempt_at = null, claim = null, lease_until = null, claims = 0,
      last_error = coalesce('Not sent, the endpoint is disabled: ' ||
        (select e.disabled_reason from webhook_endpoints e where e.workspace_id = ${workspaceId} and e.id = ${endpointId}),
        'Not sent, the endpoint was deleted.')
    from (
      select ctid as place from webhook_deliveries
      where lane = ${LANE} and endpoint_id = ${endpointId} and next_attempt_at is not null
        and (lease_until is null or lease_until < now())
        and not exists (select from webhook_endpoints e
          where e.workspace_id = ${workspaceId} and e.id = ${endpointId} and e.status = 'active')
      order by next_attempt_at, event_id limit ${atMost} for update skip locked
    ) b
    where d.ctid = b.place`
  return count
}

export interface WaitingRow {
  status: 'pending' | 'failed'
  deliveries: number
}

/** How many wait for their first or another attempt. */
export async function countWaiting(db: Db): Promise<WaitingRow[]> {
  return db<WaitingRow[]>`
    select status, count(*) as deliveries from webhook_deliveries
    where lane = ${LANE} and next_attempt_at is not null group by status`
}
