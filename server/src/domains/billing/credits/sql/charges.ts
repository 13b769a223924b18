import type { Db } from '../../../../kit/postgres/db.ts'
import type { UsageGroup } from '../contract/credits.ts'

export interface UsageRow {
  group: string
  action: string | null
  calls: number
  found: number
  credits: number
}

/** Sums charges between two hold ids. A hold's id begins with its time, so this is a range of the primary key. */
export async function listUsage(
  db: Db,
  workspaceId: string,
  { from, to, by }: { from: string; to: string; by: UsageGroup },
): Promise<UsageRow[]> {
  const day = db`to_char(created_at at time zone 'UTC', 'YYYY-MM-DD')`
  const groups = { day, action: db`action`, key: db`key_id`, 'day,action': day }
  return db<UsageRow[]>`
    select ${groups[by]} as "group", ${by === 'day,action' ? db`action` : db`null::text`} as action,
      count(distinct request_id) as calls,
      count(distinct request_id) filter (where units > 0) as found, sum(credits)::bigint as credits
    from charges where workspace_id = ${workspaceId} and hold_id >= ${from} and hold_id < ${to}
    group by 1, 2 order by 1, 2 limit 10000`
}

export interface ChargeRow {
  hold_id: string
  step: string
  key_id: string
  action: string
  units: number
  credits: number
  price_book: string
  journal_seq: number | null
  created_at: Date
}

export async function listChargesByRequest(
  db: Db,
  workspaceId: string,
  requestId: string,
  atMost: number,
): Promise<ChargeRow[]> {
  return db<ChargeRow[]>`
    select hold_id, step, key_id, action, units, credits, price_book, journal_seq, created_at from charges
    where workspace_id = ${workspaceId} and request_id = ${requestId} order by hold_id, position limit ${atMost}`
}

export async function getTotalByRequest(
  db: Db,
  workspaceId: string,
  requestId: string,
): Promise<{ lines: number; credits: number }> {
  const [row] = await db<[{ lines: number; credits: number }]>`
    select count(*) as lines, coalesce(sum(credits), 0)::bigint as credits from charges
    where workspace_id = ${workspaceId} and request_id = ${requestId}`
  return row
}

export interface EntryCharge {
  journal_seq: number
  request_id: string
  action: string
  units: number
  credits: number
  /** Covers all charges of the entry, including those not shown. */
  has_one_request: boolean
  has_one_action: boolean
}

/** Lists the first charges of each of these ledger entries. */
export async function listChargesByEntry(
  db: Db,
  workspaceId: string,
  entries: readonly { readonly seq: number; readonly kind: string }[],
  atMost: number,
): Promise<EntryCharge[]> {
  const seqs = entries.filter(({ kind }) => kind === 'charge').map(({ seq }) => seq)
  if (seqs.length === 0) return []
  return db<EntryCharge[]>`
    select c.* from unnest(${seqs}::bigint[]) as entry (seq)
    cross join lateral (
      select journal_seq, request_id, action, units, credits,
        min(request_id) over () = max(request_id) over () as has_one_request,
        min(action) over () = max(action) over () as has_one_action
      from charges
      where workspace_id = ${workspaceId} and journal_seq = entry.seq order by position limit ${atMost}
    ) c`
}

/** Returns the total charged under a hold, and the ledger entries that contain the charges. */
export async function getTotalByHold(
  db: Db,
  workspaceId: string,
  holdId: string,
): Promise<{ credits: number; entries: number[] }> {
  const [row] = await db<[{ credits: number; entries: number[] }]>`
    select coalesce(sum(credits), 0)::bigint as credits,
      coalesce(array_agg(distinct journal_seq) filter (where journal_seq is not null), '{}') as entries
    from charges where workspace_id = ${workspaceId} and hold_id = ${holdId}`
  return row
}
