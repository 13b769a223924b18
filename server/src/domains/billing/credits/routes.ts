import type { Context } from '../../../kit/context.ts'
import { implement } from '../../../kit/declare/route.ts'
import { getCredits } from './balance.ts'
import { credits } from './contract/credits.ts'
import { holds } from './contract/holds.ts'
import { type Pricing, pricesIn, pricing } from './contract/pricing.ts'
import { receipts } from './contract/receipt.ts'
import { requests } from './contract/requests.ts'
import { SIGNUP_CREDITS } from './grants.ts'
import { listHolds } from './holds.ts'
import { ledgerFile, listLedger } from './ledger-entries.ts'
import { defaultBook } from './published-books.ts'
import { getReceipt } from './receipts.ts'
import { listRequests } from './requests.ts'
import { getUsage } from './usage.ts'

export const creditRoutes = [
  ...implement(credits, {
    get: ({ principal, ctx, db }) => getCredits(ctx, db, principal.workspaceId),
    ledger: async ({ query, principal, db }) => {
      const page = await listLedger(db, principal.workspaceId, query)
      return query.format === 'csv' ? ledgerFile(page) : page
    },
    usage: ({ query, principal, ctx }) => getUsage(ctx, ctx.reads, principal.workspaceId, query),
  }),
  ...implement(receipts, {
    get: ({ params, principal, ctx }) => getReceipt(ctx, principal.workspaceId, params.request_id),
  }),
  ...implement(requests, {
    list: ({ query, principal, ctx, db }) => listRequests(ctx, db, principal.workspaceId, query),
  }),
  ...implement(holds, { list: ({ query, principal, db }) => listHolds(db, principal.workspaceId, query) }),
  ...implement(pricing, { get: ({ ctx }) => getPricing(ctx) }),
]

async function getPricing(ctx: Context): Promise<Pricing> {
  const book = await defaultBook(ctx)
  return {
    price_book: book.name,
    currency: 'USD',
    free_credits: SIGNUP_CREDITS,
    ...pricesIn(book),
  }
}
