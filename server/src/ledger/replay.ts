import { createHash, type Hash } from 'node:crypto'
import type { JournalLine } from './sql/verification.ts'

export interface ReplayedGrant {
  readonly id: string
  readonly kind: string
  readonly source: string
  readonly amount: number
  /** Microseconds since 1970, or null for never. */
  readonly expiresAt: number | null
  remaining: number
}

/** Called for each discrepancy, with the journal entry it concerns, when it concerns one. */
export type Report = (seq: number | null, what: string) => void

/** The body of an entry: a grant names its source, a charge the grants it burned, an expiry or revocation its grant. */
interface Body {
  readonly grant: string
  readonly kind: string
  readonly source: string
  readonly expires_at: string | null
  readonly burned: readonly [string, number][]
}

interface OpenEntry {
  readonly row: JournalLine
  readonly lines: Hash
  count: number
  credits: number
}

/**
 * Computes the ledger a second time, from the journal alone and not by the SQL that wrote it: the hash chain, the sums and what is
 * left of every grant. A discrepancy is reported once; the replay goes on from what is stored.
 */
export function createReplay(report: Report) {
  const grants = new Map<string, ReplayedGrant>()
  const sources = new Set<string>()
  let live: ReplayedGrant[] = []
  const totals = { granted: 0, spent: 0, expired: 0 }
  const counts = { entries: 0, charges: 0 }
  /** Undefined after a gap: the hash that the next entry builds on is missing. */
  let head: Uint8Array | undefined = Buffer.alloc(0)
  let seq = 0
  let open: OpenEntry | undefined

  function begin(row: JournalLine) {
    if (row.seq !== seq + 1) {
      report(seq + 1, `is missing; the next entry is ${row.seq}`)
      head = undefined
    }
    seq = row.seq
    counts.entries++
    open = { row, lines: createHash('sha256'), count: 0, credits: 0 }
  }

  function finish({ row, lines, count, credits }: OpenEntry) {
    const linesHash = lines.digest()
    if (row.entries !== count) report(row.seq, `has ${count} charges, ${row.entries} expected`)
    if (row.kind === 'charge' && credits !== row.amount)
      report(row.seq, `has charges of ${credits} credits, ${row.amount} expected`)
    if (!linesHash.equals(row.entries_hash))
      report(row.seq, `the hash of its charges is ${linesHash.toString('hex')}, ${hex(row.entries_hash)} expected`)
    const fields = [row.seq, row.kind, row.amount, row.entries, hex(row.entries_hash), row.at, row.body]
    const hash = head && createHash('sha256').update(head).update(fields.join('|')).digest()
    if (hash && !hash.equals(row.hash))
      report(row.seq, `its hash is ${hash.toString('hex')}, ${hex(row.hash)} expected`)
    head = row.hash
    try {
      apply(row, JSON.parse(row.body))
    } catch (error) {
      report(row.seq, `its body cannot be read: ${(error as Error).message}`)
    }
  }

  function apply(row: JournalLine, body: Body) {
    if (row.kind === 'grant') {
      totals.granted += row.amount
      addGrant(row, body)
    } else if (row.kind === 'charge') {
      totals.spent += row.amount
      burn(row, body.burned)
    } else {
      totals.expired += row.amount
      const grant = deduct(row.seq, body.grant, row.amount)
      if (row.kind === 'expire' && grant && (grant.expiresAt ?? Infinity) > microseconds(row.at))
        report(row.seq, `expires ${grant.id} before its time`)
    }
  }

  function addGrant({ seq: at, amount }: JournalLine, { grant: id, kind, source, expires_at: expires }: Body) {
    if (grants.has(id) || sources.has(`${kind} ${source}`)) report(at, `grants ${kind} ${source} a second time`)
    const expiresAt = expires === null ? null : microseconds(expires)
    const grant = { id, kind, source, amount, expiresAt, remaining: amount }
    sources.add(`${kind} ${source}`)
    grants.set(id, grant)
    live = [...live, grant].toSorted(inBurnOrder)
  }

  function burn(row: JournalLine, burned: Body['burned']) {
    const due = burnDue(live, row.amount)
    const sum = burned.reduce((total, [, credits]) => total + credits, 0)
    if (sum !== row.amount) report(row.seq, `burns ${sum} credits, ${row.amount} expected`)
    else if (JSON.stringify(burned) !== JSON.stringify(due))
      report(row.seq, `burns ${JSON.stringify(burned)}, in order it would be ${JSON.stringify(due)}`)
    for (const [id, credits] of burned) deduct(row.seq, id, credits)
  }

  function deduct(at: number, id: string, credits: number): ReplayedGrant | undefined {
    const grant = grants.get(id)
    if (!grant) report(at, `takes from ${id}, which was never granted`)
    else if (credits > grant.remaining) report(at, `takes ${credits} from ${id}, which has ${grant.remaining}`)
    else grant.remaining -= credits
    if (grant?.remaining === 0) live = live.filter((other) => other !== grant)
    return grant
  }

  return {
    grants,
    totals,
    counts,
    /** Rows come in order: an entry once for each of its charges, or once with none. */
    feed(row: JournalLine) {
      if (row.seq !== open?.row.seq) {
        if (open) finish(open)
        begin(row)
      }
      if (!open || row.hold_id === null) return
      const line = [
        row.hold_id,
        row.step,
        row.key_id,
        row.action,
        row.units,
        row.credits,
        row.price_book,
        row.request_id,
      ]
      open.lines.update(`${open.count === 0 ? '' : '\n'}${line.join('|')}`)
      open.count++
      open.credits += row.credits ?? 0
      counts.charges++
    },
    end() {
      if (open) finish(open)
      return { seq, head }
    },
  }
}

const BURN_ORDER: Readonly<Record<string, number>> = { signup: 0, manual: 0, subscription: 1 }

/** Soonest expiry first, then free before subscription before bought. */
function inBurnOrder(a: ReplayedGrant, b: ReplayedGrant): number {
  if (a.expiresAt !== b.expiresAt) return (a.expiresAt ?? Infinity) < (b.expiresAt ?? Infinity) ? -1 : 1
  return (BURN_ORDER[a.kind] ?? 2) - (BURN_ORDER[b.kind] ?? 2) || (a.id < b.id ? -1 : 1)
}

function burnDue(live: readonly ReplayedGrant[], credits: number): [string, number][] {
  const burned: [string, number][] = []
  let left = credits
  for (const { id, remaining } of live) {
    if (left === 0) break
    burned.push([id, Math.min(left, remaining)])
    left -= Math.min(left, remaining)
  }
  return burned.toSorted(([a], [b]) => (a < b ? -1 : 1))
}

/** The database stores microseconds, a Date only milliseconds. */
function microseconds(iso: string): number {
  const fraction = /\.(\d+)/.exec(iso)?.[1] ?? ''
  return Date.parse(iso.replace(/\.\d+/, '')) * 1000 + Number(fraction.padEnd(6, '0'))
}

function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex')
}
