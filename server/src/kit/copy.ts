import { once } from 'node:events'
import { finished } from 'node:stream/promises'
import type { Db } from './db.ts'

export type Cell = string | number | null | readonly string[]

const CHUNK = 1 << 18

/** COPY: several times as fast as INSERT for thousands of rows. */
export async function copyInto(
  db: Db,
  table: string,
  columns: readonly string[],
  rows: Iterable<readonly Cell[]>,
): Promise<void> {
  const stream = await db`copy ${db(table)} (${db(columns as string[])}) from stdin`.writable()
  const done = finished(stream)
  let text = ''
  for (const row of rows) {
    text += `${row.map(cellOf).join('\t')}\n`
    if (text.length < CHUNK) continue
    if (!stream.write(text)) await Promise.race([once(stream, 'drain'), done])
    text = ''
  }
  stream.end(text)
  await done
}

function cellOf(cell: Cell): string {
  if (cell === null) return '\\N'
  if (typeof cell === 'number') return String(cell)
  return escaped(typeof cell === 'string' ? cell : arrayOf(cell))
}

const ESCAPES: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' }

function escaped(text: string): string {
  return /[\\\t\n\r]/.test(text) ? text.replace(/[\\\t\n\r]/g, (letter) => ESCAPES[letter] ?? letter) : text
}

function arrayOf(items: readonly string[]): string {
  return items.length === 0 ? '{}' : `{${items.map((item) => `"${item.replace(/["\\]/g, '\\$&')}"`).join(',')}}`
}
