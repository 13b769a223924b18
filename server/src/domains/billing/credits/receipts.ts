import type { Context } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/declare/errors.ts'
import { DIRECTORY } from '../../../sources/directory/sources.ts'
import { RECEIPT_ROWS_MAX, type Receipt } from './contract/credits.ts'
import * as sql from './sql/grants.ts'

export interface MeteredRequest {
  readonly workspaceId: string
  readonly requestId: string
  readonly keyId: string
  readonly priceBook: string
}

/** Whom a call asked for one line of its receipt. */
export interface AskedLine {
  readonly step: string
  readonly steps: readonly Omit<Receipt['sources'][number], 'step'>[]
}

/** Keeps whom a call asked, whatever comes of it. */
export async function recordSources(
  ctx: Context,
  { workspaceId, requestId, keyId, priceBook }: MeteredRequest,
  lines: readonly AskedLine[],
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

/** What one metered call cost and why: a line per step, misses included, and whom it asked. */
export async function getReceipt(ctx: Context, workspaceId: string, requestId: string): Promise<Receipt> {
  const [lines, total, told] = await Promise.all([
    sql.listChargesByRequest(ctx.db, workspaceId, requestId, RECEIPT_ROWS_MAX),
    sql.getTotalByRequest(ctx.db, workspaceId, requestId),
    sql.listReceiptSteps(ctx.db, workspaceId, requestId, RECEIPT_ROWS_MAX + 1),
  ])
  const asked = told.slice(0, RECEIPT_ROWS_MAX)
  const first = lines[0] ?? asked[0]
  if (!first) throw new ApiError('not_found', 'No metered call of this workspace has this request id.')
  return {
    request_id: requestId,
    hold_id: lines[0]?.hold_id ?? null,
    api_key_id: first.key_id,
    price_book: first.price_book,
    credits: total.credits,
    created_at: first.created_at.toISOString(),
    lines_total: total.lines,
    has_more: total.lines > lines.length || told.length > asked.length,
    lines: lines.map((row) => ({
      step: row.step,
      action: row.action,
      units: row.units,
      credits: row.credits,
      ledger_seq: row.journal_seq,
    })),
    sources: [
      ...asked.flatMap(({ step, steps }) => steps.map((each) => ({ step, ...each }))),
      ...(first.created_at > oldest(ctx) ? searchedAlone(lines, asked) : []),
    ],
  }
}

const SEARCHES = ['search/people', 'search/companies']

/** A search that the built-in directory answers alone writes no steps, for it is quick: its line of the receipt tells. */
function searchedAlone(
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

/** Whom a call asked is kept for 90 days; what it cost stays. */
export async function forgetOldSources(ctx: Context): Promise<void> {
  const before = oldest(ctx)
  while ((await sql.deleteReceiptStepsBefore(ctx.db, before, BATCH_ROWS)) === BATCH_ROWS);
}

function oldest(ctx: Context): Date {
  return new Date(ctx.clock.now().getTime() - KEPT_DAYS * 86_400_000)
}
