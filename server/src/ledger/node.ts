import { setTimeout as sleep } from 'node:timers/promises'
import type { Log } from '../kit/log.ts'
import { connectSession, type Pool } from '../kit/postgres/db.ts'
import * as sql from './sql/holds.ts'

export interface Node {
  /** Changes when the process was taken for dead; holds keep the epoch they were made in. */
  readonly epoch: number
  close(): Promise<void>
}

const CHECK_MS = 2000
const RETRY_MS = 100

/**
 * A process is alive while a connection of its own holds the lock of its epoch: a kill closes the socket and frees the
 * lock, so the others know at once. When only the connection broke, the process comes back for its lock; if it was taken
 * for dead by then it gets a new epoch, and settles of the old one are fenced by their missing holds.
 */
export async function registerNode(db: Pool, log: Log): Promise<Node> {
  let epoch = 0
  let isRegistered = false
  let isClosed = false
  let registering: Promise<void> | undefined
  const session = connectSession(db, () => {
    isRegistered = false
    if (epoch !== 0 && !isClosed) registering ??= registerAgain()
  })

  /** A session that breaks on the way takes the lock with it: then all of this counts for nothing. */
  async function register() {
    isRegistered = true
    if (epoch !== 0) await sql.lockNode(session, epoch)
    if (epoch === 0 || !(await sql.findNode(session, epoch))) epoch = await sql.insertNode(session)
  }

  async function registerAgain() {
    log.warn('lost the connection that shows we are alive; registering anew')
    for (;;) {
      await register().catch(() => {
        isRegistered = false
      })
      if (isRegistered || isClosed) break
      await sleep(RETRY_MS, undefined, { ref: false })
    }
    registering = undefined
  }

  /** Also finds a connection that broke without a word. */
  async function check() {
    if (isRegistered && !(await sql.findNode(session, epoch))) epoch = await sql.insertNode(session)
  }

  await register()
  const timer = setInterval(() => void check().catch(() => {}), CHECK_MS)
  timer.unref()

  return {
    get epoch() {
      return epoch
    },
    async close() {
      isClosed = true
      clearInterval(timer)
      await session.end({ timeout: 1 })
      await registering
    },
  }
}
