import { csvOf } from '../../../kit/csv.ts'
import { Document } from '../../../kit/declare/reply.ts'
import type { Db } from '../../../kit/postgres/db.ts'
import type { LedgerEntry, LedgerPage } from './contract/credits.ts'
import { readSeqCursor, writeSeqCursor } from './seq-cursor.ts'
import { type JournalRow, listJournal } from './sql/journal.ts'

export async function listLedger(
  db: Db,
  workspaceId: string,
  query: { limit: number; cursor?: string },
): Promise<LedgerPage> {
  const page = { limit: query.limit, before: query.cursor === undefined ? undefined : readSeqCursor(query.cursor) }
  const { rows, hasMore } = await listJournal(db, workspaceId, page)
  const last = rows.at(-1)
  return {
    data: rows.map(presentEntry),
    has_more: hasMore,
    next_cursor: hasMore && last ? writeSeqCursor(last.seq) : null,
  }
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
