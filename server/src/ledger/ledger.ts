import type { Clock } from '../kit/clock.ts'
import { ApiError } from '../kit/declare/errors.ts'
import { failpoint } from '../kit/failpoint.ts'
import type { Ids } from '../kit/ids.ts'
import type { Admission, HoldRequest, Ledger, Settled, Settlement } from '../kit/ledger.ts'
import type { Log } from '../kit/log.ts'
import { createBatcher } from '../kit/postgres/batch.ts'
import {
  afterCommit,
  connectDedicated,
  type Db,
  isUnavailable,
  type Pool,
  transaction,
  violatedConstraint,
} from '../kit/postgres/db.ts'
import { registerNode } from './node.ts'
import * as sql from './sql/holds.ts'

export interface LedgerOptions {
  readonly db: Pool
  readonly clock: Clock
  readonly ids: Ids
  readonly log: Log
  readonly batchMax?: number
  readonly queueMax?: number
}

/** Measured: smaller ones cost PostgreSQL more a call, with bigger ones it and this process take turns instead of working together. */
const BATCH_ENOUGH = 64

type BalanceListener = Parameters<Ledger['onSettled']>[0]

/** A caller is told soon that nothing can be held; what was earned is settled when the database comes back. */
const RESERVE_PATIENCE_MS = 3000
const SETTLE_PATIENCE_MS = 30_000

/**
 * The engine under every charge. Two lanes, one for holds and one for settlements;
 * a batch is grouped by workspace and sent as one transaction, workspaces in sorted order so that no two processes wait
 * for each other in a circle.
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
  const lane = { sizeMax: batchMax, sizeToOverlap: BATCH_ENOUGH, queueMax, onFull: overloaded }

  // A connection per lane: batches that overlap stand in a row instead of waiting for each other's lock.
  const holding = connectDedicated(db, { max: 1, name: 'quoin ledger holds' })
  const charging = connectDedicated(db, { max: 1, name: 'quoin ledger settlements' })

  const reserves = createBatcher<sql.NewHold, Admission>({
    ...lane,
    resendMs: RESERVE_PATIENCE_MS,
    run: (holds, isAgain) => {
      const { epoch } = node
      const send = async (tx: Db, workspaceId: string, group: readonly sql.NewHold[]) =>
        admissionsOf(group, epoch, await sql.admit(tx, workspaceId, epoch, clock.forDatabase(), isAgain, group))
      return perWorkspace(holding, holds, (hold) => hold.workspaceId, send)
    },
  })
  const sendSettles = async (tx: Db, workspaceId: string, group: readonly Settlement[]) => {
    const lines = group.flatMap(sql.linesOf)
    const epoch = lines[0]?.hold.epoch ?? 0
    const isPlain = lines.length === group.length && lines.every((line) => line.closes && line.hold.epoch === epoch)
    const long = () => sql.settle(tx, workspaceId, clock.forDatabase(), lines)
    const rows = isPlain
      ? await sql.close(tx, workspaceId, epoch, clock.forDatabase(), lines).catch((error: unknown) => {
          // A step that was charged before its hold ends with it. In a batch of several workspaces the batcher takes them singly.
          if (violatedConstraint(error) === 'charges_pkey' && 'begin' in tx) return long()
          throw error
        })
      : await long()
    return settledOf(group, rows)
  }
  const listeners: BalanceListener[] = []
  /** The charges are committed: a listener that fails must not make them look as if they were not. */
  const tellSafely = (tell: BalanceListener, workspaceId: string, available: number) => {
    try {
      tell(workspaceId, available)
    } catch (error) {
      log.error({ err: error }, 'a listener to settled balances failed')
    }
  }
  const settles = createBatcher<Settlement, Settled>({
    ...lane,
    queueMax: queueMax * 2,
    resendMs: SETTLE_PATIENCE_MS,
    run: async (items) => {
      const settled = await perWorkspace(charging, items, (item) => item.hold.workspaceId, sendSettles)
      if (listeners.length === 0) return settled
      const balances = new Map(items.map(({ hold }, at) => [hold.workspaceId, settled[at]?.available ?? 0]))
      for (const [workspaceId, available] of balances)
        for (const tell of listeners) tellSafely(tell, workspaceId, available)
      return settled
    },
  })
  const claiming = new Set<string>()
  /** Settlements of one hold keep their order: a step that comes after the end is fenced, whatever batch it lands in. */
  const settling = new Map<string, Promise<Settled>>()

  /** A hold that may be there although nobody knows: given back as soon as the database answers, else swept. */
  function forgo(workspaceId: string, holdId: string) {
    const hold = { workspaceId, id: holdId, epoch: node.epoch }
    settles.submit({ hold, charges: [], closes: true, answer: null }).catch(() => {})
  }

  async function submitHold(request: HoldRequest): Promise<Admission> {
    const holdId = ids.next('hold')
    try {
      return await reserves.submit({ ...request, holdId })
    } catch (error) {
      if (isUnavailable(error)) forgo(request.workspaceId, holdId)
      throw error
    }
  }

  return {
    async reserve(request) {
      const claim = request.idempotency && `${request.workspaceId}/${request.idempotency.key}`
      if (claim === undefined) return submitHold(request)
      // Two calls with one key must not meet in one batch.
      if (claiming.has(claim)) return { verdict: 'running', available: 0 }
      claiming.add(claim)
      try {
        return await submitHold(request)
      } finally {
        claiming.delete(claim)
      }
    },
    async settle(settlement) {
      const { id } = settlement.hold
      const send = () => settles.submit(settlement)
      const settled = settling.get(id)?.then(send, send) ?? send()
      settling.set(id, settled)
      try {
        return await settled
      } finally {
        if (settling.get(id) === settled) settling.delete(id)
      }
    },
    async settleIn(tx, settlement) {
      const { workspaceId } = settlement.hold
      const rows = await sql.settle(tx, workspaceId, clock.forDatabase(), sql.linesOf(settlement))
      const [settled] = settledOf([settlement], rows) as [Settled]
      afterCommit(tx, () => {
        for (const tell of listeners) tellSafely(tell, workspaceId, settled.available)
      })
      return settled
    },
    keepIn: (tx, { workspaceId, id, epoch }, seconds) => sql.updateHoldKept(tx, workspaceId, id, epoch, seconds),
    onSettled: (listener) => void listeners.push(listener),
    async adopt(workspaceId, holdId, seconds) {
      const { epoch } = node
      return (await sql.updateHoldEpoch(db, workspaceId, holdId, epoch, seconds))
        ? { workspaceId, id: holdId, epoch }
        : undefined
    },
    sweep: () => sweep(db, node.epoch),
    async close() {
      await reserves.drain()
      await settles.drain()
      await Promise.all([holding.end(), charging.end(), node.close()])
    },
  }
}

