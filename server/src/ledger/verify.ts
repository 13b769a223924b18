import { type Db, type Pool, snapshot } from '../kit/postgres/db.ts'
import { createReplay } from './replay.ts'
import * as sql from './sql/holds.ts'

export interface Break {
  /** The journal entry it concerns, when it concerns one. */
  readonly seq: number | null
  readonly what: string
}

export interface Verdict {
  readonly workspaceId: string
  readonly entries: number
  readonly charges: number
  readonly breaks: readonly Break[]
}

/**
 * Recomputes the ledger from zero, one workspace after the other, each on one unchanging view while calls go on: the chain
 * and the grants from the journal, then every other row against them.
 */
export async function* verifyLedger(db: Pool, only?: string): AsyncGenerator<Verdict> {
  if (only !== undefined) return yield await snapshot(db, (tx) => verifyWorkspace(tx, only))
  for (let after = ''; ; ) {
    const page = await sql.listWorkspaces(db, after, 1000)
    for (const workspaceId of page) yield await snapshot(db, (tx) => verifyWorkspace(tx, workspaceId))
    const last = page.at(-1)
    if (last === undefined) return
    after = last
  }
}

/** All that is wrong anywhere, a line each. */
export async function checkInvariants(db: Pool): Promise<string[]> {
  const found: string[] = []
  for await (const { workspaceId, breaks } of verifyLedger(db))
    found.push(...breaks.map((broken) => `${workspaceId} ${describeBreak(broken)}`))
  return found
}

export function describeBreak({ seq, what }: Break): string {
  return seq === null ? what : `entry ${seq} ${what}`
}

async function verifyWorkspace(tx: Db, workspaceId: string): Promise<Verdict> {
  const breaks: Break[] = []
  const onBreak = (seq: number | null, what: string) => void breaks.push({ seq, what })
  const replay = createReplay(onBreak)
  for await (const lines of sql.eachJournalLine(tx, workspaceId)) for (const line of lines) replay.feed(line)
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
    for (const [what, is, should] of expected) if (is !== should) onBreak(null, `${what} ${is}, ${should} expected`)
  } else onBreak(null, 'there is no wallet')

  compareGrants(await sql.listGrants(tx, workspaceId), replay.grants, onBreak)
  for (const says of await sql.listContradictions(tx, workspaceId)) onBreak(null, says)
  return { workspaceId, ...replay.counts, breaks }
}

function compareGrants(
  rows: readonly sql.GrantState[],
  replayed: ReturnType<typeof createReplay>['grants'],
  onBreak: (seq: null, what: string) => void,
): void {
  const there = new Map(rows.map((row) => [row.id, row]))
  for (const { id } of rows) if (!replayed.has(id)) onBreak(null, `grant ${id} is in no entry`)
  for (const grant of replayed.values()) {
    const row = there.get(grant.id)
    if (!row) onBreak(null, `grant ${grant.id} is gone, ${grant.remaining} credits expected`)
    else if (row.remaining !== grant.remaining)
      onBreak(null, `grant ${grant.id} has ${row.remaining} credits left, ${grant.remaining} expected`)
    else if (
      JSON.stringify(factsOf(row, row.source_ref, row.expires_at)) !==
      JSON.stringify(factsOf(grant, grant.source, grant.expiresAt))
    )
      onBreak(null, `grant ${grant.id} is not what its entry says`)
  }
}

function factsOf({ kind, amount }: { kind: string; amount: number }, source: string, expiresAt: number | null) {
  return [kind, source, amount, expiresAt]
}

function hexOf(bytes: Uint8Array | undefined): string {
  return Buffer.from(bytes ?? []).toString('hex')
}
