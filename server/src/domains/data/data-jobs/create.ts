import type { Context } from '../../../kit/context.ts'
import { runCooperatively } from '../../../kit/cooperative.ts'
import { ApiError } from '../../../kit/declare/errors.ts'
import type { Call } from '../../../kit/declare/route.ts'
import { failpoint } from '../../../kit/failpoint.ts'
import type { Hold } from '../../../kit/ledger.ts'
import { type Db, transaction } from '../../../kit/postgres/db.ts'
import { enqueue } from '../../../queue/queue.ts'
import { createJobEndpoint } from '../../../webhooks/endpoints.ts'
import { assertWithinMax, budgetExceeded, insufficientCredits } from '../../billing/credits/errors.ts'
import { creditsFor } from '../../billing/credits/price-book.ts'
import { bookFor } from '../../billing/credits/published-books.ts'
import { type ActionId, singleOf } from './contract/actions.ts'
import { type AsyncRequest, LIMIT_DEFAULT, type NewJob } from './contract/async.ts'
import { BULK_LIMIT_DEFAULT, type BulkRequest } from './contract/bulk.ts'
import { jobFinished } from './contract/job.ts'
import { workAsync, workBulk } from './contract.ts'
import { HOLD_SECONDS } from './hold.ts'
import { presentJob } from './present.ts'
import { type Rows, readRows } from './read-rows.ts'
import { insertJob, type JobRow } from './sql/jobs.ts'
import { insertResults } from './sql/results.ts'
import { copyRows } from './sql/rows.ts'

type Making = Pick<Call, 'ctx' | 'db' | 'principal' | 'requestId' | 'maxCredits'>

export async function createAsyncJob(call: Making, body: AsyncRequest): Promise<NewJob> {
  const { action, query } = body
  const filters = withLimit(body)
  const id = call.ctx.ids.next('job')
  const row = { n: 1, line: null, cells: [query], step: id, error: null, sameAs: null, times: 1 }
  return create(call, {
    id,
    kind: 'async',
    action,
    rows: { columns: ['query'], rows: [row] },
    filters,
    unitsMax: unitsPerRow(action, filters),
    searchLimit: null,
    webhookUrl: body.webhook_url,
  })
}

export async function createBulkJob(call: Making, body: BulkRequest): Promise<NewJob> {
  const { action, webhook_url: webhookUrl } = body
  const id = call.ctx.ids.next('bulk')
  const filters = withLimit(body)
  const same = { id, kind: 'bulk', action, filters, webhookUrl } as const
  if (body.filters) {
    const searchLimit = limitOf(filters) ?? BULK_LIMIT_DEFAULT
    return create(call, { ...same, rows: { columns: [], rows: [] }, unitsMax: searchLimit, searchLimit })
  }
  const rows = await runCooperatively(readRows(id, body))
  const asked = rows.rows.filter(({ step, sameAs }) => step !== null && sameAs === null)
  return create(call, { ...same, rows, unitsMax: asked.length * unitsPerRow(action, filters), searchLimit: null })
}

function unitsPerRow(action: ActionId, filters: Readonly<Record<string, unknown>> | null): number {
  return singleOf(action) ? 1 : (limitOf(filters) ?? LIMIT_DEFAULT)
}

/** The filters with the limit that stands beside them; of two limits the smaller holds. */
function withLimit({ action, filters = null, limit }: Pick<BulkRequest, 'action' | 'filters' | 'limit'>) {
  if (singleOf(action) || !limit) return filters
  return { ...filters, limit: Math.min(limit, limitOf(filters) ?? limit) }
}

export function limitOf(filters: Readonly<Record<string, unknown>> | null): number | undefined {
  return filters?.['limit'] as number | undefined
}

interface Wanted {
  readonly id: string
  readonly kind: JobRow['kind']
  readonly action: ActionId
  readonly rows: Rows
  readonly filters: Record<string, unknown> | null
  /** The most it can find. */
  readonly unitsMax: number
  readonly searchLimit: number | null
  readonly webhookUrl: string | null | undefined
}

/**
 * The hold is taken first and belongs to this call: killed here, it is swept. It becomes the job's in the transaction that
 * stores the job, its rows and its first turn.
 */
