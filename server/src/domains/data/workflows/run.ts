import type { Context } from '../../../kit/context.ts'
import type { Meter } from '../../../kit/declare/price.ts'
import type { Person } from '../../../sources/directory/contract.ts'
import type { LookupCall } from '../lookups/lookup-call.ts'
import { findPeople } from '../lookups/search.ts'
import { withoutSuppressed } from '../lookups/suppression-checks.ts'
import { buildListPurchase } from '../purchases/keep.ts'
import { chargeRows, SEARCH_STEP, stepName } from './charge.ts'
import type { RunReply, RunRequest } from './contract/requests.ts'
import type { Workflow, WorkflowSearch } from './contract/workflow.ts'
import {
  assertAnswered,
  buildListRows,
  buildRunReply,
  buildSearchRows,
  countRowsMax,
  interpretRow,
  type WorkflowRow,
} from './interpret.ts'
import { quoteWorkflow } from './list.ts'
import { askStep, saveStep, type WorkflowRun } from './steps.ts'
import { openStoredSteps } from './stored-steps.ts'
import { dryRunReply } from './test-run.ts'

export interface RunCall {
  readonly ctx: Context
  readonly call: LookupCall
  readonly idempotencyKey: string | null
  readonly meter: Meter
}

/**
 * Runs every row through its steps, a few rows at a time, and then charges what was found. If the process is killed before the
 * response is stored, nothing is charged and the sweeper releases the hold; a retry with the same key reads the steps that were
 * answered.
 */
export async function runWorkflow(
  { ctx, call: { keep, ...call }, idempotencyKey, meter }: RunCall,
  flow: Workflow,
  request: RunRequest,
): Promise<RunReply> {
  if (request.dry_run) return dryRunReply(flow, await quoteWorkflow(ctx, call.workspaceId, flow, request))
  const stored = await openStoredSteps(ctx, call, idempotencyKey, { flow, request })
  const run: WorkflowRun = { ctx, call, stored, leftMs: timeLeft(ctx) }
  const rows = await runRows(run, flow, await startRows(run, flow, request))
  const reply = buildRunReply(flow, await chargeRows(meter, flow, rows))
  if (reply.data)
    keep?.(
      buildListPurchase(
        ctx,
        describeRun(flow, request),
        reply.data.filter(({ credits }) => credits > 0),
      ),
    )
  return reply
}

/** Describes a run as it is kept. What it bought are its rows with a price. */
function describeRun({ name }: Workflow, { inputs, limit }: RunRequest) {
  const key = JSON.stringify([inputs, limit ?? null])
  return { action: name, key, question: { inputs, ...(limit && { limit }) } }
}

/** Returns the time left of a call, minus a tenth that is reserved for the ledger. */
export function timeLeft(ctx: Context): () => number {
  const deadline = performance.now() + ctx.config.CALL_SECONDS * 900
  return () => Math.max(0, deadline - performance.now())
}

export async function runRows(
  run: WorkflowRun,
  flow: Workflow,
  starts: readonly WorkflowRow[],
): Promise<WorkflowRow[]> {
  const rows = await mapConcurrently(run.ctx.config.WORKFLOW_PARALLEL, starts, (row) => runRow(run, flow, row))
  assertAnswered(rows)
  return rows
}

export async function startRows(run: WorkflowRun, flow: Workflow, request: RunRequest): Promise<WorkflowRow[]> {
  if ('list' in flow.rows) return buildListRows(flow, request)
  return buildPeopleRows(run, await searchOnce(run, flow.rows.search(request.inputs), countRowsMax(flow, request)))
}

export async function buildPeopleRows(run: WorkflowRun, people: readonly Person[]): Promise<WorkflowRow[]> {
  const visible = new Set(await withoutSuppressed(run.ctx, run.call.workspaceId, people))
  // Numbered before suppressed people are left out: stored steps are identified by the number of their row.
  return buildSearchRows(people).filter(({ data: { person } }) => person && visible.has(person))
}

async function searchOnce(
  { ctx, call, stored, leftMs, prefix = '' }: WorkflowRun,
  search: WorkflowSearch,
  limit: number,
): Promise<readonly Person[]> {
  const known = stored.find(SEARCH_STEP)
  if (known !== undefined) return (known ?? []) as Person[]
  const request = { ...search, limit, track_delta: false }
  const { people } = await findPeople(ctx, { ...call, step: `${prefix}${SEARCH_STEP}`, deadlineMs: leftMs() }, request)
  await saveStep(stored, SEARCH_STEP, people.length > 0 ? people : null)
  return people
}

async function runRow(run: WorkflowRun, flow: Workflow, row: WorkflowRow): Promise<WorkflowRow> {
  const steps = interpretRow(flow, row, run.ctx.clock.now())
  let next = steps.next()
  while (!next.done) {
    const { step, question } = next.value
    next = steps.next(await askStep(run, step.action, question, stepName(step.field, row.n)))
  }
  return next.value
}

/** Maps items with up to `concurrency` calls in flight, and returns the results in order. After a failure no other item starts. */
async function mapConcurrently<Item, Result>(
  concurrency: number,
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = []
  const waiting = items.entries()
  let hasFailed = false
  const runNext = async () => {
    for (const [at, item] of waiting) {
      if (hasFailed) return
      try {
        results[at] = await work(item)
      } catch (error) {
        hasFailed = true
        throw error
      }
    }
  }
  const workers = Array.from({ length: Math.min(concurrency, items.length) }, runNext)
  const failed = (await Promise.allSettled(workers)).find((worker) => worker.status === 'rejected')
  if (failed) throw failed.reason
  return results
}
