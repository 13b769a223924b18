import { type Db, type Pool, snapshot } from '../kit/postgres/db.ts'
import { Replay } from './replay.ts'
import * as sql from './sql/verification.ts'

export interface Discrepancy {
  /** The journal entry it concerns, when it concerns one. */
  readonly seq: number | null
  readonly what: string
}

/** The result of verifying one workspace. */
export interface Verification {
  readonly workspaceId: string
  readonly entries: number
  readonly charges: number
  readonly discrepancies: readonly Discrepancy[]
}

/**
 * Recomputes the ledger from the first entry, one workspace after the other, each in one snapshot while calls go on: the hash chain
 * and the grants from the journal, then every other row against them.
 */
export async function* verifyLedger(db: Pool, only?: string): AsyncGenerator<Verification> {
  if (only !== undefined) return yield await snapshot(db, (tx) => verifyWorkspace(tx, only))
  for (let after = ''; ; ) {
    const page = await sql.listWorkspaces(db, after, 1000)
    for (const workspaceId of page) yield await snapshot(db, (tx) => verifyWorkspace(tx, workspaceId))
    const last = page.at(-1)
    if (last === undefined) return
    after = last
  }
}

/** The discrepancies of all workspaces, a line each. */
export async function checkInvariants(db: Pool): Promise<string[]> {
  const found: string[] = []
  for await (const { workspaceId, discrepancies } of verifyLedger(db))
    found.push(...discrepancies.map((each) => `${workspaceId} ${describeDiscrepancy(each)}`))
  return found
}

export function describeDiscrepancy({ seq, what }: Discrepancy): string {
  return seq === null ? what : `entry ${seq} ${what}`
}

async function verifyWorkspace(tx: Db, workspaceId: string): Promise<Verification> {
  const discrepancies: Discrepancy[] = []
  const report = (seq: number | null, what: string) => void discrepancies.push({ seq, what })
  const replay = new Replay(report)
  for await (const lines of sql.fetchJournal(tx, workspaceId)) for (const line of lines) replay.feed(line)
  const last = replay.end()

  const wallet = await sql.findWalletState(tx, workspaceId)
  if (wallet) {
    const left = [...replay.grants.values()].reduce((sum, { remaining }) => sum + remaining, 0)
    const expected: [string, number | string, number | string][] = [
      ['the wallet ends at entry', wallet.seq, last.seq],
      ["the wallet's head is", hexOf(wallet.head), hexOf(last.head)],
      ['granted is', wallet.granted, replay.totals.granted],
      ['spent is', wallet.spent, replay.totals.spent],
      ['expired is', wallet.expired, replay.totals.expired],
      ['available and held are', wallet.available + wallet.held, left],
      ['held is', wallet.held, wallet.held_rows],
      ['the charges are', wallet.spent_rows, replay.totals.spent],
    ]
    for (const [what, is, should] of expected) if (is !== should) report(null, `${what} ${is}, ${should} expected`)
  } else report(null, 'there is no wallet')

  compareGrants(await sql.listGrants(tx, workspaceId), replay.grants, report)
  for (const says of await sql.listContradictions(tx, workspaceId)) report(null, says)
  return { workspaceId, ...replay.counts, discrepancies }
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
      JSON.stringify(factsOf(row, row.source_ref, row.expires_at)) !==
      JSON.stringify(factsOf(grant, grant.source, grant.expiresAt))
    )
      report(null, `grant ${grant.id} is not what its entry says`)
  }
}

function factsOf({ kind, amount }: { kind: string; amount: number }, source: string, expiresAt: number | null) {
  return [kind, source, amount, expiresAt]
}

function hexOf(bytes: Uint8Array | undefined): string {
  return Buffer.from(bytes ?? []).toString('hex')
}
