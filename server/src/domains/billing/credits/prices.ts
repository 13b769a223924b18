import type { Context } from '../../../kit/context.ts'
import { type Db, transaction } from '../../../kit/postgres/db.ts'
import { bookHash, checkBook, type PriceBook, STANDARD_BOOK } from './price-book.ts'
import * as sql from './sql/grants.ts'

/** The book a workspace's next call is priced by: its own, or the one published last. A call keeps the book it began with. */
export function bookFor(ctx: Context, workspaceId: string): PriceBook | Promise<PriceBook> {
  return ctx.memo.get('prices', workspaceId, async () => {
    const row = await sql.findBookFor(ctx.db, workspaceId)
    return row ? (JSON.parse(row.body) as PriceBook) : STANDARD_BOOK
  })
}

/** A book by its name: what was bought under it keeps its terms. */
export async function bookNamed(db: Db, name: string): Promise<PriceBook> {
  const row = await sql.findBook(db, name)
  if (!row) throw new Error(`There is no price book ${name}`)
  return JSON.parse(row.body) as PriceBook
}

export function defaultBook(ctx: Context): PriceBook | Promise<PriceBook> {
  return bookFor(ctx, '')
}

/** A book is published once and never changed; publishing the same content again does nothing. */
export async function publishBook(ctx: Context, book: PriceBook, db: Db = ctx.db): Promise<void> {
  checkBook(book)
  const hash = bookHash(book)
  await transaction(db, async (tx) => {
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
}

/** Called at every start: a fresh database gets the standard book. */
export async function ensureStandardBook(ctx: Context): Promise<void> {
  if (!(await sql.findBook(ctx.db, STANDARD_BOOK.name))) await publishBook(ctx, STANDARD_BOOK)
}
