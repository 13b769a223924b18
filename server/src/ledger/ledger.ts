import { createBatcher } from '../kit/batch.ts'
import type { Clock } from '../kit/clock.ts'
import { afterCommit, type Db, isUnavailable, type Pool, transaction } from '../kit/db.ts'
import { ApiError } from '../kit/errors.ts'
import { atFault } from '../kit/fault.ts'
import type { Ids } from '../kit/ids.ts'
import type { Admission, HoldRequest, Ledger, Settled, Settlement } from '../kit/ledger.ts'
import type { Log } from '../kit/log.ts'
import { registerNode } from './node.ts'
import * as sql from './sql.ts'

export interface LedgerOptions {
  readonly db: Pool
  readonly clock: Clock
  readonly ids: Ids
  readonly log: Log
  readonly batchMax?: number
  readonly queueMax?: number
}

type BalanceListener = Parameters<Ledger['onSettled']>[0]

/** A caller is told soon that nothing can be held; what was earned is settled when the database comes back. */
const RESERVE_PATIENCE_MS = 3000
const SETTLE_PATIENCE_MS = 30_000

/**
 * The engine under every charge. Two lanes, one for holds and one for settlements, each with at most one batch in flight;
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
  const lane = { sizeMax: batchMax, queueMax, onFull: overloaded }

  const reserves = createBatcher<sql.NewHold, Admission>({
    ...lane,
    patienceMs: RESERVE_PATIENCE_MS,
    run: (holds) => {
      const { epoch } = node
      const send = async (tx: Db, workspaceId: string, group: readonly sql.NewHold[]) => {
        const rows = await sql.reserve(tx, workspaceId, epoch, clock.forDatabase(), group)
        return rows.map((row, at) => admissionOf(row, group[at] as sql.NewHold, epoch))
      }
      return perWorkspace(db, holds, (hold) => hold.workspaceId, send)
    },
  })
  const sendSettles = async (tx: Db, workspaceId: string, group: readonly Settlement[]) =>
    settledOf(group, await sql.settle(tx, workspaceId, clock.forDatabase(), group))
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
    patienceMs: SETTLE_PATIENCE_MS,
    run: async (items) => {
      const settled = await perWorkspace(db, items, (item) => item.hold.workspaceId, sendSettles)
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
      const [settled] = (await sendSettles(tx, workspaceId, [settlement])) as [Settled]
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
      await node.close()
    },
  }
}

/** One statement for one workspace, one transaction for several; results in the order of the items. */
async function perWorkspace<Item, Result>(
  db: Pool,
  items: readonly Item[],
  workspaceOf: (item: Item) => string,
  send: (db: Db, workspaceId: string, group: readonly Item[]) => Promise<readonly Result[]>,
): Promise<Result[]> {
  const groups = [...Map.groupBy(items.keys(), (at) => workspaceOf(items[at] as Item))].toSorted(([a], [b]) =>
    a < b ? -1 : 1,
  )
  const results: Result[] = []
  const sendGroup = async (tx: Db, workspaceId: string, places: readonly number[]) => {
    const answers = await send(
      tx,
      workspaceId,
      places.map((at) => items[at] as Item),
    )
    places.forEach((at, n) => {
      results[at] = answers[n] as Result
    })
  }
  const [only] = groups
  if (groups.length === 1 && only) await sendGroup(db, ...only)
  else
    await transaction(db, (tx) =>
      Promise.all(groups.map(([workspaceId, places]) => sendGroup(tx, workspaceId, places))),
    )
  return results
}

function admissionOf(row: sql.ReserveRow, hold: sql.NewHold, epoch: number): Admission {
  if (row.verdict === 'ok')
    return { verdict: 'ok', hold: { workspaceId: hold.workspaceId, id: hold.holdId, epoch }, available: row.available }
  if (row.verdict !== 'replay') return { verdict: row.verdict, available: row.available }
  const answer = {
    status: row.replay_status ?? 200,
    headers: JSON.parse(row.replay_headers ?? '{}'),
    body: row.replay_body ?? '',
  }
  return { verdict: 'replay', answer, requestId: row.replay_request ?? '' }
}

/** The lines of each settlement put together again: fenced together, their credits summed. */
function settledOf(group: readonly Settlement[], rows: readonly sql.SettleRow[]): Settled[] {
  let from = 0
  return group.map(({ charges }) => {
    const lines = rows.slice(from, (from += Math.max(charges.length, 1)))
    return {
      verdict: lines.some(({ verdict }) => verdict === 'fenced') ? 'fenced' : 'ok',
      credits: lines.reduce((sum, { credits }) => sum + credits, 0),
      available: lines[0]?.available ?? 0,
    }
  })
}

async function sweep(db: Pool, ownEpoch: number): Promise<number> {
  const dead = (await transaction(db, (tx) => sql.listDeadNodes(tx))).filter((epoch) => epoch !== ownEpoch)
  let released = 0
  for (const workspaceId of await sql.listSweepable(db, dead)) {
    released += await sql.sweep(db, workspaceId, dead)
    await atFault('sweeper_mid')
  }
  if (dead.length > 0) await sql.deleteNodes(db, dead)
  return released
}

function overloaded(): ApiError {
  return new ApiError('unavailable', 'Too many calls are waiting for the ledger. Nothing was charged; try again.', {
    headers: { 'retry-after': '1' },
  })
}
