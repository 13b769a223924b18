import { csvOf } from '../../../kit/csv.ts'
import { Document, implement } from '../../../kit/declare/route.ts'
import { getCredits, getPricing, getUsage, listLedger } from './balance.ts'
import { billing, type LedgerPage } from './contract/credits.ts'
import { getReceipt } from './receipts.ts'

export const billingRoutes = implement(billing, {
  credits: ({ principal, ctx, db }) => getCredits(ctx, db, principal.workspaceId),
  ledger: async ({ query, principal, db }) => {
    const page = await listLedger(db, principal.workspaceId, query)
    return query.format === 'csv' ? ledgerFile(page) : page
  },
  usage: ({ query, principal, ctx, db }) => getUsage(ctx, db, principal.workspaceId, query),
  receipt: ({ params, principal, ctx }) => getReceipt(ctx, principal.workspaceId, params.request_id),
  pricing: ({ ctx }) => getPricing(ctx),
})

function ledgerFile(page: LedgerPage): Document<LedgerPage> {
  const rows = page.data.map((entry) => [
    entry.seq,
    entry.created_at,
    entry.kind,
    entry.credits,
    entry.charges,
    JSON.stringify(entry.detail),
    entry.hash,
  ])
  const body = csvOf(['seq', 'created_at', 'kind', 'credits', 'charges', 'detail', 'hash'], rows)
  return new Document(page, { contentType: 'text/csv; charset=utf-8', body, fileName: 'ledger.csv' })
}
