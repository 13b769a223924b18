import type { ErrorObject } from '../../../../kit/declare/schema.ts'
import type { Db } from '../../../../kit/postgres/db.ts'
import type { Target } from '../contract/resources.ts'
import type { NewAttempt } from './attempts.ts'
import type { ClaimedTarget } from './claims.ts'
import { type DatabaseNow, type TargetRow, toSqlTime } from './targets.ts'

export interface PublishIntent {
  readonly target: Pick<ClaimedTarget, 'id' | 'claim'>
  readonly prepared: unknown
  /** The external id of the entity that the post is sent as. */
  readonly entity: string
  readonly attempts: readonly [NewAttempt, NewAttempt]
}

/**
 * Commits the intents to send, with the attempts that are about to be made. Targets whose claim was lost are missing from the
 * result.
 */
export async function commitIntents(
  db: Db,
  workspaceId: string,
  intents: readonly PublishIntent[],
  now: DatabaseNow,
): Promise<{ id: string; intent_at: Date }[]> {
  const attempts = intents.flatMap((one) => one.attempts.map((attempt) => ({ ...attempt, targetId: one.target.id })))
  return db<{ id: string; intent_at: Date }[]>`
    with intended as (
      update post_targets t set intent_at = ${toSqlTime(db, now)},
        prepared = u.prepared::jsonb, entity_external_id = u.entity
      from unnest(
        ${intents.map((one) => one.target.id)}::text[], ${intents.map((one) => one.target.claim)}::uuid[],
        ${intents.map((one) => JSON.stringify(one.prepared ?? null))}::text[],
        ${intents.map((one) => one.entity)}::text[]) as u (id, claim, prepared, entity)
      where t.workspace_id = ${workspaceId} and t.id = u.id and t.claim = u.claim and t.status = 'publishing'
        and t.intent_at is null
      returning t.workspace_id, t.post_id, t.id, t.intent_at
    ), attempted as (
      insert into post_attempts (workspace_id, id, post_id, target_id, phase, outcome, started_at, duration_ms)
      select i.workspace_id, n.id, i.post_id, i.id, n.phase, n.outcome, n.started_at, n.ms from intended i join unnest(
        ${attempts.map((one) => one.targetId)}::text[], ${attempts.map((one) => one.id)}::text[],
        ${attempts.map((one) => one.phase)}::text[], ${attempts.map((one) => one.outcome)}::text[],
        ${attempts.map((one) => one.startedAt.toISOString())}::timestamptz[], ${attempts.map((one) => one.ms)}::integer[]
      ) as n (target_id, id, phase, outcome, started_at, ms) on n.target_id = i.id
    )
    select id, intent_at from intended`
}

/** Changes of a finished step to its target. */
export interface TargetChange {
  readonly status: Target['status']
  readonly error: ErrorObject | null
  /** Delay of the next step; null when none is planned. */
  readonly delaySeconds: number | null
  /** Keeps the committed intent: the post is, or may be, on the platform. */
  readonly hasIntent: boolean
  /** Failed attempts to add. */
  readonly failures?: number
  /** True when the target was claimed but no request was made: the attempt is not counted. */
  readonly isUntried?: boolean
  /** Starts a new generation: the target gets a new job. */
  readonly isRequeued?: boolean
  readonly prepared?: unknown
  /** The external id of the entity that it was prepared as. */
  readonly entity?: string | undefined
  readonly external?: { readonly id: string; readonly url: string | null }
}

/** Undefined becomes SQL's null, which keeps the column; null becomes JSON's null, which is a value. */
const json = (value: unknown) => (value === undefined ? null : JSON.stringify(value))

export interface ChangedTarget {
  readonly target: Pick<ClaimedTarget, 'id' | 'claim'>
  readonly change: TargetChange
}

/**
 * Writes the outcomes of steps and releases their claims. A `published` is also accepted from a worker that has lost its claim,
 * as long as the target is still unconfirmed. Other targets whose claim was lost are missing from the result.
 */
export async function updateClaimedTargets(
  db: Db,
  workspaceId: string,
  changes: readonly ChangedTarget[],
  now: DatabaseNow,
): Promise<TargetRow[]> {
  const of = <T>(read: (change: TargetChange) => T) => changes.map(({ change }) => read(change))
  const time = toSqlTime(db, now)
  return db<TargetRow[]>`
    with clock as (select ${time} as now, extract(epoch from ${time})::float8 as seconds)
    update post_targets t set status = u.status, claim = null, updated_at = c.now, error = u.error::jsonb,
      wake_at = to_timestamp(c.seconds + u.delay_seconds),
      intent_at = case when u.has_intent then t.intent_at end,
      generation = t.generation + u.generations,
      failures = t.failures + u.failures, attempts = t.attempts - u.untried,
      prepared = case when u.prepared is null then t.prepared else u.prepared::jsonb end,
      entity_external_id = coalesce(t.entity_external_id, u.entity),
      external_id = coalesce(u.external_id, t.external_id),
      external_url = coalesce(u.external_url, t.external_url),
      published_at = case when u.status = 'published' then coalesce(t.published_at, c.now) else t.published_at end
    from clock c cross join unnest(
      ${changes.map(({ target }) => target.id)}::text[], ${changes.map(({ target }) => target.claim)}::uuid[],
      ${of((change) => change.status)}::text[], ${of((change) => change.error && json(change.error))}::text[],
      ${of((change) => change.delaySeconds)}::float8[], ${of((change) => change.hasIntent)}::boolean[],
      ${of((change) => Number(change.isRequeued ?? false))}::integer[], ${of((change) => change.failures ?? 0)}::integer[],
      ${of((change) => Number(change.isUntried ?? false))}::integer[],
      ${of((change) => json(change.prepared))}::text[], ${of((change) => change.external?.id ?? null)}::text[],
      ${of((change) => change.external?.url ?? null)}::text[], ${of((change) => change.entity ?? null)}::text[]
    ) as u (id, claim, status, error, delay_seconds, has_intent, generations, failures, untried, prepared, external_id, external_url, entity)
    where t.workspace_id = ${workspaceId} and t.id = u.id
      and (t.claim = u.claim or (u.status = 'published' and t.status = 'unconfirmed'))
    returning t.*`
}
