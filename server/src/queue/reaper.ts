import type { Log } from '../kit/log/log.ts'
import { type Pool, transaction } from '../kit/postgres/db.ts'
import { repeat } from '../kit/repeat.ts'
import { reapJobs } from './sql/leases.ts'
import type { Now } from './sql/now.ts'
import { unparkNext } from './sql/outcomes.ts'

export interface ReaperOptions {
  readonly db: Pool
  readonly log: Log
  readonly now: () => Now
  readonly reapSeconds: number
  readonly onReaped: () => void
}

const REAP_ROWS = 500
/** A job whose lease expires this often in a row is assumed to crash its workers. It becomes dead. */
const CLAIMS_MAX = 20

/** Reclaims jobs whose leases expired on any node. */
export function startReaper({ db, log, now, reapSeconds, onReaped }: ReaperOptions) {
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
      if (rows.length > 0) {
        const jobs = rows.map(({ job, id, state }) => ({ job, id, state }))
        log.warn({ jobs }, 'reclaimed jobs from a lost worker')
        onReaped()
      }
      if (rows.length < REAP_ROWS) return
    }
  }
  // Jitter: nodes that started together do not reap at the same moment.
  const reapMs = reapSeconds * 1000 * (1 + Math.random() / 4)
  return repeat(reap, reapMs, (error) => log.warn({ err: error }, 'could not reap expired jobs'))
}
