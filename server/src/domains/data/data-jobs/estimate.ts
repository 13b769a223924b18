import type { Call } from '../../../kit/declare/route.ts'
import { creditsFor } from '../../billing/credits/price-book.ts'
import { bookFor } from '../../billing/credits/published-books.ts'
import type { BulkRequest } from './contract/bulk.ts'
import { type BulkEstimate, REFUSED_MAX } from './contract/bulk-estimate.ts'
import { planBulkJob } from './plan-bulk.ts'

/** Returns the amount that a bulk job would hold, and the rows that cannot be looked up. */
export async function estimateBulkJob(
  { ctx, principal }: Pick<Call, 'ctx' | 'principal'>,
  body: BulkRequest,
): Promise<BulkEstimate> {
  const book = await bookFor(ctx, principal.workspaceId)
  const { rows, unitsMax, searchLimit } = await planBulkJob('', body)
  const refused = rows.rows.flatMap(({ n, line, error }) => (error === null ? [] : [{ row: n, line, message: error }]))
  return {
    status: 'OK',
    data: {
      action: body.action,
      credits: creditsFor(book, unitsMax),
      rows: searchLimit ?? rows.rows.length,
      duplicates: rows.rows.filter(({ sameAs }) => sameAs !== null).length,
      unreadable: refused.length,
      refused: refused.slice(0, REFUSED_MAX),
      price_book: book.name,
    },
  }
}
