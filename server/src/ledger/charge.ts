import type { Clock } from '../kit/clock.ts'
import type { Ids } from '../kit/ids.ts'
import type { Charged, DirectCharge } from '../kit/ledger.ts'
import { type BatchOptions, createBatcher } from '../kit/postgres/batch.ts'
import type { Db, Pool } from '../kit/postgres/db.ts'
import type { Balances } from './balances.ts'
import { runByWorkspace } from './by-workspace.ts'
import type { LedgerMetrics } from './metrics.ts'
import { refusalOf } from './refusals.ts'
import { insertCharges, type NewCharge } from './sql/charges.ts'

export interface ChargerOptions {
  readonly db: Pool
  readonly clock: Clock
  readonly ids: Ids
  readonly metrics: LedgerMetrics
  readonly balances: Balances
  readonly batching: Omit<BatchOptions<unknown, unknown>, 'run' | 'resendMs'>
}

/** As for settlements: a charge that may be committed is looked for until the database answers. */
const RESEND_MS = 30_000

/** Charges calls without holds, in batches (decision 0046). */
export function createCharger({ db, clock, ids, metrics, balances, batching }: ChargerOptions) {
  const charges = createBatcher<NewCharge, Charged>({
    ...batching,
    resendMs: RESEND_MS,
    // A retry with the same Idempotency-Key is charged by the one of them that commits first.
    canAskAgain: ({ answer }) => answer !== null,
    run: async (items, isResend) => {
      const send = async (tx: Db, workspaceId: string, group: readonly NewCharge[]) => {
        const rows = await insertCharges(tx, workspaceId, group, { now: clock.forDatabase(), isResend })
        const done: Charged = { verdict: 'ok', available: rows[0]?.available ?? 0 }
        const results = group.map((): Charged => done)
        for (const row of rows) if (row.verdict !== 'ok') results[row.ord - 1] = refusalOf(row, row.verdict)
        return results
      }
      const charged = await runByWorkspace(db, items, (item) => item.workspaceId, send)
      for (const [at, item] of items.entries()) {
        const result = charged[at] as Charged
        metrics.charged(item.charge, result.verdict)
        if (result.verdict === 'ok') balances.note(item.workspaceId, result.available)
      }
      balances.notify()
      return charged
    },
  })
  /** Calls with one key are charged one after the other, so that no batch has a key twice: the second gets the answer of the first. */
  const charging = new Map<string, Promise<Charged>>()

  return {
    async charge(request: DirectCharge): Promise<Charged> {
      const submit = () => charges.submit({ ...request, id: ids.next('hold') })
      if (!request.idempotency) return submit()
      const claim = `${request.workspaceId}/${request.idempotency.key}`
      const charged = charging.get(claim)?.then(submit, submit) ?? submit()
      charging.set(claim, charged)
      try {
        return await charged
      } finally {
        if (charging.get(claim) === charged) charging.delete(claim)
      }
    },
    drain: () => charges.drain(),
  }
}
