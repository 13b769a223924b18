import type { Context } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/declare/errors.ts'
import type { Units } from '../../../kit/declare/price.ts'
import type { Call } from '../../../kit/declare/route.ts'
import { failpoint } from '../../../kit/failpoint.ts'
import { type Db, transaction } from '../../../kit/postgres/db.ts'
import { enqueue } from '../../../queue/queue.ts'
import { assertReachable, createJobEndpoint } from '../../../webhooks/endpoints.ts'
import { countRowsMax } from '../workflows/interpret.ts'
import { type ActionId, estimateUnits, findListWorkflow } from './contract/actions.ts'
import type { AsyncRequest } from './contract/async.ts'
import type { BulkRequest } from './contract/bulk.ts'
import { jobFinished } from './contract/job.ts'
import type { NewJob } from './contract/requests.ts'
import { selectWorkJob } from './contract.ts'
import { HOLD_SECONDS, holdCredits, type JobHold, releaseHold } from './hold.ts'
import { unitsPerRow, withLimit } from './limits.ts'
import { planBulkJob } from './plan-bulk.ts'
import { presentJob } from './present.ts'
import type { NewRows } from './read-rows.ts'
import { toListInputs } from './row-question.ts'
import { insertJob, type JobRow } from './sql/jobs.ts'
import { insertResults, type NewResult } from './sql/results.ts'
import { copyRows } from './sql/rows.ts'

type CreateCall = Pick<Call, 'ctx' | 'db' | 'principal' | 'requestId' | 'maxCredits'>

/** Refuses a `webhook_url` that deliveries could not reach. */
export function checkNewJob(ctx: Context, { webhook_url: url }: Pick<AsyncRequest, 'webhook_url'>): void {
  if (url) assertReachable(ctx, url, 'webhook_url')
}

export async function createAsyncJob(call: CreateCall, body: AsyncRequest): Promise<NewJob> {
  const { action, query } = body
  const filters = withLimit(body)
  const id = call.ctx.ids.next('job')
  const row = { n: 1, line: null, cells: [query], step: id, error: null, sameAs: null, times: 1 }
  return createJob(call, {
    id,
    kind: 'async',
    action,
    rows: { columns: ['query'], rows: [row] },
    filters,
    unitsMax: estimateUnits(action, countItems(action, query, filters)),
    searchLimit: null,
    webhookUrl: body.webhook_url,
  })
}

export async function createBulkJob(call: CreateCall, body: BulkRequest): Promise<NewJob> {
  const { action, webhook_url: webhookUrl } = body
  const id = call.ctx.ids.next('bulk')
  return createJob(call, { id, kind: 'bulk', action, webhookUrl, ...(await planBulkJob(id, body)) })
}

/** Returns the maximum that the question of an async job finds. */
function countItems(action: ActionId, query: string, filters: Record<string, unknown> | null): number {
  const list = findListWorkflow(action)
  if (!list) return unitsPerRow(action, filters)
  return countRowsMax(list.flow, { ...toListInputs(list.list, { query, filters }), dry_run: false, format: 'json' })
}

interface JobSpec {
  readonly id: string
  readonly kind: JobRow['kind']
  readonly action: ActionId
  readonly rows: NewRows
  readonly filters: Record<string, unknown> | null
  /** Maximum number of units that can be charged. */
  readonly unitsMax: Units
  readonly searchLimit: number | null
  readonly webhookUrl: string | null | undefined
}

/**
 * Takes the hold first, for this call: if the process is killed here, the sweeper releases it. It becomes the job's hold in the
 * transaction that stores the job, its rows and its first run (decision 0014).
 */
async function createJob(call: CreateCall, spec: JobSpec): Promise<NewJob> {
  const { ctx, principal } = call
  return transaction(call.db, async (tx) => {
    const { webhookUrl: url } = spec
    const webhook = url
      ? await createJobEndpoint(ctx, tx, principal.workspaceId, { jobId: spec.id, url, event: jobFinished })
      : undefined
    const held = await holdCredits(call, spec)
    try {
      failpoint('after_job_reserve')
      const row = newJobRow(call, spec, { ...held, webhookId: webhook?.id ?? null })
      await storeJob(tx, row, spec.rows)
      if (!(await ctx.ledger.makeDurableIn(tx, held.hold, HOLD_SECONDS)))
        throw new ApiError('unavailable', 'The job could not be stored in time. No credits are held. Try again.')
      const options = { workspaceId: row.workspace_id, dedupe: row.id }
      await enqueue(ctx, tx, selectWorkJob(row.kind), { job_id: row.id }, options)
      return { ...presentJob(row), webhook_secret: webhook?.secret ?? null }
    } catch (error) {
      await releaseHold(ctx, held.hold)
      throw error
    }
  })
}

function newJobRow(
  { ctx, principal, requestId }: CreateCall,
  { id, kind, action, rows, filters, searchLimit }: JobSpec,
  { hold, priceBook, reserved, webhookId }: JobHold & { readonly webhookId: string | null },
): JobRow {
  const unreadable = rows.rows.filter(({ error }) => error !== null).length
  return {
    workspace_id: principal.workspaceId,
    id,
    kind,
    action,
    status: 'queued',
    columns: [...rows.columns],
    filters,
    search_limit: searchLimit,
    search_cursor: null,
    taken: 0,
    total: searchLimit ?? rows.rows.length,
    done: unreadable,
    found: 0,
    failed: unreadable,
    hold_id: hold.id,
    reserved,
    charged: 0,
    price_book: priceBook,
    key_id: principal.keyId,
    request_id: requestId,
    webhook_id: webhookId,
    error: null,
    created_at: ctx.clock.now(),
    started_at: null,
    answered_at: null,
    finished_at: null,
  }
}

const RESULTS_PER_STATEMENT = 1000

/** Stores a job and its rows. Rows that cannot be read get their result at once. */
async function storeJob(tx: Db, row: JobRow, { rows }: NewRows): Promise<void> {
  const { workspace_id: workspaceId, id } = row
  await insertJob(tx, row)
  if (rows.length > 0) await copyRows(tx, workspaceId, id, rows)
  const unreadable = rows.flatMap(({ n, line, error }) => (error === null ? [] : [failedResult(n, line, error)]))
  for (let at = 0; at < unreadable.length; at += RESULTS_PER_STATEMENT)
    await insertResults(tx, workspaceId, id, unreadable.slice(at, at + RESULTS_PER_STATEMENT))
}

function failedResult(n: number, line: number | null, reason: string): NewResult {
  const message = line === null ? `Row ${n}: ${reason}.` : `Line ${line}: ${reason}.`
  return { n, status: 'failed', data: null, error: { code: 'invalid_row', message }, credits: 0 }
}
