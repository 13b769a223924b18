import type { Db } from '../../kit/postgres/db.ts'
import { LANE } from '../lane.ts'
import type { DeliveryStatus } from '../rows.ts'
import type { Claim, Now } from './claims.ts'

/** How the attempt of one claim ended. */
export interface Outcome extends Claim {
  readonly status: Exclude<DeliveryStatus, 'pending'>
  /** Until the next attempt, when it failed. */
  readonly delaySeconds: number
  readonly code: number | null
  readonly error: string | null
  /** Null when nothing was sent: then no attempt is logged. */
  readonly attempt: { readonly startedAt: Date; readonly durationMs: number; readonly answer: string } | null
}

/** What a batch of attempts says about one endpoint. */
export interface Health {
  readonly workspaceId: string
  readonly endpointId: string
  /** Whether an attempt succeeded, and how many failed after the last success. */
  readonly hasSuccess: boolean
  readonly failures: number
  readonly isGone: boolean
}

export interface BreakerRules {
  /** Failures in a row that open the breaker; a rest of `restSeconds` between two of them starts the count again. */
  readonly breaksAfter: number
  readonly restSeconds: number
  /** The first and the longest pause; ten more failures double it. */
  readonly pauseSeconds: number
  readonly pauseSecondsMax: number
  readonly disabledAfterSeconds: number
}

export interface Recorded {
  /** Deliveries whose claim was still ours; the outcomes of all others are discarded. */
  readonly ids: string[]
  readonly disabled: { readonly workspaceId: string; readonly endpointId: string; readonly reason: string }[]
}

/**
 * Records outcomes in one statement, so that state, log and the endpoints' health always agree. Endpoints are locked in the
 * order of their ids, so that two workers cannot deadlock. Healthy endpoints that stay healthy are not written.
 */
export async function updateOutcomes(
  db: Db,
  {
    now,
    outcomes,
    healths: given,
    rules,
  }: { now: Now; outcomes: readonly Outcome[]; healths: readonly Health[]; rules: BreakerRules },
): Promise<Recorded> {
  const healths = given.toSorted((a, b) => (a.endpointId < b.endpointId ? -1 : 1))
  const attempts = outcomes.map((o) => o.attempt)
  const rows = await db<{ id: string; workspace_id: string; reason: string | null; is_endpoint: boolean }[]>`
    with given as materialized (
      select g.*, d.tid from unnest(
        ${outcomes.map((o) => o.workspaceId)}::text[], ${outcomes.map((o) => o.endpointId)}::text[],
        ${outcomes.map((o) => o.id)}::text[], ${outcomes.map((o) => o.claim)}::uuid[], ${outcomes.map((o) => o.status)}::text[],
        ${outcomes.map((o) => o.delaySeconds)}::float8[], ${outcomes.map((o) => o.code)}::integer[],
        ${outcomes.map((o) => o.error)}::text[], ${outcomes.map((o) => (o.attempt ? 1 : 0))}::integer[],
        ${attempts.map((a) => a?.startedAt.toISOString() ?? null)}::timestamptz[],
        ${attempts.map((a) => a?.durationMs ?? null)}::integer[], ${attempts.map((a) => a?.answer ?? null)}::text[]
      ) as g (workspace_id, endpoint_id, id, claim, status, delay_seconds, code, error, sent, started_at, duration_ms, answer)
      cross join lateral (
        select ctid as tid from webhook_deliveries
        where workspace_id = g.workspace_id and lane = ${LANE} and endpoint_id = g.endpoint_id and id = g.id
          and claim = g.claim limit 1 for update
      ) d
    ), recorded as (
      update webhook_deliveries d set status = g.status, attempt = d.attempt + g.sent, claim = null, lease_until = null,
        claims = 0, last_response_code = g.code, last_error = g.error,
        next_attempt_at = case g.status when 'failed' then t.now + g.delay_seconds * interval '1 second' end,
        delivered_at = case g.status when 'delivered' then t.now end
      from ${moment(db, now)} cross join given g where d.ctid = g.tid
      returning d.workspace_id, d.id, d.attempt, g.code, g.error, g.sent, g.started_at, g.duration_ms, g.answer
    ), logged as (
      insert into webhook_attempts (workspace_id, delivery_id, attempt, started_at, duration_ms, response_code, error, response_body)
      select workspace_id, id, attempt, started_at, duration_ms, code, error, answer from recorded where sent = 1
    ), affected as materialized (
      select e.tid, h.failures + case when h.has_success
          or e.paused_until < t.now - ${rules.restSeconds} * interval '1 second' then 0 else e.failures end as failures,
        case when h.failures > 0 then coalesce(case when h.has_success then null else e.failing_since end, t.now) end
          as failing_since, h.is_gone, t.now
      from ${moment(db, now)} cross join unnest(
        ${healths.map((h) => h.workspaceId)}::text[], ${healths.map((h) => h.endpointId)}::text[],
        ${healths.map((h) => h.hasSuccess)}::boolean[], ${healths.map((h) => h.failures)}::integer[],
        ${healths.map((h) => h.isGone)}::boolean[]
      ) as h (workspace_id, id, has_success, failures, is_gone)
      cross join lateral (
        select ctid as tid, failures, failing_since, paused_until from webhook_endpoints
        where workspace_id = h.workspace_id and id = h.id and (h.failures > 0 or failures > 0) limit 1 for update
      ) e
    ), judged as (
      select *, case
        when is_gone then 'The receiver answered 410 Gone at ' || ${utc(db, 'now')} || '.'
        when failing_since < now - ${rules.disabledAfterSeconds} * interval '1 second'
          then 'No attempt has succeeded since ' || ${utc(db, 'failing_since')} || '.'
        end as reason
      from affected
    ), health as (
      update webhook_endpoints e set failures = j.failures, failing_since = j.failing_since,
        paused_until = case when j.failures > 0 then j.now + case when j.failures >= ${rules.breaksAfter}
          then least(${rules.pauseSeconds} * power(2, (j.failures - ${rules.breaksAfter}) / 10.0), ${rules.pauseSecondsMax})
          else 0 end * interval '1 second' end,
        status = case when j.reason is null then e.status else 'disabled' end,
        disabled_reason = coalesce(e.disabled_reason, j.reason),
        updated_at = case when j.reason is null or e.status = 'disabled' then e.updated_at else j.now end
      from judged j where e.ctid = j.tid
      returning e.workspace_id, e.id, j.reason
    )
    select workspace_id, id, null as reason, false as is_endpoint from recorded
    union all select workspace_id, id, reason, true from health where reason is not null`
  return {
    ids: rows.flatMap((row) => (row.is_endpoint ? [] : [row.id])),
    disabled: rows.flatMap(({ is_endpoint, workspace_id: workspaceId, id: endpointId, reason }) =>
      is_endpoint ? [{ workspaceId, endpointId, reason: reason ?? '' }] : [],
    ),
  }
}

function moment(db: Db, now: Now) {
  return db`(select coalesce(${now}::timestamptz, now()) as now) t`
}

function utc(db: Db, column: string) {
  return db`to_char(${db(column)} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
}
