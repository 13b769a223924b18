import { failpoint } from '../kit/failpoint.ts'
import { type Pool, transaction } from '../kit/postgres/db.ts'
import { listSweepable, sweepHolds } from './sql/holds.ts'
import { deleteNodes, listDeadNodes } from './sql/nodes.ts'

/** Releases expired holds and those of dead processes; answers how many. */
export async function sweep(db: Pool, ownEpoch: number): Promise<number> {
  const dead = (await transaction(db, (tx) => listDeadNodes(tx))).filter((epoch) => epoch !== ownEpoch)
  let released = 0
  for (const workspaceId of await listSweepable(db, dead)) {
    released += await sweepHolds(db, workspaceId, dead)
    await failpoint('sweeper_mid')
  }
  if (dead.length > 0) await deleteNodes(db, dead)
  return released
}
