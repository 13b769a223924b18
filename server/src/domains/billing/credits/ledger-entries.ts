import { csvOf } from '../../../kit/csv.ts'
import { InvalidRequest, invalidValue } from '../../../kit/declare/errors.ts'
import { Document } from '../../../kit/declare/reply.ts'
import type { Db } from '../../../kit/postgres/db.ts'
import type { LedgerEntry, LedgerPage } from './contract/credits.ts'
import { type JournalRow, listJournal } from './sql/journal.ts'

export async function listLedger(
  db: Db,
  workspaceId: string,
  query: { limit: number; cursor?: string },
): Promise<LedgerPage> {
  const page = { limit: query.limit, before: readCursor(query.cursor) }
  const { rows, hasMore } = await listJournal(db, workspaceId, page)
  const last = rows.at(-1)
  return {
    data: rows.map(presentEntry),
    has_more: hasMore,
    next_cursor: hasMore && last ? Buffer.from(String(last.seq), 'latin1').toString('base64url') : null,
  }
}

function readCursor(cursor: string | undefined): number | undefined {
  if (cursor === undefined) return undefined
  const seq = Number(Buffer.from(cursor, 'base64url').toString('latin1'))
  if (Number.isSafeInteger(seq) && seq > 0) return seq
  throw new InvalidRequest([
    invalidValue(['query', 'cursor'], 'this cursor did not come from a list of this API', cursor),
  ])
}

function presentEntry(row: JournalRow): LedgerEntry {
  return {
    seq: row.seq,
    kind: row.kind,
    credits: row.kind === 'grant' ? row.amount : -row.amount,
    charges: row.entries,
    detail: JSON.parse(row.body),
    hash: Buffer.from(row.hash).toString('hex'),
    created_at: row.created_at.toISOString(),
  }
}

const CSV_COLUMNS = ['seq', 'created_at', 'kind', 'credits', 'charges', 'detail', 'hash'] as const

export function ledgerFile(page: LedgerPage): Document<LedgerPage> {
  const rows = page.data.map((entry) =>
    CSV_COLUMNS.map((column) => (column === 'detail' ? JSON.stringify(entry.detail) : entry[column])),
  )
  const body = csvOf(CSV_COLUMNS, rows)
  return new Document(page, { contentType: 'text/csv; charset=utf-8', body, fileName: 'ledger.csv' })
}
