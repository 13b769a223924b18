import type { ClientConfig } from 'pg'
import { Connection, ConnectionLost, isStaleError } from './connection.ts'
import type { Compiled } from './statement.ts'

export interface PoolOptions {
  readonly config: ClientConfig
  readonly max: number
  /** Called when a connection is lost, and with it its session. */
  readonly onLost?: (() => void) | undefined
}

interface Waiting<T> {
  readonly resolve: (value: T | PromiseLike<T>) => void
  readonly reject: (error: Error) => void
}
interface WaitingStatement extends Waiting<unknown> {
  readonly statement: Compiled
}

/** Statements behind one that is slow wait for it: beyond this they wait for any connection instead. */
const PIPELINE_MAX = 100
const BACKOFF_MS = 25
const BACKOFF_MS_MAX = 500

/**
 * Connections to one database. Statements share connections and are pipelined; a transaction gets a connection of its own,
 * which is idle when it is lent and clean when it comes back. One connection is never lent, so that a statement outside of
 * any transaction always finds one, also when every transaction waits for it.
 */
export class Connections {
  readonly #options: PoolOptions
  readonly #open = new Set<Connection>()
  readonly #statements: WaitingStatement[] = []
  readonly #borrowers: Waiting<Connection>[] = []
  #opening = 0
  #failures = 0
  #retryTimer: NodeJS.Timeout | undefined
  #ending: PromiseWithResolvers<void> | undefined

  constructor(options: PoolOptions) {
    this.#options = options
  }

  send(statement: Compiled): Promise<unknown> {
    if (this.#ending) return Promise.reject(ended())
    const connection = this.#statements.length === 0 ? this.#leastBusy() : undefined
    if (connection) {
      if (connection.inFlight > 0) this.#openAnother()
      return this.#sendOn(connection, statement)
    }
    return new Promise((resolve, reject) => {
      this.#statements.push({ statement, resolve, reject })
      this.#openAnother()
    })
  }

  /** Lends a connection to a transaction. */
  borrow(): Promise<Connection> {
    if (this.#ending) return Promise.reject(ended())
    return new Promise((resolve, reject) => {
      this.#borrowers.push({ resolve, reject })
      this.#serve()
    })
  }

  /** Takes a connection back. One on which a transaction may still be open is cut: the next statement must not join it. */
  giveBack(connection: Connection): void {
    connection.isLent = false
    connection.onLostWhileLent = undefined
    if (!connection.isLost && (connection.inFlight > 0 || !connection.isClean)) connection.destroy()
    this.#serve()
  }

  /** Waits for what is under way, at most so long, and closes every connection. */
  async end({ timeout = 30 }: { timeout?: number } = {}): Promise<void> {
    if (this.#ending) return this.#ending.promise
    this.#ending = Promise.withResolvers()
    const timer = setTimeout(() => {
      this.#rejectWaiting(ended())
      for (const connection of this.#open) connection.destroy()
    }, timeout * 1000)
    this.#serve()
    await this.#ending.promise
    clearTimeout(timer)
    clearTimeout(this.#retryTimer)
  }

  async #sendOn(connection: Connection, statement: Compiled): Promise<unknown> {
    try {
      const rows = await connection.send(statement)
      if (!connection.isClean && !connection.isLost && !connection.isLent) connection.destroy()
      return rows
    } catch (error) {
      // It did not run, and runs elsewhere.
      if (connection.isStale && !this.#ending && isStaleError(error)) return this.send(statement)
      throw error
    } finally {
      if (this.#hasWaiting || connection.isStale || this.#ending) this.#serve()
    }
  }

  get #hasWaiting(): boolean {
    return this.#statements.length > 0 || this.#borrowers.length > 0
  }

  /** Serves those who wait as far as connections go, and sees to it that the others will be. */
  #serve(): void {
    this.#closeStale()
    this.#sendWaiting()
    this.#lendIdle()
    this.#keepForBorrowers()
    if (this.#hasWaiting) this.#openAnother()
    if (this.#ending) this.#closeIdle()
  }

  #sendWaiting(): void {
    while (this.#statements.length > 0) {
      const connection = this.#leastBusy()
      if (!connection) return
      const { statement, resolve } = this.#statements.shift() as WaitingStatement
      resolve(this.#sendOn(connection, statement))
    }
  }

  #leastBusy(): Connection | undefined {
    let best: Connection | undefined
    for (const connection of this.#open) {
      if (connection.isLent || connection.isKept || connection.isStale) continue
      if (connection.inFlight === 0) return connection
      if (!best || connection.inFlight < best.inFlight) best = connection
    }
    return best && best.inFlight < PIPELINE_MAX ? best : undefined
  }

  #lendIdle(): void {
    for (const connection of this.#open) {
      if (this.#borrowers.length === 0 || this.#lendable === 0) return
      if (!connection.isIdle || connection.isStale) continue
      connection.isKept = false
      connection.isLent = true
      this.#borrowers.shift()?.resolve(connection)
    }
  }

  /** How many more connections may be lent. */
  get #lendable(): number {
    const { max } = this.#options
    let lent = 0
    for (const { isLent } of this.#open) if (isLent) lent++
    return Math.max(1, max - 1) - lent
  }

  /** Busy connections become idle only when they get no new statements: as many are kept from them as transactions wait. */
  #keepForBorrowers(): void {
    let wanted = Math.min(this.#borrowers.length, this.#lendable)
    for (const connection of this.#open) {
      if (connection.isLent || connection.isStale) continue
      connection.isKept = wanted-- > 0
    }
  }

  #openAnother(): void {
    const { max } = this.#options
    const isWanted = this.#opening < Math.max(1, this.#statements.length + this.#borrowers.length)
    if (this.#open.size + this.#opening >= max || !isWanted || this.#retryTimer) return
    this.#opening++
    Connection.open(this.#options.config, (connection) => this.#lost(connection)).then(
      (connection) => this.#opened(connection),
      (error: Error) => this.#failed(error),
    )
  }

  #opened(connection: Connection): void {
    this.#opening--
    this.#failures = 0
    if (!connection.isLost) this.#open.add(connection)
    this.#serve()
  }

  /** Those who wait are told at once that the database does not answer, unless there are connections to wait for. */
  #failed(error: Error): void {
    this.#opening--
    if (this.#open.size === 0 && this.#opening === 0) this.#rejectWaiting(error)
    const delay = Math.min(BACKOFF_MS * 2 ** this.#failures++, BACKOFF_MS_MAX)
    this.#retryTimer ??= setTimeout(() => {
      this.#retryTimer = undefined
      this.#serve()
    }, delay)
    if (this.#ending) this.#closeIdle()
  }

  #lost(connection: Connection): void {
    if (!this.#open.delete(connection)) return
    this.#options.onLost?.()
    this.#serve()
  }

  #rejectWaiting(error: Error): void {
    for (const waiting of this.#statements.splice(0)) waiting.reject(error)
    for (const waiting of this.#borrowers.splice(0)) waiting.reject(error)
  }

  #closeStale(): void {
    for (const connection of this.#open) {
      if (!connection.isStale || !connection.isIdle) continue
      this.#close(connection)
      this.#options.onLost?.()
    }
  }

  #closeIdle(): void {
    if (this.#hasWaiting) return
    for (const connection of this.#open) if (connection.isIdle) this.#close(connection)
    if (this.#open.size === 0 && this.#opening === 0) this.#ending?.resolve()
  }

  #close(connection: Connection): void {
    this.#open.delete(connection)
    void connection.close()
  }
}

function ended(): ConnectionLost {
  return new ConnectionLost('This pool of connections was closed')
}
