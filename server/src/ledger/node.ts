import type { Log } from '../kit/log.ts'
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
} from './sql/nodes.ts'

export interface Node {
  /** Changes when other processes took this one for dead; a hold keeps the epoch it was made in. */
  readonly epoch: number
  /** Whether it may take the holds of others: not soon after it, or the database, was away. */
  readonly isSteady: boolean
  readonly facts: NodeFacts
  /** Other processes that serve or work. Of two that start at once, the later one sees the earlier. */
  listOthers(): Promise<OtherNode[]>
  /** It is about to end: it no longer counts as one that others must agree with. */
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
 * A process is alive until its lease ends by the clock of the database. It renews the lease five times as often as that. When it
 * was late and the others have swept its holds it gets a new epoch, and settlements of the old one find no hold.
 *
 * After a failover or a cut network every lease may be over at once, and the process that comes back first must not take the holds of
 * those that are on their way: a process sweeps only after it has renewed on one server for half a lease without a gap.
 */
export async function registerNode({
  db,
  log,
  facts = { role: null, media: null },
  leaseSeconds = LEASE_SECONDS,
}: NodeOptions): Promise<Node> {
  const leaseMs = leaseSeconds * 1000
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
    // The connection of LISTEN has nothing to do: no slow statement delays a renewal there.
    const renewed = await renewLease(db.session, lease.epoch, leaseSeconds).catch(() =>
      renewLease(db, lease.epoch, leaseSeconds),
    )
    if (renewed) return record(renewed)
    log.warn('other processes took this one for dead, because it renewed its lease too late; registering again')
    record(await insertNode(db, facts, leaseSeconds))
  }

  const heartbeat = repeat(renew, leaseMs / 5, (error) => {
    isInterrupted = true
    log.warn({ err: error }, 'the lease of this process was not renewed; it will be tried again')
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
    drain: () => updateNodeDraining(db, lease.epoch),
    async close() {
      await heartbeat.stop()
      await endLease(db, lease.epoch).catch(() => {})
    },
  }
}
