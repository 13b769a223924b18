import type { Log } from '../kit/log.ts'
import { type Pool, transaction } from '../kit/postgres/db.ts'
import { repeat } from '../kit/repeat.ts'
import type { Holds } from './in-flight.ts'
import { ClaimLost } from './job.ts'
import * as sql from './sql/claims.ts'

export interface LeaseOptions {
  readonly db: Pool
  readonly log: Log
  readonly holds: Holds
  readonly now: () => sql.Now
  /** The shortest lease among the jobs: heartbeats come six to a lease, and at least every five seconds. */
  readonly leaseSeconds: number
  readonly reapSeconds: number
  readonly onReaped: (rows: readonly sql.ReapedRow[]) => void
}

const BEAT_MS = 5000
const REAP_ROWS = 500
/** Lost so often in a row, a job is taken for what kills its workers. */
const CLAIMS_MOST = 20

/** Keeps the leases of what this process holds, and takes over what others have let go of. */
export function startLeases({ db, log, holds, now, leaseSeconds, reapSeconds, onReaped }: LeaseOptions) {
  const beatMs = Math.min(BEAT_MS, (leaseSeconds * 1000) / 6)

  /** Young leases are left alone: short jobs end before their first heartbeat and never cost one. */
  async function beat() {
    const asked = performance.now()
    const due = holds.all().filter((held) => !held.isEnding && asked - held.leasedAt >= beatMs)
    if (due.length === 0) return
    const kept = new Set(await sql.renewLeases(db, due))
    for (const held of due) {
      if (kept.has(held.id)) held.leasedAt = asked
      else if (!held.isEnding) held.abort.abort(new ClaimLost(`${held.row.job} ${held.id} was given to another worker`))
    }
  }

  async function reap() {
    for (;;) {
      const rows = await transaction(db, async (tx) => {
        const reaped = await sql.reapJobs(tx, { now: now(), claimsMost: CLAIMS_MOST, atMost: REAP_ROWS })
        const keys = reaped.flatMap(({ workspace_id, key }) =>
          key === null ? [] : [{ workspaceId: workspace_id, key }],
        )
        if (keys.length > 0) await sql.unparkNext(tx, keys)
        return reaped
      })
      if (rows.length > 0) onReaped(rows)
      if (rows.length < REAP_ROWS) return
    }
  }

  const beats = repeat(beat, beatMs, (error) => log.warn({ err: error }, 'leases were not renewed'))
  // Nodes started together do not reap together.
  const reapMs = reapSeconds * 1000 * (1 + Math.random() / 4)
  const reaps = repeat(reap, reapMs, (error) => log.warn({ err: error }, 'lost jobs were not looked for'))
  return {
    async stop() {
      await Promise.all([beats.stop(), reaps.stop()])
    },
  }
}
