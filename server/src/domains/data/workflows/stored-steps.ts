import type { Context } from '../../../kit/context.ts'
import { hashRequest } from '../../identity/idempotency/fingerprint.ts'
import type { LookupCall } from '../lookups/lookup-call.ts'
import type { RunRequest } from './contract/requests.ts'
import { listWorkflowSteps, type Workflow } from './contract/workflow.ts'
import * as sql from './sql.ts'

/** Stored answers of a call's steps, which a retry reads after the process was killed. */
export interface StoredSteps {
  /** Returns undefined when the step has no answer yet; null when nothing was found. */
  find(step: string): unknown
  save(step: string, output: unknown): Promise<void>
}

const NOT_STORED: StoredSteps = { find: () => undefined, save: async () => {} }
const KEPT_HOURS = 24

/** Opens the stored steps of a call. Only a call with an Idempotency-Key can be retried, so only its steps are stored. */
export async function openStoredSteps(
  ctx: Context,
  { workspaceId, keyId }: Pick<LookupCall, 'workspaceId' | 'keyId'>,
  idempotencyKey: string | null,
  { flow, request }: { readonly flow: Workflow; readonly request: RunRequest },
): Promise<StoredSteps> {
  if (idempotencyKey === null) return NOT_STORED
  const body = { steps: fingerprintedSteps(flow), inputs: request.inputs, limit: request.limit ?? null }
  const fingerprint = await hashRequest({ method: 'POST', url: flow.name, body, keyId })
  const run = { key: idempotencyKey, fingerprint }
  const rows = await sql.listSteps(ctx.db, workspaceId, run, oldest(ctx))
  const stored = new Map(rows.map(({ step, output }) => [step, output]))
  return {
    find: (step) => stored.get(step),
    save: (step, output) => sql.insertStep(ctx.db, workspaceId, run, { step, output, now: ctx.clock.now() }),
  }
}

/** The name `finds` is part of stored fingerprints: renaming it would lose the steps of calls that are being retried. */
function fingerprintedSteps(flow: Workflow) {
  return listWorkflowSteps(flow).map(({ field, action }) => ({ finds: field, action }))
}

function oldest(ctx: Context): Date {
  return new Date(ctx.clock.now().getTime() - KEPT_HOURS * 3_600_000)
}

const BATCH_ROWS = 1000

export async function deleteOldSteps(ctx: Context): Promise<void> {
  while ((await sql.deleteStepsBefore(ctx.db, oldest(ctx), BATCH_ROWS)) === BATCH_ROWS);
}
