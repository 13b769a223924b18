import { type PageRows, readPage } from '../../../../kit/declare/page.ts'
import type { Db } from '../../../../kit/postgres/db.ts'
import type { EntryKind } from '../contract/credits.ts'

export interface JournalRow {
  seq: number
  kind: EntryKind
  amount: number
  entries: number
  body: string
  created_at: Date
  hash: Uint8Array
  balance_after: number
}

export async function listJournal(
  db: Db,
  workspaceId: string,
  page: { limit: number; before: number | undefined; kind: EntryKind | undefined },
): Promise<PageRows<JournalRow>> {
  return readPage(
    db,
    page.limit,
    db<JournalRow[]>`
    select seq, kind, amount, entries, body, created_at, hash, balance_after from journal
    where workspace_id = ${workspaceId} ${page.before === undefined ? db`` : db`and seq < ${page.before}`}
    ${ofKind(db, page.kind)}
    order by seq desc`,
  )
}

/** Selects entries of a kind. The second condition matches the partial index `journal_kinds`. */
function ofKind(db: Db, kind: EntryKind | undefined) {
  if (kind === undefined) return db``
  return kind === 'charge' ? db`and kind = 'charge'` : db`and kind = ${kind} and kind <> 'charge'`
}

/** Finds the latest expiry of the grants that these entries spent from; null when one of them never expires. */
export async function findBurnedExpiry(db: Db, workspaceId: string, entries: readonly number[]): Promise<Date | null> {
  const [row] = await db<{ expires_at: Date | null }[]>`
    select case when bool_or(g.expires_at is null) then null else max(g.expires_at) end as expires_at
    from journal j
    cross join lateral jsonb_array_elements(j.body::jsonb -> 'burned') burned
    join grants g on g.workspace_id = j.workspace_id and g.id = burned ->> 0
    where j.workspace_id = ${workspaceId} and j.seq = any(${entries}::bigint[])`
  return row?.expires_at ?? null
}
