import { Counter, Gauge, Registry } from 'prom-client'
import type { Admission, ChargeResult, DirectCharge, Settlement, SettlementResult } from '../kit/ledger.ts'
import { recent } from '../kit/throttle-reads.ts'
import type { OpenHolds } from './sql/holds.ts'

export interface LedgerMetrics {
  admitted(verdict: Admission['verdict']): void
  /** Counts a batch of charges without holds. */
  charged(charges: readonly DirectCharge[], results: readonly ChargeResult[]): void
  settled(settlement: Settlement, outcome: SettlementResult): void
  granted(kind: string, credits: number): void
  swept(holds: number): void
}

const COUNT_KEPT_MS = 5000

/** Counts what this process did to credits, and the holds that are open in all processes. */
export function createLedgerMetrics(
  registry: Registry = new Registry(),
  countOpen: () => Promise<OpenHolds>,
): LedgerMetrics {
  const counter = <L extends string>(name: string, help: string, ...labelNames: L[]) =>
    new Counter({ name, help, labelNames, registers: [registry] })
  const admissions = counter('quoin_holds_total', 'Requests to hold credits, by verdict.', 'verdict')
  const direct = counter('quoin_direct_charges_total', 'Calls charged without a hold, by verdict.', 'verdict')
  const charged = counter('quoin_credits_charged_total', 'Credits charged, by action.', 'action')
  const granted = counter('quoin_credits_granted_total', 'Credits granted, by kind, including refunds.', 'kind')
  const fenced = counter('quoin_settlements_fenced_total', 'Settlements that arrived after their hold was released.')
  const expired = counter('quoin_holds_expired_total', 'Holds released because they expired or their process ended.')
  addOpenGauges(registry, countOpen)
  return {
    admitted: (verdict) => admissions.inc({ verdict }),
    charged(charges, results) {
      const verdicts = new Map<string, number>()
      const credits = new Map<string, number>()
      results.forEach(({ verdict }, at) => {
        const { charge } = charges[at] as DirectCharge
        verdicts.set(verdict, (verdicts.get(verdict) ?? 0) + 1)
        if (verdict === 'ok') credits.set(charge.action, (credits.get(charge.action) ?? 0) + charge.credits)
      })
      for (const [verdict, count] of verdicts) direct.inc({ verdict }, count)
      for (const [action, sum] of credits) charged.inc({ action }, sum)
    },
    settled({ charges }, { verdict, credits }) {
      if (verdict === 'fenced') fenced.inc()
      const sum = charges.reduce((total, charge) => total + charge.credits, 0)
      // A step that was charged before is not charged again: the sum then belongs to the first action.
      if (sum === credits) for (const charge of charges) charged.inc({ action: charge.action }, charge.credits)
      else charged.inc({ action: charges[0]?.action ?? 'none' }, credits)
    },
    granted: (kind, credits) => granted.inc({ kind }, credits),
    swept: (holds) => expired.inc(holds),
  }
}

/** The table contains only open holds. It is counted when metrics are collected, at most once every few seconds. */
function addOpenGauges(registry: Registry, countOpen: () => Promise<OpenHolds>): void {
  const current = recent(countOpen, COUNT_KEPT_MS)
  const gauge = (name: string, help: string, read: (open: OpenHolds) => number) =>
    registry.registerMetric(
      new Gauge({
        name,
        help,
        registers: [],
        async collect() {
          const open = await current()
          if (open) this.set(read(open))
        },
      }),
    )
  gauge('quoin_holds_open', 'Open holds of calls, in all processes.', ({ calls }) => calls)
  gauge('quoin_job_holds_open', 'Open holds of jobs, in all processes.', ({ jobs }) => jobs)
  gauge('quoin_credits_held', 'Credits on hold, in all processes.', ({ credits }) => credits)
  gauge('quoin_hold_oldest_seconds', 'Age of the oldest open hold of a call.', (open) => open.oldest_seconds)
}
