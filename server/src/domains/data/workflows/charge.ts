import type { Meter } from '../../../kit/declare/price.ts'
import { SEARCH_PEOPLE } from '../../../sources/actions.ts'
import type { Workflow } from './contract/workflow.ts'
import type { PricedRow, WorkflowRow } from './interpret.ts'

export const SEARCH_STEP = 'person'

/** Identifies a step of a row in stored steps and receipts. */
export function stepName(field: string, n: number): string {
  return `${field}.${n}`
}

/** Charges the search as one receipt line, and other steps as one line for each row in which they found something. */
export async function chargeRows(meter: Meter, flow: Workflow, rows: readonly WorkflowRow[]): Promise<PricedRow[]> {
  const found = 'search' in flow.rows ? rows.length : 0
  const perPerson = found > 0 ? (await meter.charge(SEARCH_STEP, { [SEARCH_PEOPLE]: found })) / found : 0
  const priced: PricedRow[] = []
  for (const { n, data, steps } of rows) {
    const charged = []
    for (const step of steps) {
      const isCharged = step.outcome === 'found' && !step.repeat
      const charge = () => meter.charge(stepName(step.step, n), { [step.action]: 1 })
      const credits = step.action === SEARCH_PEOPLE ? perPerson : isCharged ? await charge() : 0
      charged.push({ ...step, credits })
    }
    priced.push({ n, data, steps: charged })
  }
  return priced
}
