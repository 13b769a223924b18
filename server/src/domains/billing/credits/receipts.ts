import type { Context } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/declare/errors.ts'
import { DIRECTORY } from '../../../sources/directory/sources.ts'
import { describeCallers, findLoggedRequest, type LoggedRequest, presentLogged } from '../request-log/service.ts'
import { findArchivedFor } from './archive-cutoff.ts'
import { RECEIPT_ROWS_MAX, type Receipt } from './contract/receipt.ts'
import { getTotalByRequest, listChargesByRequest } from './sql/charges.ts'
import * as sql from './sql/receipt-steps.ts'

export interface MeteredRequest {
  readonly workspaceId: string
  readonly requestId: string
  readonly keyId: string
  readonly priceBook: string
}

/** Sources that a call asked for one line of its receipt. */
export interface ReceiptLineSources {
  readonly step: string
  readonly steps: readonly Omit<Receipt['sources'][number], 'step'>[]
}

/** Stores the sources that a call asked, even when the call fails. */
export async function recordSources(
  ctx: Context,
  { workspaceId, requestId, keyId, priceBook }: MeteredRequest,
  lines: readonly ReceiptLineSources[],
): Promise<void> {
  const rows = lines.filter(({ steps }) => steps.length > 0)
  if (rows.length === 0) return
  const same = { request_id: requestId, key_id: keyId, price_book: priceBook, created_at: ctx.clock.now() }
  await sql.insertReceiptSteps(
    ctx.db,
    workspaceId,
    rows.map(({ step, steps }) => ({ ...same, id: ctx.ids.ulid(), step, steps })),
  )
}

/**
 * Returns a request, and the cost of a metered one: a line per step, including those that found nothing, and the sources it
 * asked.
 */
export async function getReceipt(ctx: Context, workspaceId: string, requestId: string): Promise<Receipt> {
  const [lines, total, steps, archivedBefore, logged] = await Promise.all([
    listChargesByRequest(ctx.db, workspaceId, requestId, RECEIPT_ROWS_MAX),
    getTotalByRequest(ctx.db, workspaceId, requestId),
    sql.listReceiptSteps(ctx.db, workspaceId, requestId, RECEIPT_ROWS_MAX + 1),
    findArchivedFor(ctx, workspaceId, 'request', requestId),
    findLoggedRequest(ctx.db, workspaceId, requestId),
  ])
  const asked = steps.slice(0, RECEIPT_ROWS_MAX)
  const first = lines[0] ?? asked[0] ?? toUnmetered(logged)
  if (lines.length === 0 && archivedBefore !== undefined)
    throw new ApiError(
      'not_found',
      `Receipts of calls from before ${archivedBefore} were archived. Ask the operator of this service to look them up.`,
    )
  if (!first)
    throw new ApiError('not_found', 'No request of this workspace has this id, or it is no longer in the log.')
  const toCaller = await describeCallers(ctx.db, workspaceId, [first.key_id])
  return {
    request_id: requestId,
    hold_id: lines[0]?.hold_id ?? null,
    api_key_id: first.key_id,
    price_book: first.price_book,
    credits: total.credits,
    created_at: first.created_at.toISOString(),
    lines_total: total.lines,
    has_more: total.lines > lines.length || steps.length > asked.length,
    lines: lines.map((row) => ({
      step: row.step,
      action: row.action,
      units: row.units,
      credits: row.credits,
      ledger_seq: row.journal_seq,
    })),
    sources: [
      // The search of a workflow comes before its other steps.
      ...(first.created_at > oldestKept(ctx) ? directorySearches(lines, asked) : []),
      ...asked.flatMap((row) => row.steps.map((source) => ({ step: row.step, ...source }))),
    ],
    ...(archivedBefore !== undefined && { archived_before: archivedBefore }),
    ...presentLogged(logged),
    caller: toCaller(first.key_id),
    error_body: logged?.error_body ?? null,
  }
}

/** Returns what a receipt needs to know about a request that is in the log only. */
function toUnmetered(logged: LoggedRequest | undefined) {
  return logged && { key_id: logged.caller_id, price_book: '', created_at: logged.createdAt }
}

const SEARCHES = ['search/people', 'search/companies']

/**
 * Derives the steps of a search that only the built-in directory answered from its line: to stay fast, such a search stores none.
 */
function directorySearches(
  lines: readonly { step: string; action: string; units: number }[],
  asked: readonly { step: string }[],
): Receipt['sources'] {
  const known = new Set(asked.map(({ step }) => step))
  return lines
    .filter(({ step, action }) => SEARCHES.includes(action) && !known.has(step))
    .map(({ step, units }) => {
      const outcome = units > 0 ? 'found' : 'not_found'
      return { step, source: DIRECTORY, outcome, ms: null, cost_micros: 0 }
    })
}

const KEPT_DAYS = 90
const BATCH_ROWS = 1000

/** Deletes the sources of calls after 90 days; the cost of a call stays in the ledger or its archive. */
export async function forgetOldSources(ctx: Context): Promise<void> {
  const before = oldestKept(ctx)
  while ((await sql.deleteReceiptStepsBefore(ctx.db, before, BATCH_ROWS)) === BATCH_ROWS);
}

function oldestKept(ctx: Context): Date {
  return new Date(ctx.clock.now().getTime() - KEPT_DAYS * 86_400_000)
}
