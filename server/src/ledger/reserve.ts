import type { Clock } from '../kit/clock.ts'
import type { Ids } from '../kit/ids.ts'
import type { Admission, Hold, HoldRequest } from '../kit/ledger.ts'
import { type BatchLimits, createBatcher } from '../kit/postgres/batch.ts'
import { type Db, isUnavailable, type Pool } from '../kit/postgres/db.ts'
import type { Node } from './node.ts'
import { toRefusal } from './refusals.ts'
import { runByWorkspace } from './run-by-workspace.ts'
import { type AdmissionRow, admitHolds, type NewHold } from './sql/holds.ts'

export interface ReserverOptions {
  readonly db: Pool
  readonly clock: Clock
  readonly ids: Ids
  readonly node: Node
  readonly batching: BatchLimits
  /** Called when it is unknown whether the database made this hold. */
  readonly onUnknown: (hold: Hold) => void
}

/** Short, so that a caller is refused soon when no hold can be made. */
const RESEND_MS = 1500

/** Makes holds in batches. */
export function createReserver({ db, clock, ids, node, batching, onUnknown }: ReserverOptions) {
  const holds = createBatcher<NewHold, Admission>({
    ...batching,
    resendMs: RESEND_MS,
    failsTogether: true,
    run: (items, isResend) => {
      const { epoch } = node
      const send = async (tx: Db, workspaceId: string, group: readonly NewHold[]) =>
        toAdmissions(
          group,
          epoch,
          await admitHolds(tx, workspaceId, group, { epoch, now: clock.forDatabase(), isResend }),
        )
      return runByWorkspace(db, items, (hold) => hold.workspaceId, send)
    },
  })
  const claiming = new Set<string>()

  async function submit(request: HoldRequest): Promise<Admission> {
    const holdId = ids.next('hold')
    try {
      return await holds.submit({ ...request, holdId })
    } catch (error) {
      if (isUnavailable(error)) onUnknown({ workspaceId: request.workspaceId, id: holdId, epoch: node.epoch })
      throw error
    }
  }

  return {
    async reserve(request: HoldRequest): Promise<Admission> {
      const claim = request.idempotency && `${request.workspaceId}/${request.idempotency.key}`
      if (claim === undefined) return submit(request)
      // Two calls with the same key must not be in one batch.
      if (claiming.has(claim)) return { verdict: 'running', available: 0 }
      claiming.add(claim)
      try {
        return await submit(request)
      } finally {
        claiming.delete(claim)
      }
    },
    drain: () => holds.drain(),
  }
}

/** Calls without a row in the result were admitted. */
function toAdmissions(group: readonly NewHold[], epoch: number, rows: readonly AdmissionRow[]): Admission[] {
  const available = rows[0]?.available ?? 0
  const admissions = group.map(
    ({ workspaceId, holdId }): Admission => ({ verdict: 'ok', hold: { workspaceId, id: holdId, epoch }, available }),
  )
  for (const row of rows) if (row.verdict !== 'ok') admissions[row.ord - 1] = toRefusal(row, row.verdict)
  return admissions
}
