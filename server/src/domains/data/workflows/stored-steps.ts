import type { Context } from '../../../kit/context.ts'
import { fingerprintOf } from '../../identity/idempotency/fingerprint.ts'
import type { LookupCall } from '../lookups/call.ts'
import type { RunRequest } from './contract/requests.ts'
import { stepsOf, type Workflow } from './contract/workflow.ts'
import * as sql from './sql.ts'

/** What the steps of a call have answered, also before the process was killed. */
export interface Memory {
  /** Undefined when the step has not been answered; null when nobody knew. */
  recall(step: string): unknown
  remember(step: string, output: unknown): Promise<void>
}

const FORGETFUL: Memory = { recall: () => undefined, remember: async () => {} }
const KEPT_HOURS = 24

/** Only a call with an Idempotency-Key can be made again, so only that leaves anything behind. */
export async function openMemory(
  ctx: Context,
  { workspaceId, keyId }: Pick<LookupCall, 'workspaceId' | 'keyId'>,
  key: string | null,
  flow: Workflow,
  { inputs, limit }: RunRequest,
): Promise<Memory> {
  if (key === null) return FORGETFUL
  const body = { steps: stepsOf(flow), inputs, limit: limit ?? null }
  const run = { key, fingerprint: await fingerprintOf({ method: 'POST', url: flow.name, body, keyId }) }
  const rows = await sql.listSteps(ctx.db, workspaceId, run, oldest(ctx))
  const known = new Map(rows.map(({ step, output }) => [step, output]))
  return {
    recall: (step) => known.get(step),
    remember: (step, output) => sql.insertStep(ctx.db, workspaceId, run, { step, output, now: ctx.clock.now() }),
  }
}

function oldest(ctx: Context): Date {
  return new Date(ctx.clock.now().getTime() - KEPT_HOURS * 3_600_000)
}

const BATCH_ROWS = 1000

export async function forgetOldSteps(ctx: Context): Promise<void> {
  while ((await sql.deleteStepsBefore(ctx.db, oldest(ctx), BATCH_ROWS)) === BATCH_ROWS);
}
