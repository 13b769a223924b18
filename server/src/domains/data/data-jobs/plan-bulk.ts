import { runCooperatively } from '../../../kit/cooperative.ts'
import type { Units } from '../../../kit/declare/price.ts'
import { estimateUnits } from './contract/actions.ts'
import { BULK_LIMIT_DEFAULT, type BulkRequest } from './contract/bulk.ts'
import { readLimit, unitsPerRow, withLimit } from './limits.ts'
import { type NewRows, readRows } from './read-rows.ts'

export interface BulkPlan {
  readonly rows: NewRows
  readonly filters: Record<string, unknown> | null
  /** Maximum number of units that can be charged. */
  readonly unitsMax: Units
  /** Maximum that a search finds; null for a job of rows. */
  readonly searchLimit: number | null
}

/** Plans a bulk job: its rows or search, and the maximum it can find. */
export async function planBulkJob(id: string, body: BulkRequest): Promise<BulkPlan> {
  const { action } = body
  const filters = withLimit(body)
  if (body.filters) {
    const searchLimit = readLimit(filters) ?? BULK_LIMIT_DEFAULT
    return { rows: { columns: [], rows: [] }, filters, unitsMax: estimateUnits(action, searchLimit), searchLimit }
  }
  const rows = await runCooperatively(readRows(id, body))
  const asked = rows.rows.reduce((sum, { step, sameAs }) => sum + (step !== null && sameAs === null ? 1 : 0), 0)
  return { rows, filters, unitsMax: estimateUnits(action, asked * unitsPerRow(action, filters)), searchLimit: null }
}
