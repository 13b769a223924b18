import type { Clock } from '../kit/clock.ts'
import type { Ids } from '../kit/ids.ts'
import type { ChargeResult, DirectCharge } from '../kit/ledger.ts'
import { type BatchLimits, createBatcher } from '../kit/postgres/batch.ts'
import type { Db, Pool } from '../kit/postgres/db.ts'
import type { Balances } from './balances.ts'
import type { LedgerMetrics } from './metrics.ts'
import { type PurchaseStore, toPaid } from './purchases.ts'
import { type RefusedPayers, toRefusal } from './refusals.ts'
import { runByWorkspace } from './run-by-workspace.ts'
import { insertCharges, type NewCharge } from './sql/charges.ts'
import type { UnansweredCalls } from './unanswered-calls.ts'

export interface ChargerOptions {
  readonly db: Pool
  readonly clock: Clock
  readonly ids: Ids
  readonly metrics: LedgerMetrics
  readonly balances: Balances
  readonly refused: RefusedPayers
  readonly unanswered: UnansweredCalls
  readonly store: PurchaseStore
  readonly batching: BatchLimits
}

/** As for settlements: a response that a retry would get is charged when the database comes back within this time. */
const RESEND_MS = 30_000

/** Charges calls without holds, in batches (decision 0046). */
export function createCharger({
  db,
  clock,
  ids,
  metrics,
  balances,
  refused,
  unanswered,
  store,
  batching,
}: ChargerOptions) {
  const charges = createBatcher<NewCharge, ChargeResult>({
    ...batching,
    resendMs: RESEND_MS,
    // Of a call and its retry with the same Idempotency-Key, the first one to commit is charged.
    abandon: (item, wasSent) => (wasSent ? (item.response ? item : withoutPrice(item)) : undefined),
    onAbandoned: ({ terms, id }) => unanswered.report(terms.workspaceId, id),
    run: async (items, isResend) => {
      const send = async (tx: Db, workspaceId: string, group: readonly NewCharge[]) => {
        const purchases = group.flatMap(({ id, charge, purchase }) => toPaid(purchase, id, [charge]))
        const rows = await store.chargeAndStore(tx, workspaceId, purchases, (charging) =>
          insertCharges(charging, workspaceId, group, { now: clock.forDatabase(), isResend }),
        )
        const done: ChargeResult = { verdict: 'ok', available: rows[0]?.available ?? 0 }
        const results = group.map((): ChargeResult => done)
        for (const row of rows) if (row.verdict !== 'ok') results[row.ord - 1] = toRefusal(row, row.verdict)
        return results
      }
      const charged = await runByWorkspace(db, items, ({ terms }) => terms.workspaceId, send)
      metrics.charged(items, charged)
      items.forEach(({ terms }, at) => {
        const result = charged[at] as ChargeResult
        refused.note(terms, result.verdict)
        if (result.verdict === 'ok') balances.note(terms.workspaceId, result.available)
      })
      balances.notify()
      return charged
    },
  })
  /**
   * Calls with the same key are charged one after the other, so that no batch contains a key twice: the second gets the response
   * of the first.
   */
  const charging = new Map<string, Promise<ChargeResult>>()

  function submit(request: DirectCharge): Promise<ChargeResult> {
    return charges.submit({ ...request, id: ids.next('hold') })
  }

  async function chargeInTurn(request: DirectCharge, key: string): Promise<ChargeResult> {
    const claim = `${request.terms.workspaceId}/${key}`
    const submitNext = () => submit(request)
    const charged = charging.get(claim)?.then(submitNext, submitNext) ?? submitNext()
    charging.set(claim, charged)
    try {
      return await charged
    } finally {
      if (charging.get(claim) === charged) charging.delete(claim)
    }
  }

  return {
    charge(request: DirectCharge): Promise<ChargeResult> {
      return request.terms.idempotency ? chargeInTurn(request, request.terms.idempotency.key) : submit(request)
    },
    drain: () => charges.drain(),
  }
}

/** Makes a receipt of 0 credits, so that the charge sent before cannot be committed after it. */
function withoutPrice(item: NewCharge): NewCharge {
  const terms = { ...item.terms, credits: 0, monthlyBudget: null }
  return { ...item, terms, charge: { ...item.charge, units: 0, credits: 0 }, purchase: undefined }
}
