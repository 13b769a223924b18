import { formatCsv } from '../../../kit/csv/csv.ts'
import { Document } from '../../../kit/declare/reply.ts'
import type { Db } from '../../../kit/postgres/db.ts'
import { ENTRY_ITEMS_MAX, type EntryKind, type LedgerEntry, type LedgerPage } from './contract/credits.ts'
import { readSeqCursor, writeSeqCursor } from './seq-cursor.ts'
import { type EntryCharge, listChargesByEntry } from './sql/charges.ts'
import { type JournalRow, listJournal } from './sql/journal.ts'

export async function listLedger(
  db: Db,
  workspaceId: string,
  { limit, cursor, kind }: { limit: number; cursor?: string; kind?: EntryKind },
): Promise<LedgerPage> {
  const page = { limit, before: cursor === undefined ? undefined : readSeqCursor(cursor), kind }
  const { rows, hasMore } = await listJournal(db, workspaceId, page)
  const last = rows.at(-1)
  const items = await listChargesByEntry(db, workspaceId, rows, ENTRY_ITEMS_MAX)
  return {
    data: rows.map((row) =>
      presentEntry(
        row,
        items.filter((item) => item.journal_seq === row.seq),
      ),
    ),
    has_more: hasMore,
    next_cursor: hasMore && last ? writeSeqCursor(last.seq) : null,
  }
}

function signed({ kind, amount }: Pick<JournalRow, 'kind' | 'amount'>): number {
  return kind === 'grant' ? amount : -amount
}

function presentEntry(row: JournalRow, items: readonly EntryCharge[]): LedgerEntry {
  const [first] = items
  return {
    seq: row.seq,
    kind: row.kind,
    credits: signed(row),
    balance_after: row.balance_after,
    charges: row.entries,
    request_id: first?.has_one_request ? first.request_id : null,
    action: first?.has_one_action ? first.action : null,
    items: items.map(({ request_id, action, units, credits }) => ({ request_id, action, units, credits })),
    detail: JSON.parse(row.body),
    hash: Buffer.from(row.hash).toString('hex'),
    created_at: row.created_at.toISOString(),
  }
}

const CSV_COLUMNS = [
  'seq',
  'created_at',
  'kind',
  'credits',
  'balance_after',
  'charges',
  'request_id',
  'action',
  'detail',
  'hash',
] as const

export function ledgerFile(page: LedgerPage): Document<LedgerPage> {
  const rows = page.data.map((entry) =>
    CSV_COLUMNS.map((column) => (column === 'detail' ? JSON.stringify(entry.detail) : entry[column])),
  )
  const body = formatCsv(CSV_COLUMNS, rows)
  return new Document(page, { contentType: 'text/csv; charset=utf-8', body, fileName: 'ledger.csv' })
}
