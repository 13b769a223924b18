import type { Context } from '../../kit/context.ts'
import { transaction } from '../../kit/db.ts'
import { bookHash, checkBook, type PriceBook, STANDARD_BOOK } from './price-book.ts'
import * as sql from './sql.ts'

/** The book a workspace's next call is priced by: its own, or the one published last. A call keeps the book it began with. */
export function bookFor(ctx: Context, workspaceId: string): PriceBook | Promise<PriceBook> {
  return ctx.memo.get('prices', workspaceId, async () => {
    const row = await sql.findBookFor(ctx.db, workspaceId)
    return row ? (JSON.parse(row.body) as PriceBook) : STANDARD_BOOK
  })
}

export function defaultBook(ctx: Context): PriceBook | Promise<PriceBook> {
  return bookFor(ctx, '')
}

/** A book is published once and never changed; publishing the same content again does nothing. */
export async function publishBook(ctx: Context, book: PriceBook): Promise<void> {
  checkBook(book)
  const hash = bookHash(book)
  await transaction(ctx.db, async (tx) => {
    const stored = await sql.insertBook(tx, {
      name: book.name,
      sha256: hash,
      body: JSON.stringify(book),
      published_at: ctx.clock.now(),
    })
    if (stored.sha256 !== hash)
      throw new Error(`Price book ${book.name} is published with other content: publish the change under a new name`)
    await ctx.control.announce(tx, 'prices')
  })
  ctx.control.dispatch()
}

/** Called at every start: a fresh database gets the standard book. */
export async function ensureStandardBook(ctx: Context): Promise<void> {
  if (!(await sql.findBook(ctx.db, STANDARD_BOOK.name))) await publishBook(ctx, STANDARD_BOOK)
}
