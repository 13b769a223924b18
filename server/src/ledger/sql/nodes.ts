import type { Db } from '../../kit/postgres/db.ts'

/** The first half of the lock's key; the second is the epoch. */
const NODE_LOCKS = 8151

/** Registers and locks in one statement, so that no other process sees the row without its lock. */
export async function insertNode(db: Db): Promise<number> {
  const [row] = await db<[{ epoch: number }]>`
    with node as (insert into nodes default values returning epoch)
    select epoch, pg_advisory_lock(${NODE_LOCKS}, epoch::integer) from node`
  return row.epoch
}

/** Takes the lock of an epoch we had before; `hasNode` says whether that epoch is still ours. */
export async function lockNode(db: Db, epoch: number): Promise<void> {
  await db`select pg_advisory_lock(${NODE_LOCKS}, ${epoch}::integer)`
}

export async function hasNode(db: Db, epoch: number): Promise<boolean> {
  return (await db`select from nodes where epoch = ${epoch}`).length > 0
}

/**
 * Epochs whose process no longer has its lock, and epochs that holds name but no row registers: a statement of a dead process can
 * commit after its row was deleted. The locks end with the transaction.
 */
export async function listDeadNodes(tx: Db): Promise<number[]> {
  const rows = await tx<{ epoch: number }[]>`
    select epoch from nodes where pg_try_advisory_xact_lock(${NODE_LOCKS}, epoch::integer)
    union
    select epoch from holds h where not is_durable and not exists (select from nodes n where n.epoch = h.epoch)`
  return rows.map((row) => row.epoch)
}

/** Deletes only epochs whose lock is free: a process that lost its connection takes its lock again. */
export async function deleteNodes(db: Db, epochs: readonly number[]): Promise<void> {
  await db`delete from nodes where epoch = any(${epochs}::bigint[])
    and not exists (select from holds h where h.epoch = nodes.epoch and not h.is_durable)
    and pg_try_advisory_xact_lock(${NODE_LOCKS}, epoch::integer)`
}
