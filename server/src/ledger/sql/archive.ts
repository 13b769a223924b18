import { type Db, fetchInChunks } from '../../kit/postgres/db.ts'
import type { JournalLine } from './verification.ts'

export interface CheckpointRow {
  number: number
  seq: number
  archived_before: Date
  body: string
  public_key: string
  signature: string
}

export async function listCheckpoints(db: Db, workspaceId: string): Promise<CheckpointRow[]> {
  return db<CheckpointRow[]>`
    select number, seq, archived_before, body, public_key, signature from ledger_checkpoints
    where workspace_id = ${workspaceId} order by number`
}

export async function findLastCheckpoint(db: Db, workspaceId: string): Promise<CheckpointRow | undefined> {
  const [row] = await db<CheckpointRow[]>`
    select number, seq, archived_before, body, public_key, signature from ledger_checkpoints
    where workspace_id = ${workspaceId} order by number desc limit 1`
  return row
}

/** Replaces the signature after a change of the master key. The body stays the same. */
export async function updateSignature(
  db: Db,
  workspaceId: string,
  { number, public_key: publicKey, signature }: Pick<CheckpointRow, 'number' | 'public_key' | 'signature'>,
): Promise<void> {
  await db`
    update ledger_checkpoints set public_key = ${publicKey}, signature = ${signature}
    where workspace_id = ${workspaceId} and number = ${number}`
}

/** Lists holds that were made before `bound` and are still open. */
export async function listOpenHolds(db: Db, workspaceId: string, bound: string): Promise<string[]> {
  const rows = await db<{ id: string }[]>`select id from holds where workspace_id = ${workspaceId} and id < ${bound}`
  return rows.map((row) => row.id)
}

/** Finds the first entry with a charge under one of these holds. */
export async function findFirstEntryByHolds(
  db: Db,
  workspaceId: string,
  holds: readonly string[],
): Promise<number | undefined> {
  const [row] = await db<{ seq: number | null }[]>`
    select min(journal_seq) as seq from charges where workspace_id = ${workspaceId} and hold_id = any(${holds}::text[])`
  return row?.seq ?? undefined
}

/** Returns true if the oldest entry, or a charge of 0 credits, was made before a time. */
export async function hasOldRows(
  db: Db,
  workspaceId: string,
  { before, holdBound }: { before: Date; holdBound: string },
): Promise<boolean> {
  const [entry] = await db<{ is_old: boolean }[]>`
    select created_at < ${before} as is_old from journal where workspace_id = ${workspaceId} order by seq limit 1`
  if (entry?.is_old) return true
  const charges = await db`
    select from charges
    where workspace_id = ${workspaceId} and hold_id < ${holdBound} and journal_seq is null and created_at < ${before} limit 1`
  return charges.length > 0
}

export interface EntryHead {
  seq: number
  charges: number
  is_old: boolean
}

/** Lists the entries after `after`, without their charges. */
export async function listEntryHeads(
  db: Db,
  workspaceId: string,
  { after, before, atMost }: { after: number; before: Date; atMost: number },
): Promise<EntryHead[]> {
  return db<EntryHead[]>`
    select seq, entries as charges, created_at < ${before} as is_old from journal
    where workspace_id = ${workspaceId} and seq > ${after} order by seq limit ${atMost}`
}

export interface ArchivedLine extends JournalLine {
  balance_after: number
  charged_at: string | null
  position: number | null
}

/** Fetches entries with all their charges, in the order in which their hashes were made. */
export function fetchEntries(
  db: Db,
  workspaceId: string,
  { after, through }: { after: number; through: number },
): AsyncIterable<ArchivedLine[]> {
  const lines = db<ArchivedLine[]>`
    select j.seq, j.kind, j.amount, j.entries, j.entries_hash, j.body, j.hash, j.balance_after,
      to_char(j.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at,
      c.hold_id, c.step, c.key_id, c.action, c.units, c.credits, c.price_book, c.request_id, c.position,
      to_char(c.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as charged_at
    from journal j left join charges c on c.workspace_id = j.workspace_id and c.journal_seq = j.seq
    where j.workspace_id = ${workspaceId} and j.seq > ${after} and j.seq <= ${through}
    order by j.seq, c.hold_id, c.step`
  return fetchInChunks(db, lines, 1000)
}

