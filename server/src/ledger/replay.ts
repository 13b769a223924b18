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

/** State of a replay after an entry. Another replay can continue from it. */
export interface ReplayState {
  readonly seq: number
  readonly head: Uint8Array
  readonly totals: Readonly<Totals>
  readonly counts: Readonly<Counts>
  /** Includes grants that are used up. */
  readonly grants: readonly Readonly<ReplayedGrant>[]
}

interface Totals {
  granted: number
  spent: number
  expired: number
}

interface Counts {
  entries: number
  charges: number
}

/** Called for each discrepancy, with the journal entry it concerns, if any. */
export type ReportDiscrepancy = (seq: number | null, what: string) => void

/** The body of an entry: a grant has its source, a charge the grants it burned, an expiry or revocation its grant. */
interface EntryBody {
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

const NOTHING: ReplayState = {
  seq: 0,
  head: Buffer.alloc(0),
  totals: { granted: 0, spent: 0, expired: 0 },
  counts: { entries: 0, charges: 0 },
  grants: [],
}

/**
 * Recomputes the ledger from the journal alone, without the SQL that wrote it: the hash chain, the sums and the remainder of
 * every grant. A discrepancy is reported once; the replay continues from the stored value.
 */
export class Replay {
  readonly grants = new Map<string, ReplayedGrant>()
  readonly totals: Totals
  readonly counts: Counts
  readonly #report: ReportDiscrepancy
  readonly #sources = new Set<string>()
  #live: ReplayedGrant[] = []
  /** Undefined after a gap: the hash that the next entry builds on is missing. */
  #head: Uint8Array | undefined
  #seq: number
  #open: OpenEntry | undefined

  constructor(report: ReportDiscrepancy, from: ReplayState = NOTHING) {
    this.#report = report
    this.#seq = from.seq
    this.#head = from.head
    this.totals = { ...from.totals }
    this.counts = { ...from.counts }
    for (const grant of from.grants) this.#keep({ ...grant })
    this.#live = [...this.grants.values()].filter(({ remaining }) => remaining > 0).toSorted(inBurnOrder)
  }

  /** Accepts rows in order: an entry once for each of its charges, or once without charges. */
  feed(row: JournalLine): void {
    if (row.seq !== this.#open?.row.seq) {
      if (this.#open) this.#finish(this.#open)
      this.#begin(row)
    }
    const open = this.#open
    if (!open || row.hold_id === null) return
    const line = [row.hold_id, row.step, row.key_id, row.action, row.units, row.credits, row.price_book, row.request_id]
    open.lines.update(`${open.count === 0 ? '' : '\n'}${line.join('|')}`)
    open.count++
    open.credits += row.credits ?? 0
    this.counts.charges++
  }

  end(): { seq: number; head: Uint8Array | undefined } {
    if (this.#open) this.#finish(this.#open)
    this.#open = undefined
    return { seq: this.#seq, head: this.#head }
  }

  /** Returns the state after the last row that was fed. */
  state(): ReplayState {
    const { seq, head = Buffer.alloc(0) } = this.end()
    const { totals, counts, grants } = this
    return { seq, head, totals: { ...totals }, counts: { ...counts }, grants: [...grants.values()] }
  }

  #begin(row: JournalLine): void {
    if (row.seq !== this.#seq + 1) {
      this.#report(this.#seq + 1, `is missing; the next entry is ${row.seq}`)
      this.#head = undefined
    }
    this.#seq = row.seq
    this.counts.entries++
    this.#open = { row, lines: createHash('sha256'), count: 0, credits: 0 }
  }

  #finish({ row, lines, count, credits }: OpenEntry): void {
    const linesHash = lines.digest()
    if (row.entries !== count) this.#report(row.seq, `has ${count} charges, ${row.entries} expected`)
    if (row.kind === 'charge' && credits !== row.amount)
      this.#report(row.seq, `has charges of ${credits} credits, ${row.amount} expected`)
    if (!linesHash.equals(row.entries_hash))
      this.#report(
        row.seq,
        `the hash of its charges is ${linesHash.toString('hex')}, ${hex(row.entries_hash)} expected`,
      )
    const fields = [row.seq, row.kind, row.amount, row.entries, hex(row.entries_hash), row.at, row.body]
    const hash = this.#head && createHash('sha256').update(this.#head).update(fields.join('|')).digest()
    if (hash && !hash.equals(row.hash))
      this.#report(row.seq, `its hash is ${hash.toString('hex')}, ${hex(row.hash)} expected`)
    this.#head = row.hash
    try {
      this.#apply(row, JSON.parse(row.body))
    } catch (error) {
      this.#report(row.seq, `its body cannot be read: ${(error as Error).message}`)
    }
  }

  #apply(row: JournalLine, body: EntryBody): void {
    if (row.kind === 'grant') {
      this.totals.granted += row.amount
      this.#addGrant(row, body)
    } else if (row.kind === 'charge') {
      this.totals.spent += row.amount
      this.#burn(row, body.burned)
    } else {
      this.totals.expired += row.amount
      const grant = this.#deduct(row.seq, body.grant, row.amount)
      if (row.kind === 'expire' && grant && (grant.expiresAt ?? Infinity) > microseconds(row.at))
        this.#report(row.seq, `expires ${grant.id} before its time`)
    }
  }

  #addGrant({ seq, amount }: JournalLine, { grant: id, kind, source, expires_at: expires }: EntryBody): void {
    if (this.grants.has(id) || this.#sources.has(`${kind} ${source}`))
      this.#report(seq, `grants ${kind} ${source} a second time`)
    const expiresAt = expires === null ? null : microseconds(expires)
    const grant = { id, kind, source, amount, expiresAt, remaining: amount }
    this.#keep(grant)
    this.#live = [...this.#live, grant].toSorted(inBurnOrder)
  }

  #keep(grant: ReplayedGrant): void {
    this.#sources.add(`${grant.kind} ${grant.source}`)
    this.grants.set(grant.id, grant)
  }

  #burn(row: JournalLine, burned: EntryBody['burned']): void {
    const due = burnDue(this.#live, row.amount)
    const sum = burned.reduce((total, [, credits]) => total + credits, 0)
    if (sum !== row.amount) this.#report(row.seq, `burns ${sum} credits, ${row.amount} expected`)
    else if (JSON.stringify(burned) !== JSON.stringify(due))
      this.#report(row.seq, `burns ${JSON.stringify(burned)}, in order it would be ${JSON.stringify(due)}`)
    for (const [id, credits] of burned) this.#deduct(row.seq, id, credits)
  }

  #deduct(seq: number, id: string, credits: number): ReplayedGrant | undefined {
    const grant = this.grants.get(id)
    if (!grant) this.#report(seq, `takes from ${id}, which was never granted`)
    else if (credits > grant.remaining) this.#report(seq, `takes ${credits} from ${id}, which has ${grant.remaining}`)
    else grant.remaining -= credits
    if (grant?.remaining === 0) this.#live = this.#live.filter((other) => other !== grant)
    return grant
  }
}

const BURN_ORDER: Readonly<Record<string, number>> = { signup: 0, manual: 0, subscription: 1 }

/** Sorts by expiry, soonest first, then free before subscription before bought. */
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
