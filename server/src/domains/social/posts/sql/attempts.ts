import { type PageRows, readPage } from '../../../../kit/declare/page.ts'
import type { ErrorObject } from '../../../../kit/declare/schema.ts'
import { numberArray, textArray } from '../../../../kit/postgres/arrays.ts'
import type { Db } from '../../../../kit/postgres/db.ts'
import type { PostAttempt } from '../contract/resources.ts'

/** One attempt at one step, as it is written. */
export interface NewAttempt {
  readonly id: string
  readonly phase: PostAttempt['phase']
  readonly outcome: PostAttempt['outcome']
  readonly error: ErrorObject | null
  readonly startedAt: Date
  readonly ms: number | null
}

export interface TargetAttempt extends NewAttempt {
  readonly postId: string
  readonly targetId: string
}

/** Writes the outcomes of attempts that were written as `started`, with half the work of an upsert. */
export async function updateAttempts(db: Db, workspaceId: string, attempts: readonly NewAttempt[]): Promise<void> {
  await db`
    update post_attempts a set outcome = n.outcome, error = n.error::jsonb, duration_ms = n.ms
    from unnest(
      ${textArray(attempts.map((one) => one.id))}::text[], ${textArray(attempts.map((one) => one.outcome))}::text[],
      ${textArray(attempts.map((one) => one.error && JSON.stringify(one.error)))}::text[],
      ${numberArray(attempts.map((one) => one.ms))}::integer[]
    ) as n (id, outcome, error, ms)
    where a.workspace_id = ${workspaceId} and a.id = n.id`
}

/** Writes attempts; a known one gets the new outcome. */
export async function upsertAttempts(db: Db, workspaceId: string, attempts: readonly TargetAttempt[]): Promise<void> {
  await db`
    insert into post_attempts (workspace_id, id, post_id, target_id, phase, outcome, error, started_at, duration_ms)
    select ${workspaceId}, n.id, n.post_id, n.target_id, n.phase, n.outcome, n.error::jsonb, n.started_at, n.ms from unnest(
      ${attempts.map((one) => one.id)}::text[], ${attempts.map((one) => one.postId)}::text[],
      ${attempts.map((one) => one.targetId)}::text[], ${attempts.map((one) => one.phase)}::text[],
      ${attempts.map((one) => one.outcome)}::text[],
      ${attempts.map((one) => one.error && JSON.stringify(one.error))}::text[],
      ${attempts.map((one) => one.startedAt.toISOString())}::timestamptz[], ${attempts.map((one) => one.ms)}::integer[]
    ) as n (id, post_id, target_id, phase, outcome, error, started_at, ms)
    on conflict (workspace_id, id) do update
      set outcome = excluded.outcome, error = excluded.error, duration_ms = excluded.duration_ms`
}

/** Marks the attempts of a worker that died before it could record their outcome. */
export async function markInterruptedAttempts(db: Db, workspaceId: string, targetId: string): Promise<void> {
  await db`
    update post_attempts set outcome = 'unknown'
    where workspace_id = ${workspaceId} and target_id = ${targetId} and outcome = 'started'`
}

export type AttemptRow = Omit<PostAttempt, 'started_at'> & { started_at: Date }

export async function listAttempts(
  db: Db,
  workspaceId: string,
  postId: string,
  { limit, after }: { limit: number; after: string | undefined },
): Promise<PageRows<AttemptRow>> {
  return readPage(
    db,
    limit,
    db<AttemptRow[]>`
    select id, target_id, phase, outcome, error, started_at, duration_ms from post_attempts
    where workspace_id = ${workspaceId} and post_id = ${postId} ${after ? db`and id < ${after}` : db``}
    order by id desc`,
  )
}

export async function deleteAttemptsBefore(db: Db, before: Date, atMost: number): Promise<number> {
  const { count } = await db`
    delete from post_attempts where (workspace_id, id) in (
      select workspace_id, id from post_attempts where started_at < ${before} limit ${atMost})`
  return count
}