export interface FreeCharge {
  hold_id: string
  step: string
  key_id: string
  action: string
  units: number
  price_book: string
  request_id: string
  position: number
  charged_at: string
}

/** Fetches charges of 0 credits, which are in no entry, in the order of their holds' ids, which begin with the time. */
export function fetchFreeCharges(
  db: Db,
  workspaceId: string,
  { bound, before, open, atMost }: { bound: string; before: Date; open: readonly string[]; atMost: number },
): AsyncIterable<FreeCharge[]> {
  const charges = db<FreeCharge[]>`
    select hold_id, step, key_id, action, units, price_book, request_id, position,
      to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as charged_at
    from charges
    where workspace_id = ${workspaceId} and hold_id < ${bound} and journal_seq is null and created_at < ${before}
      and hold_id <> all(${open}::text[])
    order by hold_id, step limit ${atMost}`
  return fetchInChunks(db, charges, 1000)
}

/** Lists the grants made by entries after `seq`. */
export async function listGrantsAfter(db: Db, workspaceId: string, seq: number): Promise<string[]> {
  const rows = await db<{ id: string | null }[]>`
    select body::json ->> 'grant' as id from journal
    where workspace_id = ${workspaceId} and kind = 'grant' and kind <> 'charge' and seq > ${seq}`
  return rows.flatMap(({ id }) => (id === null ? [] : [id]))
}

/** The rows of an object, so that exactly these are deleted. */
export interface ArchivedRows {
  readonly entries: number
  readonly charges: number
  readonly freeCharges: number
  readonly lastFree: { readonly holdId: string; readonly step: string } | null
  readonly openHolds: readonly string[]
}

/** Stores the checkpoint and deletes the rows it replaces, or does neither. */
export async function insertCheckpoint(
  db: Db,
  workspaceId: string,
  row: CheckpointRow,
  { entries, charges, freeCharges, lastFree, openHolds }: ArchivedRows,
): Promise<void> {
  await db`
    select ledger_archive(
      ${workspaceId},
      p_number => ${row.number},
      p_seq => ${row.seq},
      p_before => ${row.archived_before},
      p_body => ${row.body},
      p_public_key => ${row.public_key},
      p_signature => ${row.signature},
      p_entries => ${entries},
      p_charges => ${charges},
      p_free => ${freeCharges},
      p_free_hold => ${lastFree?.holdId ?? null},
      p_free_step => ${lastFree?.step ?? null},
      p_open => ${openHolds}::text[]
    )`
}

export interface ArchiveSummary {
  workspaces: number
  objects: number
  until: Date | null
}

/** Summarises the archive of all ledgers. Returns undefined on the schema of an earlier version. */
export async function findArchiveSummary(db: Db): Promise<ArchiveSummary | undefined> {
  if (!(await hasCheckpoints(db))) return
  const [row] = await db<[ArchiveSummary]>`
    select count(distinct workspace_id) as workspaces, count(*) as objects, max(archived_before) as until
    from ledger_checkpoints`
  return row
}

/** Fetches every object of the archive, as of the transaction. */
export async function* fetchObjects(tx: Db): AsyncGenerator<{ body: string }[]> {
  if (!(await hasCheckpoints(tx))) return
  yield* fetchInChunks(
    tx,
    tx<{ body: string }[]>`select body from ledger_checkpoints order by workspace_id, number`,
    500,
  )
}

async function hasCheckpoints(db: Db): Promise<boolean> {
  const [found] = await db<[{ exists: boolean }]>`select to_regclass('ledger_checkpoints') is not null as exists`
  return found.exists
}
