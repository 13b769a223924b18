import { PassThrough } from 'node:stream'
import { type Db, isPool } from './db.ts'
import { quote } from './statement.ts'
import type { Transaction } from './transaction.ts'

export type Cell = string | number | null | readonly string[]

/** Inserts rows by COPY, which is several times as fast as INSERT for thousands of rows. */
export async function copyInto(
  db: Db,
  table: string,
  columns: readonly string[],
  rows: Iterable<readonly Cell[]>,
): Promise<void> {
  await copyLines(db, table, columns, toCopyLines(rows))
}

function* toCopyLines(rows: Iterable<readonly Cell[]>): Generator<string> {
  for (const row of rows) yield copyLine(row)
}

/** Inserts rows that are already in COPY's text format. */
export async function copyLines(
  db: Db,
  table: string,
  columns: readonly string[],
  lines: Iterable<string>,
): Promise<void> {
  if (isPool(db)) await db.begin((tx) => tx.copy(table, columns, lines))
  else await (db as Transaction).copy(table, columns, lines)
}

/** Writes a row in COPY's text format, without its line ending. */
export function copyLine(cells: readonly Cell[]): string {
  return cells.map(cellText).join('\t')
}

function cellText(cell: Cell): string {
  if (cell === null) return '\\N'
  if (typeof cell === 'number') return String(cell)
  return escaped(typeof cell === 'string' ? cell : arrayLiteral(cell))
}

const ESCAPES: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' }

function escaped(text: string): string {
  return /[\\\t\n\r]/.test(text) ? text.replace(/[\\\t\n\r]/g, (letter) => ESCAPES[letter] ?? letter) : text
}

function arrayLiteral(items: readonly string[]): string {
  return items.length === 0 ? '{}' : `{${items.map((item) => `"${item.replace(/["\\]/g, '\\$&')}"`).join(',')}}`
}

/** Streams the rows of a table into the same table of another database. */
export async function copyBetween(
  source: Transaction,
  target: Transaction,
  { name, columns }: { readonly name: string; readonly columns: readonly string[] },
  onBytes: (bytes: number) => void,
): Promise<{ read: number; written: number }> {
  const what = `${quote(name)} (${columns.map(quote).join()})`
  const bytes = new PassThrough()
  const writing = target.copyBytes(`copy ${what} from stdin (format binary)`, bytes)
  writing.catch((error: Error) => bytes.destroy(error))
  const read = await source.copyOut(`copy ${what} to stdout (format binary)`, async (chunk) => {
    onBytes(chunk.length)
    if (!bytes.write(chunk)) await Promise.race([new Promise((resolve) => bytes.once('drain', resolve)), writing])
  })
  bytes.end()
  return { read, written: await writing }
}
