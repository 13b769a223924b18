import type { ReservedSql } from 'postgres'
import type { Pool } from '../kit/db.ts'
import type { Log } from '../kit/log.ts'
import * as sql from './sql.ts'

export interface Node {
  /** Changes when the process had to register anew; holds keep the epoch they were made in. */
  readonly epoch: number
  close(): Promise<void>
}

const HEARTBEAT_MS = 2000

/**
 * A process is alive while a connection of its own holds the lock of its epoch: a kill closes the socket and frees the
 * lock, so the others know at once. Judged dead by mistake (its connection broke), it takes a new epoch: settles of the
 * old one are fenced by their missing holds, so nothing is charged wrongly.
 */
export async function registerNode(db: Pool, log: Log): Promise<Node> {
  let connection: ReservedSql | undefined
  let epoch = 0
  let isClosed = false

  async function register() {
    connection = await db.reserve()
    epoch = await sql.insertNode(connection)
  }

  async function beat() {
    try {
      if (connection) await sql.updateNodeHeartbeat(connection, epoch)
      else await register()
    } catch (error) {
      log.warn({ err: error }, 'lost the connection that shows we are alive; registering anew')
      connection = undefined
    }
  }

  await register()
  let beating = Promise.resolve()
  const timer = setInterval(() => {
    if (!isClosed) beating = beat()
  }, HEARTBEAT_MS)
  timer.unref()

  return {
    get epoch() {
      return epoch
    },
    async close() {
      isClosed = true
      clearInterval(timer)
      await beating
      connection?.release()
    },
  }
}
