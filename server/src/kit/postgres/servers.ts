import { setTimeout as sleep } from 'node:timers/promises'
import { type ClientConfig, DatabaseError } from 'pg'
import type { Server } from './address.ts'
import { Connection } from './connection.ts'
import { afterOwnTime, TICK_MS } from './process-timer.ts'

export interface ServersOptions {
  readonly servers: readonly Server[]
  /** A standby will do: it is for reads that may lag. */
  readonly canBeStandby?: boolean
  /** A pooler by transaction stands between: it answers for a server that it has not asked. */
  readonly isPooled?: boolean
}

/** Without an answer for this long, a server is asked whether it is still there. */
const SILENT_MS = 1000
/** How long that may take. Both together are what a frozen server costs a caller. */
const PROBE_MS = 2000
/** How long after one probe the next may follow: a slow statement is silent too. */
const PROBE_PAUSE_MS = 2000
/** Servers are tried one after the other, each this much later than the one before. */
const STAGGER_MS = 100
const RETRY_MS = 200

/** No server of DATABASE_URL accepts writes now. */
export class NoPrimary extends Error {
  override name = 'NoPrimary'
  readonly code = 'NO_PRIMARY'
}

/**
 * The servers of one database, for all pools of a process. It connects to the primary, whichever that is now, and notices a
 * server that neither answers nor closes its connections: a frozen process, also behind a socket of this machine, or a machine
 * that is gone. Node offers no TCP user
 * timeout, and a limit on statements would end slow ones too: a silent server is asked on a connection of its own instead.
 */
export class Servers {
  readonly #options: ServersOptions
  readonly #connections = new Map<Connection, { answered: number; sinceTick: number }>()
  #lastGood: Server | undefined
  #timer: NodeJS.Timeout | undefined
  #tick = 0
  #probing = new Map<Server, number>()

  constructor(options: ServersOptions) {
    this.#options = options
  }

  async open(config: ClientConfig, onLost: (connection: Connection) => void): Promise<Connection> {
    const { servers } = this.#options
    const [only] = servers
    const opened =
      only && servers.length === 1 ? await this.#openOn(only, config, onLost) : await this.#openAny(config, onLost)
    if (!opened.isLost) this.#watch(opened)
    return opened
  }

  async #openOn(server: Server, config: ClientConfig, onLost: (connection: Connection) => void): Promise<Connection> {
    const connection = await Connection.open({ ...config, ...server }, (lost) => {
      this.#connections.delete(lost)
      onLost(lost)
    })
    const { canBeStandby = false, isPooled = false } = this.#options
    if (connection.isStandby && !canBeStandby && !isPooled) {
      await connection.close()
      throw new NoPrimary(`PostgreSQL at ${server.host}:${server.port} is a standby, which accepts no writes`)
    }
    connection.server = server
    this.#lastGood = server
    return connection
  }

  /**
   * The first server that is a primary, the last good one first. A server that does not answer keeps the others from nothing:
   * they are asked again until it does or its time is over.
   */
  async #openAny(config: ClientConfig, onLost: (connection: Connection) => void): Promise<Connection> {
    const servers = this.#options.servers.toSorted((a, b) => this.#rank(a) - this.#rank(b))
    const found = Promise.withResolvers<Connection>()
    const failed = new Map<Server, Error>()
    let isOver = false
    const dial = async (server: Server, delayMs: number) => {
      for (let pauseMs = delayMs; !isOver; pauseMs = RETRY_MS) {
        if (pauseMs > 0) await sleep(pauseMs)
        if (isOver) return
        try {
          const connection = await this.#openOn(server, config, onLost)
          if (isOver) return void connection.close()
          isOver = true
          return found.resolve(connection)
        } catch (error) {
          failed.set(server, error as Error)
          if (failed.size < servers.length) continue
          isOver = true
          return found.reject([...failed.values()].find((one) => one instanceof NoPrimary) ?? error)
        }
      }
    }
    servers.forEach((server, at) => void dial(server, at * STAGGER_MS))
    return found.promise
  }

  #rank(server: Server): number {
    return server === this.#lastGood ? 0 : 1
  }

  #watch(connection: Connection): void {
    this.#connections.set(connection, { answered: connection.answered, sinceTick: this.#tick })
    this.#timer ??= setInterval(() => this.#check(), TICK_MS).unref()
  }

  /** Counts its own ticks instead of reading a clock: while this process itself stands still, no answer can be read. */
  #check(): void {
    this.#tick++
    for (const connection of this.#connections.keys()) if (connection.isLost) this.#connections.delete(connection)
    if (this.#connections.size === 0) {
      clearInterval(this.#timer)
      this.#timer = undefined
      return
    }
    for (const [connection, seen] of this.#connections) {
      if (connection.inFlight === 0 || connection.answered !== seen.answered) {
        seen.answered = connection.answered
        seen.sinceTick = this.#tick
      } else if ((this.#tick - seen.sinceTick) * TICK_MS >= SILENT_MS) void this.#probe(connection)
    }
  }

  async #probe({ server, config }: Connection): Promise<void> {
    if (!server || (this.#probing.get(server) ?? -Infinity) > this.#tick) return
    this.#probing.set(server, Infinity)
    const isThere = await isAnswering({ ...config, ...server })
    this.#probing.set(server, this.#tick + PROBE_PAUSE_MS / TICK_MS)
    if (isThere) return
    if (this.#lastGood === server) this.#lastGood = undefined
    for (const connection of this.#connections.keys()) if (connection.server === server) connection.destroy()
  }
}

/** A refusal is an answer too. */
async function isAnswering(config: ClientConfig): Promise<boolean> {
  const probe = Connection.open(config, () => {}).then(
    async (connection) => {
      await connection.send({ text: 'select 1' })
      void connection.close()
      return true
    },
    (error: unknown) => error instanceof DatabaseError,
  )
  const late = new Promise<false>((resolve) => afterOwnTime(PROBE_MS, () => resolve(false)))
  return Promise.race([probe.catch(() => false), late])
}
