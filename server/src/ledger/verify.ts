import { type Db, type Pool, snapshot } from '../kit/postgres/db.ts'
import { type Checkpoint, checkCheckpoints, readCheckpoint } from './archive/checkpoint.ts'
import { Replay } from './replay.ts'
import { resumeReplay } from './resume-replay.ts'
import { type CheckpointRow, listCheckpoints } from './sql/archive.ts'
import * as sql from './sql/verification.ts'

export interface Discrepancy {
  /** The journal entry it concerns, if any. */
  readonly seq: number | null
  readonly what: string
}

/** The result of verifying one workspace. Counts include archived entries and charges. */
export interface Verification {
  readonly workspaceId: string
  readonly entries: number
  readonly charges: number
  /** Counts of archived rows; absent when nothing is archived. */
  readonly archived?: { readonly entries: number; readonly charges: number; readonly before: Date }
  readonly discrepancies: readonly Discrepancy[]
}

export interface VerifyOptions {
  /** Verifies this workspace only. */
  readonly workspaceId?: string | undefined
  /** Public keys that checkpoints may be signed with; any key when absent. */
  readonly trusted?: readonly string[] | undefined
}

/**
 * Recomputes the ledger from the last checkpoint, or from the first entry, one workspace after the other, each in one snapshot
 * while calls continue: the hash chain and the grants from the journal, then every other row against them.
 */
export async function* verifyLedger(db: Pool, options: VerifyOptions = {}): AsyncGenerator<Verification> {
  const { workspaceId: only, trusted } = options
  for await (const workspaceId of only === undefined ? listAllWorkspaces(db) : [only])
    yield await snapshot(db, (tx) => verifyWorkspace(tx, workspaceId, trusted))
}

export async function* listAllWorkspaces(db: Pool): AsyncGenerator<string> {
  for (let after: string | undefined = ''; after !== undefined; ) {
    const page: string[] = await sql.listWorkspaces(db, after, 1000)
    yield* page
    after = page.at(-1)
  }
}

/** Lists the discrepancies of all workspaces, one line each. */
export async function checkInvariants(db: Pool): Promise<string[]> {
  const found: string[] = []
  for await (const { workspaceId, discrepancies } of verifyLedger(db))
    found.push(...discrepancies.map((each) => `${workspaceId} ${describeDiscrepancy(each)}`))
  return found
}

export function describeDiscrepancy({ seq, what }: Discrepancy): string {
  return seq === null ? what : `entry ${seq} ${what}`
}

export async function verifyWorkspace(
  tx: Db,
  workspaceId: string,
  trusted: readonly string[] | undefined,
): Promise<Verification> {
  const discrepancies: Discrepancy[] = []
  const report = (seq: number | null, what: string) => void discrepancies.push({ seq, what })
  const checkpoints = await listCheckpoints(tx, workspaceId)
  for (const what of checkCheckpoints(workspaceId, checkpoints, trusted)) report(null, what)
  const start = readLast(checkpoints)
  const replay = start ? await resumeReplay(tx, workspaceId, start, report) : new Replay(report)
  for await (const lines of sql.fetchJournal(tx, workspaceId)) for (const line of lines) replay.feed(line)
  const last = replay.end()

  const wallet = await sql.findWalletState(tx, workspaceId)
  if (wallet) {
    const left = [...replay.grants.values()].reduce((sum, { remaining }) => sum + remaining, 0)
    const expected: [string, number | string, number | string][] = [
      ['the wallet ends at entry', wallet.seq, last.seq],
      ["the wallet's head is", encodeHex(wallet.head), encodeHex(last.head)],
      ['granted is', wallet.granted, replay.totals.granted],
      ['spent is', wallet.spent, replay.totals.spent],
      ['expired is', wallet.expired, replay.totals.expired],
      ['available and held are', wallet.available + wallet.held, left],
      ['held is', wallet.held, wallet.held_rows],
      ['the charges are', wallet.spent_rows + (start?.totals.spent ?? 0), replay.totals.spent],
    ]
    for (const [what, is, should] of expected) if (is !== should) report(null, `${what} ${is}, ${should} expected`)
  } else report(null, 'there is no wallet')

  compareGrants(await sql.listGrants(tx, workspaceId), replay.grants, report)
  for (const says of await sql.listContradictions(tx, workspaceId)) report(null, says)
  if (!start) return { workspaceId, ...replay.counts, discrepancies }
  const { counts, archived_before: before } = start
  const archived = { entries: counts.entries, charges: counts.charges + counts.free_charges, before: new Date(before) }
  return { workspaceId, ...replay.counts, archived, discrepancies }
}

/** A checkpoint that cannot be read was reported before. */
function readLast(checkpoints: readonly CheckpointRow[]): Checkpoint | undefined {
  try {
    return checkpoints.at(-1) && readCheckpoint(checkpoints.at(-1) as CheckpointRow)
  } catch {
    return undefined
  }
}

function compareGrants(
  rows: readonly sql.GrantState[],
  replayed: Replay['grants'],
  report: (seq: null, what: string) => void,
): void {
  const stored = new Map(rows.map((row) => [row.id, row]))
  for (const { id } of rows) if (!replayed.has(id)) report(null, `grant ${id} is in no entry`)
  for (const grant of replayed.values()) {
    const row = stored.get(grant.id)
    if (!row) report(null, `grant ${grant.id} is gone, ${grant.remaining} credits expected`)
    else if (row.remaining !== grant.remaining)
      report(null, `grant ${grant.id} has ${row.remaining} credits left, ${grant.remaining} expected`)
    else if (
      JSON.stringify(toGrantTuple(row, row.source_ref, row.expires_at)) !==
      JSON.stringify(toGrantTuple(grant, grant.source, grant.expiresAt))
    )
      report(null, `grant ${grant.id} is not what its entry says`)
  }
}

function toGrantTuple({ kind, amount }: { kind: string; amount: number }, source: string, expiresAt: number | null) {
  return [kind, source, amount, expiresAt]
}

function encodeHex(bytes: Uint8Array | undefined): string {
  return Buffer.from(bytes ?? []).toString('hex')
}
