import { setTimeout as sleep } from 'node:timers/promises'
import type { Log } from '../kit/log.ts'
import { connectSession, type Pool } from '../kit/postgres/db.ts'
import { hasNode, insertNode, lockNode } from './sql/nodes.ts'

export interface Node {
  /** Changes when other processes took this one for dead; a hold keeps the epoch it was made in. */
  readonly epoch: number
  close(): Promise<void>
}

const CHECK_MS = 2000
const RETRY_MS = 100

/**
 * A process is alive while a connection of its own has the lock of its epoch: a kill closes the socket and frees the lock, so that
 * the others know at once. When only the connection broke, the process takes its lock again. If the others have swept its holds
 * by then it gets a new epoch, and settlements of the old one find no hold.
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

  /** `onLost` resets `isRegistered` when the session breaks meanwhile, because its lock is lost with it. */
  async function register() {
    isRegistered = true
    if (epoch !== 0) await lockNode(session, epoch)
    if (epoch === 0 || !(await hasNode(session, epoch))) epoch = await insertNode(session)
  }

  async function registerAgain() {
    log.warn('lost the connection whose lock shows that this process is alive; registering again')
    for (;;) {
      await register().catch(() => {
        isRegistered = false
      })
      if (isRegistered || isClosed) break
      await sleep(RETRY_MS, undefined, { ref: false })
    }
    registering = undefined
  }

  /** Also detects a connection that broke silently. */
  async function check() {
    if (isRegistered && !(await hasNode(session, epoch))) epoch = await insertNode(session)
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
