import { failpoint } from '../kit/failpoint.ts'
import type { Pool } from '../kit/postgres/db.ts'
import type { Node } from './node.ts'
import { listHoldEpochs, listSweepable, sweepHolds } from './sql/holds.ts'
import { deleteNodes, listEndedNodes, listNodeEpochs } from './sql/nodes.ts'

/** Releases expired holds and those of dead processes. Returns their number. */
export async function sweep(db: Pool, node: Node): Promise<number> {
  const dead = node.isSteady ? await listDead(db, node.epoch) : []
  let released = 0
  for (const workspaceId of await listSweepable(db, dead)) {
    released += await sweepHolds(db, workspaceId, dead)
    failpoint('sweeper_mid')
  }
  if (dead.length > 0) await forget(db, dead)
  return released
}

/**
 * Lists epochs whose lease ended, and epochs of holds that no row registers: a statement of a dead process can commit after its
 * row was deleted. Holds are read first, because a process registers before its first hold.
 */
async function listDead(db: Pool, ownEpoch: number): Promise<number[]> {
  const held = await listHoldEpochs(db)
  const known = new Set(await listNodeEpochs(db))
  const unknown = held.filter((epoch) => !known.has(epoch))
  return [...new Set([...(await listEndedNodes(db)), ...unknown])].filter((epoch) => epoch !== ownEpoch)
}

/** Keeps an epoch that still has holds for the next sweep. */
async function forget(db: Pool, dead: readonly number[]): Promise<void> {
  const held = new Set(await listHoldEpochs(db))
  const done = dead.filter((epoch) => !held.has(epoch))
  if (done.length > 0) await deleteNodes(db, done)
}
