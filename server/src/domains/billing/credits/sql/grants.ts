import { type PageRows, readPage } from '../../../../kit/declare/page.ts'
import type { Db } from '../../../../kit/postgres/db.ts'

export interface BookRow {
  name: string
  sha256: string
  body: string
  published_at: Date
}

/** The book as it is stored now: the one given, or the one that had the name before. */
export async function insertBook(db: Db, book: BookRow): Promise<BookRow> {
  await db`insert into price_books ${db(book)} on conflict (name) do nothing`
  const [row] = await db<[BookRow]>`select name, sha256, body, published_at from price_books where name = ${book.name}`
  return row
}

export async function findBook(db: Db, name: string): Promise<BookRow | undefined> {
  const [row] = await db<BookRow[]>`select name, sha256, body, published_at from price_books where name = ${name}`
  return row
}

/** The workspace's own book, else the one published last. */
export async function findBookFor(db: Db, workspaceId: string): Promise<BookRow | undefined> {
  const [row] = await db<BookRow[]>`
    select b.name, b.sha256, b.body, b.published_at from price_books b
    left join wallets w on w.workspace_id = ${workspaceId} and w.price_book = b.name
    order by (w.workspace_id is not null) desc, b.seq desc limit 1`
  return row
}

export interface NewGrant {
  readonly id: string
  readonly kind: 'signup' | 'pack' | 'subscription' | 'manual' | 'refund'
  /** Unique for its kind: the same purchase, month or sign-up never grants twice. */
  readonly source: string
  readonly amount: number
  readonly expiresAt: Date | null
}

export async function grant(
  db: Db,
  workspaceId: string,
  now: Date | null,
  { id, kind, source, amount, expiresAt }: NewGrant,
): Promise<boolean> {
  const [row] = await db<{ granted: boolean }[]>`
    select ledger_grant(${workspaceId}, ${now}, ${id}, ${kind}, ${source}, ${amount}, ${expiresAt}) as granted`
  return row?.granted ?? false
}

export type TakeKind = 'expire' | 'trim' | 'revoke'

export async function take(
  db: Db,
  workspaceId: string,
  now: Date | null,
  { kind, grantId, most, reason }: { kind: TakeKind; grantId: string; most: number; reason: string },
): Promise<number> {
  const [row] = await db<[{ taken: number }]>`
    select ledger_take(${workspaceId}, ${now}, ${kind}, ${grantId}, ${most}, ${reason}) as taken`
  return row.taken
}

export async function trim(
  db: Db,
  workspaceId: string,
  now: Date | null,
  source: string,
  cap: number,
): Promise<number> {
  const [row] = await db<[{ trimmed: number }]>`
    select ledger_trim(${workspaceId}, ${now}, ${source}, ${cap}) as trimmed`
  return row.trimmed
}

export async function lockWallet(db: Db, workspaceId: string): Promise<void> {
  await db`select 1 from wallets where workspace_id = ${workspaceId} for update`
}

export async function expire(db: Db, workspaceId: string, now: Date | null): Promise<void> {
  await db`select ledger_expire(${workspaceId}, ${now})`
}

/** Wallets with something due to expire. */
export async function listExpiring(db: Db, now: Date, limit: number): Promise<string[]> {
  const rows = await db<{ workspace_id: string }[]>`
    select workspace_id from wallets where next_expiry <= ${now} and available > 0 limit ${limit}`
  return rows.map((row) => row.workspace_id)
}

export interface WalletRow {
  granted: number
  available: number
  held: number
  spent: number
  expired: number
  next_expiry: Date | null
}

export async function findWallet(db: Db, workspaceId: string): Promise<WalletRow | undefined> {
  const [row] = await db<WalletRow[]>`
    select granted, available, held, spent, expired, next_expiry from wallets where workspace_id = ${workspaceId}`
  return row
}

export interface GrantRow {
  id: string
  kind: NewGrant['kind']
  source_ref: string
  amount: number
  remaining: number
  expires_at: Date | null
  created_at: Date
}

export async function getGrantBySource(
  db: Db,
  workspaceId: string,
  kind: NewGrant['kind'],
  source: string,
): Promise<GrantRow> {
  const [row] = await db<[GrantRow]>`
    select id, kind, source_ref, amount, remaining, expires_at, created_at from grants
    where workspace_id = ${workspaceId} and kind = ${kind} and source_ref = ${source}`
  return row
}

export async function findGrant(db: Db, workspaceId: string, id: string): Promise<GrantRow | undefined> {
  const [row] = await db<GrantRow[]>`
    select id, kind, source_ref, amount, remaining, expires_at, created_at from grants
    where workspace_id = ${workspaceId} and id = ${id}`
  return row
}

export async function listGrantsBySource(
  db: Db,
  workspaceId: string,
  kind: NewGrant['kind'],
  sources: readonly string[],
): Promise<GrantRow[]> {
  return db<GrantRow[]>`
    select id, kind, source_ref, amount, remaining, expires_at, created_at from grants
    where workspace_id = ${workspaceId} and kind = ${kind} and source_ref = any(${sources})
    order by created_at, id`
}

