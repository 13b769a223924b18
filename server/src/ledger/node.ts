import type { Log } from '../kit/log/log.ts'
import type { Pool } from '../kit/postgres/db.ts'
import { repeat } from '../kit/repeat.ts'
import {
  endLease,
  insertNode,
  type Lease,
  listEarlierNodes,
  type NodeFacts,
  type OtherNode,
  renewLease,
  updateNodeDraining,
  updateNodeUrl,
} from './sql/nodes.ts'

export interface Node {
  /** Changes when other processes assumed that this one is dead. A hold keeps the epoch it was made in. */
  readonly epoch: number
  /** True if this process may release the holds of others: not soon after it, or the database, was unavailable. */
  readonly isSteady: boolean
  readonly facts: NodeFacts
  /** Lists other processes that serve or work. Of two that start at once, the later one sees the earlier one. */
  listOthers(): Promise<OtherNode[]>
  /** Records the URL at which users reach this process. */
  announceUrl(url: string): Promise<void>
  /** Marks this process as about to end: others no longer need to agree with it. */
  drain(): Promise<void>
  close(): Promise<void>
}

export interface NodeOptions {
  readonly db: Pool
  readonly log: Log
  readonly facts?: NodeFacts
  readonly leaseSeconds?: number
}

export const LEASE_SECONDS = 10

/**
 * A process is alive until its lease ends by the database's clock. It renews the lease five times per lease. If it was late and
 * others have swept its holds, it gets a new epoch, and settlements of the old epoch find no hold.
 *
 * After a failover or a network partition every lease may have ended at once. The process that comes back first must not
 * release the holds of those that are still reconnecting: a process sweeps only after it has renewed on one server for half a
 * lease without a gap.
 */
export async function registerNode({
  db,
  log,
  facts = { role: null, media: null, url: null },
  leaseSeconds = LEASE_SECONDS,
}: NodeOptions): Promise<Node> {
  const leaseMs = leaseSeconds * 1000
  let { url } = facts
  let lease = await insertNode(db, facts, leaseSeconds)
  let renewedAt = performance.now()
  let steadySince = renewedAt
  let isInterrupted = false

  function record(renewed: Lease): void {
    const now = performance.now()
    if (isInterrupted || renewed.server !== lease.server || now - renewedAt > leaseMs / 2) steadySince = now
    isInterrupted = false
    renewedAt = now
    lease = renewed
  }

  async function renew(): Promise<void> {
    // The LISTEN connection is idle, so no slow statement delays a renewal there.
    const renewed = await renewLease(db.session, lease.epoch, leaseSeconds).catch(() =>
      renewLease(db, lease.epoch, leaseSeconds),
    )
    if (renewed) return record(renewed)
    log.warn(
      'lease expired before it was renewed, and other processes released the holds of this one; registering again',
    )
    record(await insertNode(db, { ...facts, url }, leaseSeconds))
  }

  const heartbeat = repeat(renew, leaseMs / 5, (error) => {
    isInterrupted = true
    log.warn({ err: error }, 'could not renew the lease of this process; will retry')
  })

  return {
    get epoch() {
      return lease.epoch
    },
    get isSteady() {
      return !isInterrupted && performance.now() - steadySince >= leaseMs / 2
    },
    facts,
    listOthers: () => listEarlierNodes(db, lease.epoch),
    async announceUrl(served) {
      url = served
      await updateNodeUrl(db, lease.epoch, served)
    },
    drain: () => updateNodeDraining(db, lease.epoch),
    async close() {
      await heartbeat.stop()
      await endLease(db, lease.epoch).catch(() => {})
    },
  }
}
