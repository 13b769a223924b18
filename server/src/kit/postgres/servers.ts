import { setTimeout as sleep } from 'node:timers/promises'
import { type ClientConfig, DatabaseError } from 'pg'
import type { Server } from './address.ts'
import { Connection } from './connection.ts'
import { afterOwnTime, TICK_MS } from './process-timer.ts'

export interface ServersOptions {
  readonly servers: readonly Server[]
  /** Accepts a standby, for reads that may lag. */
  readonly canBeStandby?: boolean
  /** True if there is a transaction pooler in between: it responds for a server that it has not asked. */
  readonly isPooled?: boolean
}

/** A server that is silent for this long is probed. */
const SILENT_MS = 1000
/** Time limit of a probe. Together with `SILENT_MS` this is the cost of a frozen server for a caller. */
const PROBE_MS = 2000
/** Time between two probes: a slow statement is silent too. */
const PROBE_PAUSE_MS = 2000
/** Servers are tried one after the other, each this much later than the previous one. */
const STAGGER_MS = 100
const RETRY_MS = 200

/** Thrown when no server of DATABASE_URL accepts writes. */
export class NoPrimary extends Error {
  override name = 'NoPrimary'
  readonly code = 'NO_PRIMARY'
}

/**
 * The servers of one database, for all pools of a process. It connects to the current primary and detects a server that neither
 * responds nor closes its connections: a frozen process, even behind a local socket, or a machine that is gone. Node offers no
 * TCP user timeout, and a limit on statements would also end slow ones. A silent server is therefore probed on a separate
 * connection.
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
   * Connects to the first primary found, trying the last good server first. A server that does not respond does not delay the
   * others: they are tried again until it responds or its time is over.
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

  /** Counts its own ticks instead of reading a clock: while this process is frozen, no response can be read. */
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

/** A refusal is a response too. */
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
