import type { Clock } from '../kit/clock.ts'
import type { Settlement, SettlementResult } from '../kit/ledger.ts'
import { type BatchLimits, createBatcher } from '../kit/postgres/batch.ts'
import { afterCommit, type Db, isPool, type Pool, violatedConstraint } from '../kit/postgres/db.ts'
import type { Balances } from './balances.ts'
import type { LedgerMetrics } from './metrics.ts'
import { type PurchaseStore, toPaid } from './purchases.ts'
import { runByWorkspace } from './run-by-workspace.ts'
import { closeHolds, type SettledRow, settleCharges, toChargeLines } from './sql/settlements.ts'
import type { UnansweredCalls } from './unanswered-calls.ts'

export interface SettlerOptions {
  readonly db: Pool
  readonly clock: Clock
  readonly metrics: LedgerMetrics
  readonly balances: Balances
  readonly unanswered: UnansweredCalls
  readonly store: PurchaseStore
  readonly batching: BatchLimits
}

/** A response that a retry would get is charged when the database comes back within this time. */
const RESEND_MS = 30_000

/** Settles holds in batches. */
export function createSettler({ db, clock, metrics, balances, unanswered, store, batching }: SettlerOptions) {
  const settlements = createBatcher<Settlement, SettlementResult>({
    ...batching,
    resendMs: RESEND_MS,
    // A retry with the same Idempotency-Key gets the response stored here. Without a response nothing is charged.
    abandon: (item) =>
      item.response || item.charges.length === 0 ? item : { ...item, charges: [], purchase: undefined },
    onAbandoned: ({ hold }) => unanswered.report(hold.workspaceId, hold.id),
    run: async (items) => {
      const settled = await runByWorkspace(db, items, (item) => item.hold.workspaceId, send)
      for (const [at, item] of items.entries()) {
        const result = settled[at] as SettlementResult
        metrics.settled(item, result)
        balances.note(item.hold.workspaceId, result.available)
      }
      balances.notify()
      return settled
    },
  })
  /** Settlements of one hold stay in order: a step after the closing one is fenced, whichever batch it is in. */
  const settling = new Map<string, Promise<SettlementResult>>()

  /**
   * Measured: `ledger_close`, for holds that end with one charge, takes 33 µs per call; the general function takes 57 µs
   * (decision 0009).
   */
  async function send(tx: Db, workspaceId: string, group: readonly Settlement[]): Promise<SettlementResult[]> {
    const purchases = group.flatMap(({ hold, charges, purchase }) => toPaid(purchase, hold.id, charges))
    const lines = group.flatMap(toChargeLines)
    if (purchases.length > 0) {
      const rows = await store.chargeAndStore(tx, workspaceId, purchases, (charging) =>
        settleCharges(charging, workspaceId, lines, clock.forDatabase()),
      )
      return sumSettlements(group, rows)
    }
    const epoch = lines[0]?.hold.epoch ?? 0
    const isPlain = lines.length === group.length && lines.every((line) => line.closes && line.hold.epoch === epoch)
    const settleAny = () => settleCharges(tx, workspaceId, lines, clock.forDatabase())
    const rows = isPlain
      ? await closeHolds(tx, workspaceId, lines, { epoch, now: clock.forDatabase() }).catch((error: unknown) => {
          // A step that is already charged ends its hold. For a batch of several workspaces the batcher sends the items one by
          // one.
          if (violatedConstraint(error) === 'charges_pkey' && isPool(tx)) return settleAny()
          throw error
        })
      : await settleAny()
    return sumSettlements(group, rows)
  }

  return {
    /** Does not wait for other settlements of the same hold. */
    submit: (settlement: Settlement) => settlements.submit(settlement),
    async settle(settlement: Settlement): Promise<SettlementResult> {
      const { id } = settlement.hold
      const submit = () => settlements.submit(settlement)
      const settled = settling.get(id)?.then(submit, submit) ?? submit()
      settling.set(id, settled)
      try {
        return await settled
      } finally {
        if (settling.get(id) === settled) settling.delete(id)
      }
    },
    async settleIn(tx: Db, settlement: Settlement): Promise<SettlementResult> {
      const { workspaceId } = settlement.hold
      const rows = await settleCharges(tx, workspaceId, toChargeLines(settlement), clock.forDatabase())
      const [settled] = sumSettlements([settlement], rows) as [SettlementResult]
      afterCommit(tx, () => {
        metrics.settled(settlement, settled)
        balances.note(workspaceId, settled.available)
        balances.notify()
      })
      return settled
    },
    drain: () => settlements.drain(),
  }
}

/** Sums the lines of each settlement, which are charged or fenced together. A line without a row was charged in full. */
function sumSettlements(group: readonly Settlement[], rows: readonly SettledRow[]): SettlementResult[] {
  const available = rows[0]?.available ?? 0
  const byPosition = new Map(rows.map((row) => [row.ord, row]))
  let position = 0
  return group.map(({ charges }) => {
    let credits = 0
    let verdict: SettlementResult['verdict'] = 'ok'
    for (let at = 0; at < Math.max(charges.length, 1); at++) {
      const row = byPosition.get(++position)
      if (row?.verdict === 'fenced') verdict = 'fenced'
      credits += row ? row.credits : (charges[at]?.credits ?? 0)
    }
    return { verdict, credits, available }
  })
}
