import { booleanArray, numberArray, textArray } from '../../kit/postgres/arrays.ts'
import type { Db } from '../../kit/postgres/db.ts'
import type { DeliveryStatus } from '../rows.ts'
import type { Claim, Now } from './claims.ts'

/** The result of one claim's attempt. */
export interface Outcome extends Claim {
  readonly status: Exclude<DeliveryStatus, 'pending'>
  /** Delay until the next attempt, if this one failed. */
  readonly delaySeconds: number
  readonly code: number | null
  readonly error: string | null
  /** Null when nothing was sent: no attempt is logged then. */
  readonly attempt: { readonly startedAt: Date; readonly durationMs: number; readonly answer: string } | null
}

/** Health of one endpoint according to a batch of attempts. */
export interface EndpointHealth {
  readonly workspaceId: string
  readonly endpointId: string
  /** True if an attempt succeeded, and the number of failures after the last success. */
  readonly hasSuccess: boolean
  readonly failures: number
  readonly isGone: boolean
}

export interface BreakerRules {
  /** Failures in a row that open the breaker; a rest of `restSeconds` between two of them starts the count again. */
  readonly breaksAfter: number
  readonly restSeconds: number
  /** The first and the longest pause. Ten more failures double the pause. */
  readonly pauseSeconds: number
  readonly pauseSecondsMax: number
  readonly disabledAfterSeconds: number
}

export interface RecordedOutcomes {
  /** For each outcome, true if its claim was still valid; otherwise the outcome is discarded. */
  readonly isRecorded: readonly boolean[]
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
  }: { now: Now; outcomes: readonly Outcome[]; healths: readonly EndpointHealth[]; rules: BreakerRules },
): Promise<RecordedOutcomes> {
  const healths = given.toSorted((a, b) => (a.endpointId < b.endpointId ? -1 : 1))
  const texts = (of: (outcome: Outcome) => string | null) => textArray(outcomes.map(of))
  const numbers = (of: (outcome: Outcome) => number | null) => numberArray(outcomes.map(of))
  const rows = await db<{ workspace_id: string; id: string; reason: string; ours: number[] | null }[]>`
    with given as materialized (
      select g.*, d.tid from unnest(
        ${texts((o) => o.workspaceId)}::text[], ${texts((o) => o.endpointId)}::text[], ${texts((o) => o.id)}::text[],
        ${texts((o) => o.claim)}::uuid[], ${texts((o) => o.status)}::text[], ${numbers((o) => o.delaySeconds)}::float8[],
        ${numbers((o) => o.code)}::integer[], ${texts((o) => o.error)}::text[], ${numbers((o) => (o.attempt ? 1 : 0))}::integer[],
        ${texts((o) => o.attempt?.startedAt.toISOString() ?? null)}::timestamptz[],
        ${numbers((o) => o.attempt?.durationMs ?? null)}::integer[], ${texts((o) => o.attempt?.answer ?? null)}::text[]
      ) with ordinality
        as g (workspace_id, endpoint_id, id, claim, status, delay_seconds, code, error, sent, started_at, duration_ms, answer, n)
      cross join lateral (
        select ctid as tid from webhook_deliveries
        where workspace_id = g.workspace_id and endpoint_id = g.endpoint_id and id = g.id limit 1
      ) d
    ), recorded as (
      update webhook_deliveries d set status = g.status, attempt = d.attempt + g.sent, claim = null, lease_until = null,
        claims = 0, last_response_code = g.code, last_error = g.error,
        next_attempt_at = case g.status when 'failed' then t.now + g.delay_seconds * interval '1 second' end,
        delivered_at = case g.status when 'delivered' then t.now end
      from ${moment(db, now)} cross join given g where d.ctid = g.tid and d.claim = g.claim
      returning d.workspace_id, d.id, d.attempt, g.code, g.error, g.sent, g.started_at, g.duration_ms, g.answer, g.n
    ), logged as (
      insert into webhook_attempts (workspace_id, delivery_id, attempt, started_at, duration_ms, response_code, error, response_body)
      select workspace_id, id, attempt, started_at, duration_ms, code, error, answer from recorded where sent = 1
    ), affected as materialized (
      select e.tid, h.failures + case when h.has_success
          or e.paused_until < t.now - ${rules.restSeconds} * interval '1 second' then 0 else e.failures end as failures,
        case when h.failures > 0 then coalesce(case when h.has_success then null else e.failing_since end, t.now) end
          as failing_since, h.is_gone, t.now
      from ${moment(db, now)} cross join unnest(
        ${textArray(healths.map((h) => h.workspaceId))}::text[], ${textArray(healths.map((h) => h.endpointId))}::text[],
        ${booleanArray(healths.map((h) => h.hasSuccess))}::boolean[], ${numberArray(healths.map((h) => h.failures))}::integer[],
        ${booleanArray(healths.map((h) => h.isGone))}::boolean[]
      ) as h (workspace_id, id, has_success, failures, is_gone)
      cross join lateral (
        select ctid as tid, failures, failing_since, paused_until from webhook_endpoints
        where workspace_id = h.workspace_id and id = h.id and (h.failures > 0 or failures > 0) limit 1 for update
      ) e
    ), judged as (
      select *, case
        when is_gone then 'The receiver responded with 410 Gone at ' || ${utc(db, 'now')} || '.'
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
    select null::text as workspace_id, null::text as id, null::text as reason,
      case when count(*) < ${outcomes.length}::integer then coalesce(array_agg(n), '{}') end as ours from recorded
    union all select workspace_id, id, reason, null from health where reason is not null`
  const [{ ours } = { ours: [] }, ...disabled] = rows
  const known = ours && new Set(ours)
  return {
    isRecorded: outcomes.map((_, at) => known?.has(at + 1) ?? true),
    disabled: disabled.map(({ workspace_id: workspaceId, id: endpointId, reason }) => ({
      workspaceId,
      endpointId,
      reason,
    })),
  }
}

function moment(db: Db, now: Now) {
  return db`(select coalesce(${now}::timestamptz, now()) as now) t`
}

function utc(db: Db, column: string) {
  return db`to_char(${db(column)} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
}
