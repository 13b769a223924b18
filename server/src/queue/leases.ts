import type { Log } from '../kit/log/log.ts'
import { type Pool, transaction } from '../kit/postgres/db.ts'
import { repeat } from '../kit/repeat.ts'
import type { JobsInFlight } from './in-flight.ts'
import { ClaimLost } from './job.ts'
import { type ReapedRow, reapJobs, renewLeases } from './sql/leases.ts'
import type { Now } from './sql/now.ts'
import { unparkNext } from './sql/outcomes.ts'

export interface LeaseOptions {
  readonly db: Pool
  readonly log: Log
  readonly inFlight: JobsInFlight
  readonly now: () => Now
  /** The shortest lease of all jobs. A lease gets six heartbeats, at least one every five seconds. */
  readonly leaseSeconds: number
  readonly reapSeconds: number
  readonly onReaped: (rows: readonly ReapedRow[]) => void
}

const HEARTBEAT_MS = 5000
const REAP_ROWS = 500
/** A job whose lease expires this often in a row is assumed to crash its workers. It becomes dead. */
const CLAIMS_MAX = 20

/** Renews the leases of the jobs this process runs, and reclaims jobs whose leases expired on any node. */
export function startLeases({ db, log, inFlight, now, leaseSeconds, reapSeconds, onReaped }: LeaseOptions) {
  const heartbeatMs = Math.min(HEARTBEAT_MS, (leaseSeconds * 1000) / 6)

  /** Skips young leases: short jobs end before their first heartbeat and never cost one. */
  async function renew() {
    const sentAt = performance.now()
    const due = inFlight.all().filter((job) => !job.isFinishing && sentAt - job.leasedAt >= heartbeatMs)
    if (due.length === 0) return
    const renewed = new Set(await renewLeases(db, due))
    for (const job of due) {
      if (renewed.has(job.id)) job.leasedAt = sentAt
      else if (!job.isFinishing)
        job.abort.abort(new ClaimLost(`${job.row.job} ${job.id} was claimed by another worker`))
    }
  }

  async function reap() {
    for (;;) {
      const rows = await transaction(db, async (tx) => {
        const reaped = await reapJobs(tx, { now: now(), claimsMax: CLAIMS_MAX, limit: REAP_ROWS })
        const keys = reaped.flatMap(({ workspace_id, key }) =>
          key === null ? [] : [{ workspaceId: workspace_id, key }],
        )
        if (keys.length > 0) await unparkNext(tx, keys)
        return reaped
      })
      if (rows.length > 0) onReaped(rows)
      if (rows.length < REAP_ROWS) return
    }
  }

  const heartbeats = repeat(renew, heartbeatMs, (error) => log.warn({ err: error }, 'could not renew leases'))
  // Jitter: nodes that started together do not reap at the same moment.
  const reapMs = reapSeconds * 1000 * (1 + Math.random() / 4)
  const reaps = repeat(reap, reapMs, (error) => log.warn({ err: error }, 'could not reap expired jobs'))
  return {
    async stop() {
      await Promise.all([heartbeats.stop(), reaps.stop()])
    },
  }
}
