import type { Db } from '../../../kit/postgres/db.ts'

/** A call that can be retried: its Idempotency-Key, and the fingerprint of its request. */
export interface RunId {
  readonly key: string
  readonly fingerprint: Uint8Array
}

export interface StepRow {
  step: string
  /** Null when nothing was found. */
  output: unknown
}

export async function listSteps(
  db: Db,
  workspaceId: string,
  { key, fingerprint }: RunId,
  since: Date,
): Promise<readonly StepRow[]> {
  return db<StepRow[]>`
    select step, output from workflow_steps
    where workspace_id = ${workspaceId} and idempotency_key = ${key} and fingerprint = ${fingerprint} and created_at > ${since}`
}

/** Stores the answer of a step; the first one counts. */
export async function insertStep(
  db: Db,
  workspaceId: string,
  { key, fingerprint }: RunId,
  { step, output, now }: StepRow & { now: Date },
): Promise<void> {
  await db`
    insert into workflow_steps (workspace_id, idempotency_key, fingerprint, step, output, created_at)
    values (${workspaceId}, ${key}, ${fingerprint}, ${step}, ${output === null ? null : db.json(output)}, ${now})
    on conflict on constraint workflow_steps_pkey do nothing`
}

export async function deleteStepsBefore(db: Db, before: Date, atMost: number): Promise<number> {
  const { count } = await db`
    delete from workflow_steps where (workspace_id, idempotency_key, fingerprint, step) in (
      select workspace_id, idempotency_key, fingerprint, step from workflow_steps where created_at < ${before} limit ${atMost})`
  return count
}
