import type { Context } from '../../../kit/context.ts'
import { type Db, transaction } from '../../../kit/postgres/db.ts'
import { assertValidBook, bookHash, type PriceBook } from './price-book.ts'
import * as sql from './sql/price-books.ts'
import { STANDARD_BOOK } from './standard-book.ts'

/**
 * Returns the book that prices a workspace's next call: its own, or the one published last. A running call keeps the book it
 * started with.
 */
export function bookFor(ctx: Context, workspaceId: string): PriceBook | Promise<PriceBook> {
  return ctx.cache.get('prices', workspaceId, async () => {
    const row = await sql.findBookFor(ctx.db, workspaceId)
    return row ? (JSON.parse(row.body) as PriceBook) : STANDARD_BOOK
  })
}

/** Returns the book with this name: an order or a job keeps the prices of the book it was created under. */
export async function bookNamed(db: Db, name: string): Promise<PriceBook> {
  const row = await sql.findBook(db, name)
  if (!row) throw new Error(`There is no price book ${name}`)
  return JSON.parse(row.body) as PriceBook
}

export function defaultBook(ctx: Context): PriceBook | Promise<PriceBook> {
  return bookFor(ctx, '')
}

/** Publishes a price book. A published book never changes; publishing the same content again does nothing. */
export async function publishBook(ctx: Context, db: Db, book: PriceBook): Promise<void> {
  assertValidBook(book)
  const hash = bookHash(book)
  await transaction(db, async (tx) => {
    const stored = await sql.insertBook(tx, {
      name: book.name,
      sha256: hash,
      body: JSON.stringify(book),
      published_at: ctx.clock.now(),
    })
    if (stored.sha256 !== hash)
      throw new Error(
        `Price book ${book.name} is already published with different content. Publish the change under a new name.`,
      )
    await ctx.invalidation.announce(tx, 'prices')
  })
}

/**
 * Publishes the standard book in a new database. Called at every start. An upgrade changes no prices: a database that has a
 * book keeps it, even if the standard book has a new name.
 */
export async function ensureStandardBook(ctx: Context): Promise<void> {
  if (!(await sql.findBookFor(ctx.db, ''))) await publishBook(ctx, ctx.db, STANDARD_BOOK)
}