/** In the order they will be spent. */
export async function listLiveGrants(db: Db, workspaceId: string): Promise<GrantRow[]> {
  return db<GrantRow[]>`
    select id, kind, source_ref, amount, remaining, expires_at, created_at from grants
    where workspace_id = ${workspaceId} and remaining > 0 order by expires_at nulls last, burn_rank, id limit 1000`
}

export interface JournalRow {
  seq: number
  kind: 'grant' | 'charge' | TakeKind
  amount: number
  entries: number
  body: string
  created_at: Date
  hash: Uint8Array
}

export async function listJournal(
  db: Db,
  workspaceId: string,
  page: { limit: number; before: number | undefined },
): Promise<PageRows<JournalRow>> {
  return readPage(
    db,
    page.limit,
    db<JournalRow[]>`
    select seq, kind, amount, entries, body, created_at, hash from journal
    where workspace_id = ${workspaceId} ${page.before === undefined ? db`` : db`and seq < ${page.before}`}
    order by seq desc`,
  )
}

export interface UsageRow {
  group: string
  calls: number
  found: number
  credits: number
}

/** Charges between two hold ids: holds are named by the time they were made, so this is a range of the primary key. */
export async function listUsage(
  db: Db,
  workspaceId: string,
  { from, to, by }: { from: string; to: string; by: 'day' | 'action' | 'key' },
): Promise<UsageRow[]> {
  const group = { day: db`to_char(created_at at time zone 'UTC', 'YYYY-MM-DD')`, action: db`action`, key: db`key_id` }[
    by
  ]
  return db<UsageRow[]>`
    select ${group} as "group", count(*) as calls, count(*) filter (where credits > 0) as found, sum(credits)::bigint as credits
    from charges where workspace_id = ${workspaceId} and hold_id >= ${from} and hold_id < ${to}
    group by 1 order by 1 limit 1000`
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
    where workspace_id = ${workspaceId} and request_id = ${requestId} order by hold_id, step limit ${atMost}`
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

/** What a hold was charged, and in which entries of the ledger. */
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

/** When the last of the grants that these entries burned expires; null when one of them never does. */
export async function findBurnedExpiry(db: Db, workspaceId: string, entries: readonly number[]): Promise<Date | null> {
  const [row] = await db<{ expires_at: Date | null }[]>`
    select case when bool_or(g.expires_at is null) then null else max(g.expires_at) end as expires_at
    from journal j
    cross join lateral jsonb_array_elements(j.body::jsonb -> 'burned') burned
    join grants g on g.workspace_id = j.workspace_id and g.id = burned ->> 0
    where j.workspace_id = ${workspaceId} and j.seq = any(${entries}::bigint[])`
  return row?.expires_at ?? null
}

export interface ReceiptStepsRow {
  id: string
  request_id: string
  key_id: string
  price_book: string
  step: string
  steps: readonly { source: string; outcome: string; ms: number | null; cost_micros: number }[]
  created_at: Date
}

export async function insertReceiptSteps(db: Db, workspaceId: string, rows: readonly ReceiptStepsRow[]): Promise<void> {
  const written = rows.map((row) => ({ ...row, workspace_id: workspaceId, steps: db.json(row.steps as never) }))
  await db`insert into receipt_steps ${db(written)}`
}

export async function listReceiptSteps(
  db: Db,
  workspaceId: string,
  requestId: string,
  atMost: number,
): Promise<ReceiptStepsRow[]> {
  return db<ReceiptStepsRow[]>`
    select id, request_id, key_id, price_book, step, steps, created_at from receipt_steps
    where workspace_id = ${workspaceId} and request_id = ${requestId} order by id limit ${atMost}`
}

export async function deleteReceiptStepsBefore(db: Db, before: Date, atMost: number): Promise<number> {
  const { count } = await db`
    delete from receipt_steps where (workspace_id, id) in (
      select workspace_id, id from receipt_steps where created_at < ${before} limit ${atMost})`
  return count
}

interface PaidSubjectRow {
  action: string
  subject: Uint8Array
  request_id: string
  paid_at: Date
}

export async function findPaidSubject(
  db: Db,
  workspaceId: string,
  { action, subject }: Pick<PaidSubjectRow, 'action' | 'subject'>,
  since: Date,
): Promise<boolean> {
  const rows = await db`
    select from paid_subjects p
    where p.workspace_id = ${workspaceId} and p.action = ${action} and p.subject = ${subject} and p.paid_at > ${since}
      and exists (
        select from charges c
        where c.workspace_id = p.workspace_id and c.request_id = p.request_id and c.action = p.action and c.credits > 0)`
  return rows.length > 0
}

export async function upsertPaidSubject(db: Db, workspaceId: string, row: PaidSubjectRow): Promise<void> {
  await db`
    insert into paid_subjects ${db({ ...row, workspace_id: workspaceId })}
    on conflict on constraint paid_subjects_pkey do update set request_id = excluded.request_id, paid_at = excluded.paid_at`
}
