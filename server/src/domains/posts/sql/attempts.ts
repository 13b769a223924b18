import type { JSONValue } from 'postgres'
import type { Db } from '../../../kit/db.ts'
import type { NewAttempt } from './publishing.ts'

export interface AttemptRow {
  id: string
  target_id: string
  phase: NewAttempt['phase']
  outcome: NewAttempt['outcome']
  error: Record<string, unknown> | null
  started_at: Date
  duration_ms: number | null
}

interface Of {
  readonly workspace_id: string
  readonly post_id: string
  readonly id: string
}

export async function insertAttempt(db: Db, target: Of, attempt: NewAttempt): Promise<void> {
  await db`
    insert into post_attempts (workspace_id, id, post_id, target_id, phase, outcome, error, started_at, duration_ms)
    values (${target.workspace_id}, ${attempt.id}, ${target.post_id}, ${target.id}, ${attempt.phase}, ${attempt.outcome},
      ${attempt.error && db.json(attempt.error as JSONValue)}, ${attempt.startedAt}, ${attempt.ms})`
}

/** The end of an attempt that was written down before it was made. */
export async function endAttempt(db: Db, workspaceId: string, attempt: NewAttempt): Promise<void> {
  await db`
    update post_attempts set outcome = ${attempt.outcome}, error = ${attempt.error && db.json(attempt.error as JSONValue)},
      duration_ms = ${attempt.ms}
    where workspace_id = ${workspaceId} and id = ${attempt.id}`
}

/** Whoever began these did not live to tell how they ended. */
export async function loseAttempts(db: Db, workspaceId: string, targetId: string): Promise<void> {
  await db`
    update post_attempts set outcome = 'unknown'
    where workspace_id = ${workspaceId} and target_id = ${targetId} and outcome = 'started'`
}

export async function listAttempts(
  db: Db,
  workspaceId: string,
  postId: string,
  { limit, after }: { limit: number; after: string | undefined },
): Promise<AttemptRow[]> {
  return db<AttemptRow[]>`
    select id, target_id, phase, outcome, error, started_at, duration_ms from post_attempts
    where workspace_id = ${workspaceId} and post_id = ${postId} ${after ? db`and id < ${after}` : db``}
    order by id desc limit ${limit + 1}`
}
