import type { Registry } from 'prom-client'
import type { Clock } from '../kit/clock.ts'
import { ApiError } from '../kit/declare/errors.ts'
import { failpoint } from '../kit/failpoint.ts'
import type { Ids } from '../kit/ids.ts'
import type { Hold, Ledger } from '../kit/ledger.ts'
import type { Log } from '../kit/log/log.ts'
import { afterCommit, connectDedicated, type Pool } from '../kit/postgres/db.ts'
import { createBalances } from './balances.ts'
import { createCharger } from './charge.ts'
import { createLedgerMetrics } from './metrics.ts'
import { type Node, registerNode } from './node.ts'
import { createPurchaseStore } from './purchases.ts'
import { rememberRefused } from './refusals.ts'
import { createReserver } from './reserve.ts'
import { createSettler } from './settle.ts'
import {
  countOpenHolds,
  listHoldEpochs,
  listSweepable,
  sweepHolds,
  updateHoldDurable,
  updateHoldEpoch,
} from './sql/holds.ts'
import { deleteNodes, listEndedNodes, listNodeEpochs } from './sql/nodes.ts'
import { createUnansweredCalls } from './unanswered-calls.ts'

export interface LedgerOptions {
  readonly db: Pool
  readonly clock: Clock
  readonly ids: Ids
  readonly log: Log
  /** Registered by the ledger when absent. */
  readonly node?: Node
  readonly registry?: Registry
  readonly batchMax?: number
  readonly queueMax?: number
}

/**
 * Measured (decision 0009): smaller batches cost PostgreSQL more per call; larger ones make PostgreSQL and this process wait
 * for each other.
 */
const SIZE_TO_OVERLAP = 64
/** A charge without a hold is one statement: doubling the batch saves a fifth of PostgreSQL's time (decision 0050). */
const CHARGES_TO_OVERLAP = 128

/**
 * The engine behind every charge: holds on one connection, settlements and charges without a hold on another, each in batches.
 * Overlapping batches queue on their connection instead of waiting for each other's locks.
 */
export async function createLedger({
  db,
  clock,
  ids,
  log,
  node: given,
  registry,
  batchMax = 500,
  queueMax = 10_000,
}: LedgerOptions): Promise<Ledger> {
  const node = given ?? (await registerNode({ db, log }))
  const batching = { sizeMax: batchMax, sizeToOverlap: SIZE_TO_OVERLAP, queueMax, onFull: overloaded }
  const holdDb = connectDedicated(db, { max: 1, name: 'quoin ledger holds' })
  const settleDb = connectDedicated(db, { max: 1, name: 'quoin ledger settlements' })
  const metrics = createLedgerMetrics(registry, () => countOpenHolds(db))
  const balances = createBalances(log)
  const refused = rememberRefused()
  const unanswered = createUnansweredCalls(log)
  const store = createPurchaseStore()
  const settler = createSettler({
    db: settleDb,
    clock,
    metrics,
    balances,
    unanswered,
    store,
    batching: { ...batching, queueMax: queueMax * 2 },
  })
  const charger = createCharger({
    db: settleDb,
    clock,
    ids,
    metrics,
    balances,
    refused,
    unanswered,
    store,
    batching: { ...batching, sizeToOverlap: CHARGES_TO_OVERLAP },
  })
  // A hold that may exist is released as soon as the database responds; otherwise a sweep releases it.
  const onUnknown = (hold: Hold) =>
    void settler.submit({ hold, charges: [], closes: true, response: null }).catch(() => {})
  const reserver = createReserver({ db: holdDb, clock, ids, node, batching, onUnknown })

  return {
    async reserve(request) {
      const admission = await reserver.reserve(request)
      metrics.admitted(admission.verdict)
      refused.note(request, admission.verdict)
      return admission
    },
    charge: (request) => charger.charge(request),
    wasRefused: (terms) => refused.has(terms),
    settle: (settlement) => settler.settle(settlement),
    settleIn: (tx, settlement) => settler.settleIn(tx, settlement),
    onSettled: balances.onSettled,
    onUnanswered: unanswered.onUnanswered,
    storePurchasesWith: store.storeWith,
    makeDurableIn: (tx, { workspaceId, id, epoch }, seconds) =>
      updateHoldDurable(tx, workspaceId, id, { epoch, seconds }),
    async adopt(workspaceId, holdId, seconds) {
      const { epoch } = node
      return (await updateHoldEpoch(db, workspaceId, holdId, { epoch, seconds }))
        ? { workspaceId, id: holdId, epoch }
        : undefined
    },
    recordGrant: (tx, kind, credits) => afterCommit(tx, () => metrics.granted(kind, credits)),
    async sweep() {
      const released = await sweep(db, node)
      metrics.swept(released)
      return released
    },
    async close() {
      await Promise.all([reserver.drain(), charger.drain()])
      await settler.drain()
      await unanswered.drain()
      await Promise.all([holdDb.end(), settleDb.end(), given ? undefined : node.close()])
    },
  }
}

/** Releases expired holds and those of dead processes. Returns their number. */
async function sweep(db: Pool, node: Node): Promise<number> {
  const dead = node.isSteady ? await listDeadEpochs(db, node.epoch) : []
  let released = 0
  for (const workspaceId of await listSweepable(db, dead)) {
    released += await sweepHolds(db, workspaceId, dead)
    failpoint('sweeper_mid')
  }
  if (dead.length > 0) await forgetNodes(db, dead)
  return released
}

/**
 * Lists epochs whose lease ended, and epochs of holds that no row registers: a statement of a dead process can commit after its
 * row was deleted. Holds are read first, because a process registers before its first hold.
 */
async function listDeadEpochs(db: Pool, ownEpoch: number): Promise<number[]> {
  const held = await listHoldEpochs(db)
  const known = new Set(await listNodeEpochs(db))
  const unknown = held.filter((epoch) => !known.has(epoch))
  return [...new Set([...(await listEndedNodes(db)), ...unknown])].filter((epoch) => epoch !== ownEpoch)
}

/** Keeps an epoch that still has holds for the next sweep. */
async function forgetNodes(db: Pool, dead: readonly number[]): Promise<void> {
  const held = new Set(await listHoldEpochs(db))
  const done = dead.filter((epoch) => !held.has(epoch))
  if (done.length > 0) await deleteNodes(db, done)
}

function overloaded(): ApiError {
  return new ApiError('unavailable', 'Too many calls are waiting for the ledger. Nothing was charged; try again.', {
    headers: { 'retry-after': '1' },
  })
}
