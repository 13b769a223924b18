import { type Db, fetchInChunks } from '../../kit/postgres/db.ts'

export async function listWorkspaces(db: Db, after: string, limit: number): Promise<string[]> {
  const rows = await db<{ id: string }[]>`select id from workspaces where id > ${after} order by id limit ${limit}`
  return rows.map((row) => row.id)
}

/** A journal entry with one of its charges, or without charges. */
export interface JournalLine {
  seq: number
  kind: string
  amount: number
  entries: number
  entries_hash: Uint8Array
  body: string
  at: string
  hash: Uint8Array
  hold_id: string | null
  step: string | null
  key_id: string | null
  action: string | null
  units: number | null
  credits: number | null
  price_book: string | null
  request_id: string | null
}

/** Fetches the whole journal in order, a thousand lines at a time. */
export function fetchJournal(db: Db, workspaceId: string): AsyncIterable<JournalLine[]> {
  const lines = db<JournalLine[]>`
    select j.seq, j.kind, j.amount, j.entries, j.entries_hash, j.body, j.hash,
      to_char(j.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at,
      c.hold_id, c.step, c.key_id, c.action, c.units, c.credits, c.price_book, c.request_id
    from journal j left join charges c on c.workspace_id = j.workspace_id and c.journal_seq = j.seq
    where j.workspace_id = ${workspaceId} order by j.seq, c.hold_id, c.step`
  return fetchInChunks(db, lines, 1000)
}

export interface WalletState {
  granted: number
  available: number
  held: number
  spent: number
  expired: number
  seq: number
  head: Uint8Array
  /** Sums of the rows that the columns summarise. */
  held_rows: number
  spent_rows: number
}

export async function findWalletState(db: Db, workspaceId: string): Promise<WalletState | undefined> {
  const [row] = await db<WalletState[]>`
    select granted, available, held, spent, expired, seq, head,
      (select coalesce(sum(amount), 0) from holds where workspace_id = ${workspaceId})::bigint as held_rows,
      (select coalesce(sum(credits), 0) from charges where workspace_id = ${workspaceId})::bigint as spent_rows
    from wallets where workspace_id = ${workspaceId}`
  return row
}

export interface GrantState {
  id: string
  kind: string
  source_ref: string
  amount: number
  remaining: number
  expires_at: number | null
}

export async function listGrants(db: Db, workspaceId: string): Promise<GrantState[]> {
  return db<GrantState[]>`
    select id, kind, source_ref, amount, remaining, (extract(epoch from expires_at) * 1000000)::bigint as expires_at
    from grants where workspace_id = ${workspaceId}`
}

/** Lists rows that contradict each other, with a sentence about each. */
export async function listContradictions(db: Db, workspaceId: string): Promise<string[]> {
  const rows = await db<{ says: string }[]>`
    select format('charge %s/%s names entry %s, which is not there', c.hold_id, c.step, c.journal_seq) as says
    from charges c left join journal j on j.workspace_id = c.workspace_id and j.seq = c.journal_seq
    where c.workspace_id = ${workspaceId} and c.journal_seq is not null and j.seq is null
    union all
    select format('charge %s/%s is %s credits, %s expected by price book %s', c.hold_id, c.step, c.credits, c.units * p.credits, c.price_book)
    from charges c
    join price_books b on b.name = c.price_book
    cross join lateral (select (b.body::jsonb -> 'actions' -> c.action ->> 'credits')::bigint as credits) p
    where c.workspace_id = ${workspaceId} and c.credits > 0 and c.credits is distinct from c.units * p.credits
    union all
    select format('budget of key %s in %s holds %s credits, its holds %s', b.key_id, b.period, b.held, coalesce(h.amount, 0))
    from key_budgets b left join (
      select key_id, budget_period, sum(amount) as amount from holds
      where workspace_id = ${workspaceId} and budget_period is not null group by 1, 2
    ) h on h.key_id = b.key_id and h.budget_period = b.period
    where b.workspace_id = ${workspaceId} and b.held <> coalesce(h.amount, 0)
    union all
    select format('idempotency key %s waits for hold %s, which is not there', i.key, i.hold_id)
    from idempotency_keys i left join holds h on h.workspace_id = i.workspace_id and h.id = i.hold_id
    where i.workspace_id = ${workspaceId} and i.hold_id like 'hold\\_%' and i.status is null and h.id is null
    union all
    select format('idempotency key %s answered %s credits charged, its charges are %s', i.key, i.headers ->> 'x-credits-charged', c.credits)
    from idempotency_keys i cross join lateral (
      select coalesce(sum(credits), 0) as credits from charges where workspace_id = ${workspaceId} and hold_id = i.hold_id
    ) c
    where i.workspace_id = ${workspaceId} and i.hold_id like 'hold\\_%' and i.status is not null
      and c.credits::text is distinct from i.headers ->> 'x-credits-charged'
      and not exists (select from ledger_checkpoints k where k.workspace_id = ${workspaceId} and k.archived_before > i.created_at)
    union all
    select format('hold %s has more than one idempotency key', hold_id)
    from idempotency_keys where workspace_id = ${workspaceId} and hold_id like 'hold\\_%' group by hold_id having count(*) > 1
    limit 1000`
  return rows.map((row) => row.says)
}
