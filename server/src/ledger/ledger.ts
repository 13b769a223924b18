import type { Clock } from '../kit/clock.ts'
import { ApiError } from '../kit/declare/errors.ts'
import type { Ids } from '../kit/ids.ts'
import type { Hold, Ledger } from '../kit/ledger.ts'
import type { Log } from '../kit/log.ts'
import { connectDedicated, type Pool } from '../kit/postgres/db.ts'
import { registerNode } from './node.ts'
import { createReserver } from './reserve.ts'
import { createSettler } from './settle.ts'
import { updateHoldDurable, updateHoldEpoch } from './sql/holds.ts'
import { sweep } from './sweep.ts'

export interface LedgerOptions {
  readonly db: Pool
  readonly clock: Clock
  readonly ids: Ids
  readonly log: Log
  readonly batchMax?: number
  readonly queueMax?: number
}

/** Measured (decision 0009): smaller batches cost PostgreSQL more a call; bigger ones make it and this process wait for each other. */
const SIZE_TO_OVERLAP = 64

/**
 * The engine under every charge: holds and settlements, each batched and on a connection of its own. Overlapping batches queue
 * on that connection instead of waiting for each other's locks.
 */
export async function createLedger({
  db,
  clock,
  ids,
  log,
  batchMax = 500,
  queueMax = 10_000,
}: LedgerOptions): Promise<Ledger> {
  const node = await registerNode(db, log)
  const batching = { sizeMax: batchMax, sizeToOverlap: SIZE_TO_OVERLAP, queueMax, onFull: overloaded }
  const holdDb = connectDedicated(db, { max: 1, name: 'quoin ledger holds' })
  const settleDb = connectDedicated(db, { max: 1, name: 'quoin ledger settlements' })
  const settler = createSettler({ db: settleDb, clock, log, batching: { ...batching, queueMax: queueMax * 2 } })
  // A hold that may exist is released as soon as the database answers, or else swept.
  const onUnknown = (hold: Hold) =>
    void settler.submit({ hold, charges: [], closes: true, answer: null }).catch(() => {})
  const reserver = createReserver({ db: holdDb, clock, ids, node, batching, onUnknown })

  return {
    reserve: (request) => reserver.reserve(request),
    settle: (settlement) => settler.settle(settlement),
    settleIn: (tx, settlement) => settler.settleIn(tx, settlement),
    onSettled: (listener) => settler.onSettled(listener),
    makeDurableIn: (tx, { workspaceId, id, epoch }, seconds) =>
      updateHoldDurable(tx, workspaceId, id, { epoch, seconds }),
    async adopt(workspaceId, holdId, seconds) {
      const { epoch } = node
      return (await updateHoldEpoch(db, workspaceId, holdId, { epoch, seconds }))
        ? { workspaceId, id: holdId, epoch }
        : undefined
    },
    sweep: () => sweep(db, node.epoch),
    async close() {
      await reserver.drain()
      await settler.drain()
      await Promise.all([holdDb.end(), settleDb.end(), node.close()])
    },
  }
}

function overloaded(): ApiError {
  return new ApiError('unavailable', 'Too many calls are waiting for the ledger. Nothing was charged; try again.', {
    headers: { 'retry-after': '1' },
  })
}