async function create(call: Making, wanted: Wanted): Promise<NewJob> {
  const { ctx } = call
  return transaction(call.db, async (tx) => {
    const webhook = wanted.webhookUrl ? await hook(ctx, tx, call.principal.workspaceId, wanted) : undefined
    const { hold, priceBook, reserved } = await reserve(call, wanted)
    try {
      await failpoint('after_job_reserve')
      const row = newRow(call, wanted, { hold, priceBook, reserved, webhookId: webhook?.id ?? null })
      await store(tx, row, wanted.rows)
      if (!(await ctx.ledger.makeDurableIn(tx, hold, HOLD_SECONDS)))
        throw new ApiError('unavailable', 'The job could not be stored in time. Nothing is held; try again.')
      const turn = { workspaceId: row.workspace_id, dedupe: row.id }
      await enqueue(ctx, tx, row.kind === 'async' ? workAsync : workBulk, { job_id: row.id }, turn)
      return { ...presentJob(row), webhook_secret: webhook?.secret ?? null }
    } catch (error) {
      await release(ctx, hold)
      throw error
    }
  })
}

function hook(ctx: Context, tx: Db, workspaceId: string, { id, webhookUrl }: Wanted) {
  return createJobEndpoint(ctx, tx, workspaceId, { jobId: id, url: webhookUrl ?? '', event: jobFinished })
}

async function reserve({ ctx, principal, requestId, maxCredits }: Making, { action, unitsMax }: Wanted) {
  const { workspaceId, keyId, monthlyBudget } = principal
  const book = await bookFor(ctx, workspaceId)
  const reserved = creditsFor(book, { [action]: unitsMax })
  assertWithinMax(reserved, maxCredits)
  const admission = await ctx.ledger.reserve({
    workspaceId,
    keyId,
    credits: reserved,
    monthlyBudget,
    action,
    priceBook: book.name,
    requestId,
    seconds: ctx.config.CALL_SECONDS * 2,
  })
  if (admission.verdict === 'ok') return { hold: admission.hold, priceBook: book.name, reserved }
  if (admission.verdict === 'budget') throw budgetExceeded(reserved, monthlyBudget, ctx.clock.now())
  if (admission.verdict === 'insufficient') throw insufficientCredits(reserved, admission.available)
  throw new Error(`a hold without an idempotency key was answered ${admission.verdict}`)
}

function newRow(
  { ctx, principal, requestId }: Making,
  { id, kind, action, rows, filters, searchLimit }: Wanted,
  made: { hold: Hold; priceBook: string; reserved: number; webhookId: string | null },
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
    hold_id: made.hold.id,
    reserved: made.reserved,
    charged: 0,
    price_book: made.priceBook,
    key_id: principal.keyId,
    request_id: requestId,
    webhook_id: made.webhookId,
    error: null,
    created_at: ctx.clock.now(),
    started_at: null,
    answered_at: null,
    finished_at: null,
  }
}

const RESULTS_AT_ONCE = 1000

async function store(tx: Db, row: JobRow, { rows }: Rows): Promise<void> {
  const { workspace_id: workspaceId, id } = row
  await insertJob(tx, row)
  if (rows.length > 0) await copyRows(tx, workspaceId, id, rows)
  const unreadable = rows.flatMap(({ n, line, error }) => (error === null ? [] : [unread(n, line, error)]))
  for (let at = 0; at < unreadable.length; at += RESULTS_AT_ONCE)
    await insertResults(tx, workspaceId, id, unreadable.slice(at, at + RESULTS_AT_ONCE))
}

function unread(n: number, line: number | null, reason: string) {
  const message = line === null ? `Row ${n}: ${reason}.` : `Line ${line}: ${reason}.`
  return { n, status: 'failed', data: null, error: { code: 'invalid_row', message }, credits: 0 } as const
}

async function release(ctx: Context, hold: Hold): Promise<void> {
  await ctx.ledger
    .settle({ hold, charges: [], closes: true, answer: null })
    .catch((error: unknown) => ctx.log.warn({ err: error }, 'a hold is left to the sweeper'))
}
