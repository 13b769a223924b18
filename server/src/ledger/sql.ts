import { booleans, type Db } from '../kit/db.ts'
import type { HoldRequest, Settlement } from '../kit/ledger.ts'

export interface NewHold extends HoldRequest {
  readonly holdId: string
}

export interface ReserveRow {
  verdict: 'ok' | 'insufficient' | 'budget' | 'running' | 'mismatch' | 'replay'
  available: number
  replay_status: number | null
  replay_headers: string | null
  replay_body: string | null
  replay_request: string | null
}

/** `now` is null for the database's own clock. */
export async function reserve(
  db: Db,
  workspaceId: string,
  epoch: number,
  now: Date | null,
  holds: readonly NewHold[],
): Promise<ReserveRow[]> {
  return db<ReserveRow[]>`
    select verdict, available, replay_status, replay_headers, replay_body, replay_request from ledger_reserve(
      ${workspaceId}, ${epoch}, ${now},
      ${holds.map((hold) => hold.holdId)}, ${holds.map((hold) => hold.keyId)}, ${holds.map((hold) => hold.credits)},
      ${holds.map((hold) => hold.monthlyBudget)}, ${holds.map((hold) => hold.action)}, ${holds.map((hold) => hold.priceBook)},
      ${holds.map((hold) => hold.requestId)}, ${holds.map((hold) => hold.seconds)}, ${booleans(
        db,
        holds.map((hold) => hold.isDurable ?? false),
      )},
      ${holds.map((hold) => hold.idempotency?.key ?? null)},
      ${holds.map((hold) => (hold.idempotency ? Buffer.from(hold.idempotency.fingerprint).toString('hex') : null))}
    )`
}

export interface SettleRow {
  verdict: 'ok' | 'fenced'
  credits: number
  available: number
}

export async function settle(
  db: Db,
  workspaceId: string,
  now: Date | null,
  items: readonly Settlement[],
): Promise<SettleRow[]> {
  return db<SettleRow[]>`
    select verdict, credits, available from ledger_settle(
      ${workspaceId}, ${now},
      ${items.map((item) => item.hold.id)}, ${items.map((item) => item.hold.epoch)}, ${items.map((item) => item.step)},
      ${items.map((item) => item.action)}, ${items.map((item) => item.units)}, ${items.map((item) => item.credits)},
      ${booleans(
        db,
        items.map((item) => item.isAnswered),
      )}, ${booleans(
        db,
        items.map((item) => item.closes),
      )},
      ${items.map((item) => item.answer?.status ?? null)},
      ${items.map((item) => (item.answer ? JSON.stringify(item.answer.headers) : null))}, ${items.map((item) => item.answer?.body ?? null)}
    )`
}

export async function updateHoldEpoch(db: Db, workspaceId: string, holdId: string, epoch: number): Promise<boolean> {
  const { count } =
    await db`update holds set epoch = ${epoch} where workspace_id = ${workspaceId} and id = ${holdId} and is_durable`
  return count > 0
}

/** Workspaces with something to give back. Holds are few: they are the calls in flight. */
export async function listSweepable(db: Db, deadEpochs: readonly number[]): Promise<string[]> {
  const rows = await db<{ workspace_id: string }[]>`
    select distinct workspace_id from holds
    where expires_at < clock_timestamp() or (epoch = any(${deadEpochs as number[]}::bigint[]) and not is_durable)`
  return rows.map((row) => row.workspace_id)
}

export async function sweep(db: Db, workspaceId: string, deadEpochs: readonly number[]): Promise<number> {
  const [row] = await db<
    { count: number }[]
  >`select ledger_sweep(${workspaceId}, ${deadEpochs as number[]}::bigint[]) as count`
  return row?.count ?? 0
}

/** The first half of the lock's key; the second is the epoch. */
const NODE_LOCKS = 8151

/** Registered and locked in one statement: nobody sees the row before the lock that says it lives. */
export async function insertNode(db: Db): Promise<number> {
  const [row] = await db<[{ epoch: number }]>`
    with node as (insert into nodes default values returning epoch)
    select epoch, pg_advisory_lock(${NODE_LOCKS}, epoch::integer) from node`
  return row.epoch
}

export async function updateNodeHeartbeat(db: Db, epoch: number): Promise<void> {
  await db`update nodes set heartbeat_at = now() where epoch = ${epoch}`
}

/** Epochs whose process no longer holds its lock. Transaction locks: nothing to give back by hand. */
export async function listDeadNodes(tx: Db): Promise<number[]> {
  const rows = await tx<{ epoch: number }[]>`
    select epoch from nodes where pg_try_advisory_xact_lock(${NODE_LOCKS}, epoch::integer)`
  return rows.map((row) => row.epoch)
}

export async function deleteNodes(db: Db, epochs: readonly number[]): Promise<void> {
  await db`delete from nodes where epoch = any(${epochs as number[]}::bigint[]) and not exists (
    select from holds h where h.epoch = nodes.epoch and not h.is_durable)`
}
