import type { Db } from '../../../../kit/postgres/db.ts'

export interface BookRow {
  name: string
  sha256: string
  body: string
  published_at: Date
}

/** Returns the book stored under the name: this one, or the one that already had the name. */
export async function insertBook(db: Db, book: BookRow): Promise<BookRow> {
  await db`insert into price_books ${db(book)} on conflict (name) do nothing`
  const [row] = await db<[BookRow]>`select name, sha256, body, published_at from price_books where name = ${book.name}`
  return row
}

export async function findBook(db: Db, name: string): Promise<BookRow | undefined> {
  const [row] = await db<BookRow[]>`select name, sha256, body, published_at from price_books where name = ${name}`
  return row
}

/** Finds the workspace's own book, or the one published last. */
export async function findBookFor(db: Db, workspaceId: string): Promise<BookRow | undefined> {
  const [row] = await db<BookRow[]>`
    select b.name, b.sha256, b.body, b.published_at from price_books b
    left join wallets w on w.workspace_id = ${workspaceId} and w.price_book = b.name
    order by (w.workspace_id is not null) desc, b.seq desc limit 1`
  return row
}