/** One statement for one workspace, one transaction for several; results in the order of the items. */
async function perWorkspace<Item, Result>(
  db: Pool,
  items: readonly Item[],
  workspaceOf: (item: Item) => string,
  send: (db: Db, workspaceId: string, group: readonly Item[]) => Promise<readonly Result[]>,
): Promise<readonly Result[]> {
  const first = workspaceOf(items[0] as Item)
  if (items.every((item) => workspaceOf(item) === first)) return send(db, first, items)
  const groups = [...Map.groupBy(items.keys(), (at) => workspaceOf(items[at] as Item))].toSorted(([a], [b]) =>
    a < b ? -1 : 1,
  )
  const results: Result[] = []
  await transaction(db, (tx) =>
    Promise.all(
      groups.map(async ([workspaceId, places]) => {
        const group = places.map((at) => items[at] as Item)
        const answers = await send(tx, workspaceId, group)
        places.forEach((at, n) => {
          results[at] = answers[n] as Result
        })
      }),
    ),
  )
  return results
}

/** Whoever is not named was admitted. */
function admissionsOf(group: readonly sql.NewHold[], epoch: number, rows: readonly sql.AdmissionRow[]): Admission[] {
  const available = rows[0]?.available ?? 0
  const admissions = group.map(
    ({ workspaceId, holdId }): Admission => ({ verdict: 'ok', hold: { workspaceId, id: holdId, epoch }, available }),
  )
  for (const row of rows) if (row.verdict !== 'ok') admissions[row.ord - 1] = refusedOf(row, row.verdict)
  return admissions
}

function refusedOf(row: sql.AdmissionRow, verdict: Exclude<sql.AdmissionRow['verdict'], 'ok'>): Admission {
  if (verdict !== 'replay') return { verdict, available: row.available }
  const answer = {
    status: row.replay_status ?? 200,
    headers: JSON.parse(row.replay_headers ?? '{}'),
    body: row.replay_body ?? '',
  }
  return { verdict, answer, requestId: row.replay_request ?? '' }
}

/** The lines of each settlement put together again: fenced together, their credits summed. Whoever is not named was charged. */
function settledOf(group: readonly Settlement[], rows: readonly sql.SettledRow[]): Settled[] {
  const available = rows[0]?.available ?? 0
  const told = new Map(rows.map((row) => [row.ord, row]))
  let line = 0
  return group.map(({ charges }) => {
    let credits = 0
    let verdict: Settled['verdict'] = 'ok'
    for (let at = 0; at < Math.max(charges.length, 1); at++) {
      const row = told.get(++line)
      if (row?.verdict === 'fenced') verdict = 'fenced'
      credits += row ? row.credits : (charges[at]?.credits ?? 0)
    }
    return { verdict, credits, available }
  })
}

async function sweep(db: Pool, ownEpoch: number): Promise<number> {
  const dead = (await transaction(db, (tx) => sql.listDeadNodes(tx))).filter((epoch) => epoch !== ownEpoch)
  let released = 0
  for (const workspaceId of await sql.listSweepable(db, dead)) {
    released += await sql.sweep(db, workspaceId, dead)
    await failpoint('sweeper_mid')
  }
  if (dead.length > 0) await sql.deleteNodes(db, dead)
  return released
}

function overloaded(): ApiError {
  return new ApiError('unavailable', 'Too many calls are waiting for the ledger. Nothing was charged; try again.', {
    headers: { 'retry-after': '1' },
  })
}
