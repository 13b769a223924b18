import type { Context } from '../../../kit/context.ts'
import { transaction } from '../../../kit/postgres/db.ts'
import { type ActorAndReason, ALL_WORKSPACES, writeAudit } from '../../identity/audit/service.ts'
import type { PriceBook } from '../credits/price-book.ts'
import { publishBook } from '../credits/published-books.ts'

export async function publishPrices(ctx: Context, book: PriceBook, by: ActorAndReason): Promise<void> {
  await transaction(ctx.db, async (tx) => {
    await publishBook(ctx, tx, book)
    await writeAudit(ctx, tx, ALL_WORKSPACES, { by, action: 'prices.publish', detail: { price_book: book.name } })
  })
}
