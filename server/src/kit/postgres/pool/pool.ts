import { type Connection, type ConnectionConfig, ConnectionLost, isStaleError } from '../connection.ts'
import { afterOwnTime } from '../process-timer.ts'
import type { Servers } from '../servers.ts'
import type { CompiledStatement } from '../statement.ts'

export interface PoolOptions {
  readonly servers: Servers
  readonly config: ConnectionConfig
  /** SQL that follows each `begin`. */
  readonly afterBegin?: string
  readonly max: number
  /** False if a statement is sent only after the previous one on its connection completed. */
  readonly isPipelined: boolean
}

export interface PoolUsage {
  readonly open: number
  /** Connections that run statements or are lent to transactions. */
  readonly inUse: number
  /** Statements and transactions that wait for a connection. */
  readonly waiting: number
}

interface Waiter<T> {
  readonly since: number
  readonly resolve: (value: T | PromiseLike<T>) => void
  readonly reject: (error: Error) => void
}
interface WaitingStatement extends Waiter<unknown> {
  readonly statement: CompiledStatement
}

/** Statements wait behind a slow one on the same connection. Beyond this many they wait for any connection instead. */
const PIPELINE_MAX = 100
/** Time statements wait for the first connection before they fail. */
const WAIT_MS = 1500
/** Statements that have waited longer than this fail when their server is lost. */
const PATIENCE_MS = 500
const BACKOFF_MS = 25
const BACKOFF_MS_MAX = 500

/**
 * Connections to one database. Statements share connections and may be pipelined. A transaction borrows a connection, which is
 * idle when it is lent and clean when it comes back (decision 0017). One connection is never lent, so that statements outside
 * of transactions always find one, even when every transaction waits for such a statement.
 */
export class Connections {
  readonly #options: PoolOptions
  readonly #open = new Set<Connection>()
  readonly #statements: WaitingStatement[] = []
  readonly #borrowers: Waiter<Connection>[] = []
  #opening = 0
  #failures = 0
  #retryTimer: NodeJS.Timeout | undefined
  #stopExpecting: (() => void) | undefined
  #ending: PromiseWithResolvers<void> | undefined

  constructor(options: PoolOptions) {
    this.#options = options
  }

  get usage(): PoolUsage {
    const inUse = [...this.#open].filter((connection) => !connection.isIdle).length
    return { open: this.#open.size, inUse, waiting: this.#statements.length + this.#borrowers.length }
  }

  get afterBegin(): string {
    return this.#options.afterBegin ?? ''
  }

  send(statement: CompiledStatement): Promise<unknown> {
    if (this.#ending) return Promise.reject(closedError())
    const connection = this.#statements.length === 0 ? this.#leastBusy() : undefined
    if (connection) {
      if (connection.inFlight > 0) this.#openAnother()
      return this.#sendOn(connection, statement)
    }
    return new Promise((resolve, reject) => {
      this.#statements.push({ statement, resolve, reject, since: performance.now() })
      this.#openAnother()
    })
  }

  /** Lends a connection to a transaction. */
  borrow(): Promise<Connection> {
    if (this.#ending) return Promise.reject(closedError())
    return new Promise((resolve, reject) => {
      this.#borrowers.push({ resolve, reject, since: performance.now() })
      this.#serve()
    })
  }

  /**
   * Takes a connection back. It is cut if a transaction may still be open on it: the next statement must not become part of it.
   */
  putBack(connection: Connection): void {
    connection.isLent = false
    connection.onLostWhileLent = undefined
    if (!connection.isLost && (connection.inFlight > 0 || !connection.isClean)) connection.destroy()
    this.#serve()
  }

  /** Closes every connection when its statements have completed, at the latest after `timeout` seconds. */
  async end({ timeout = 30 }: { timeout?: number } = {}): Promise<void> {
    if (this.#ending) return this.#ending.promise
    this.#ending = Promise.withResolvers()
    const timer = setTimeout(() => {
      this.#rejectWaiting(closedError())
      for (const connection of this.#open) connection.destroy()
    }, timeout * 1000)
    this.#serve()
    await this.#ending.promise
    this.#stopExpecting?.()
    for (const pending of [timer, this.#retryTimer]) clearTimeout(pending)
  }

  async #sendOn(connection: Connection, statement: CompiledStatement): Promise<unknown> {
    try {
      const rows = await connection.send(statement)
      if (!connection.isClean && !connection.isLost && !connection.isLent) connection.destroy()
      return rows
    } catch (error) {
      // The statement did not run: another connection runs it.
      if (connection.isStale && !this.#ending && isStaleError(error)) return this.send(statement)
      throw error
    } finally {
      if (this.#hasWaiting || connection.isStale || this.#ending) this.#serve()
    }
  }

  get #hasWaiting(): boolean {
    return this.#statements.length > 0 || this.#borrowers.length > 0
  }

  /** Assigns free connections to waiting statements and transactions, and opens more for the rest. */
  #serve(): void {
    this.#closeStale()
    this.#sendWaiting()
    this.#lendIdle()
    this.#reserveForBorrowers()
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
      if (connection.isLent || connection.isReserved || connection.isStale) continue
      if (connection.inFlight === 0) return connection
      if (!best || connection.inFlight < best.inFlight) best = connection
    }
    return best && this.#options.isPipelined && best.inFlight < PIPELINE_MAX ? best : undefined
  }

  #lendIdle(): void {
    for (const connection of this.#open) {
      if (this.#borrowers.length === 0 || this.#lendable === 0) return
      if (!connection.isIdle || connection.isStale) continue
      connection.isReserved = false
      connection.isLent = true
      this.#borrowers.shift()?.resolve(connection)
    }
  }

  /** Number of connections that may still be lent. */
  get #lendable(): number {
    const { max } = this.#options
    let lent = 0
    for (const { isLent } of this.#open) if (isLent) lent++
    return Math.max(1, max - 1) - lent
  }

  /** A busy connection becomes idle only without new statements: one is reserved for each waiting transaction. */
  #reserveForBorrowers(): void {
    let wanted = Math.min(this.#borrowers.length, this.#lendable)
    for (const connection of this.#open) {
      if (connection.isLent || connection.isStale) continue
      connection.isReserved = wanted-- > 0
    }
  }

  #openAnother(): void {
    const { max } = this.#options
    const waiting = this.#statements.length + this.#borrowers.length
    if (waiting > 0 && this.#open.size === 0) this.#expectSoon()
    // While the database is unavailable one attempt at a time is enough.
    const isWanted = this.#opening < (this.#failures > 0 ? 1 : Math.max(1, waiting))
    if (this.#open.size + this.#opening >= max || !isWanted || this.#retryTimer) return
    this.#opening++
    this.#options.servers
      .open(this.#options.config, (connection) => this.#lost(connection))
      .then(
        (connection) => this.#opened(connection),
        (error: Error) => this.#failed(error),
      )
  }

  /** Rejects waiting callers when no connection opens soon: they get a quick 503 instead. */
  #expectSoon(): void {
    this.#stopExpecting ??= afterOwnTime(WAIT_MS, () => {
      this.#stopExpecting = undefined
      if (this.#open.size === 0) this.#rejectWaiting(new ConnectionLost('The database does not respond'))
    })
  }

  #opened(connection: Connection): void {
    this.#opening--
    this.#failures = 0
    this.#stopExpecting?.()
    this.#stopExpecting = undefined
    if (!connection.isLost) this.#open.add(connection)
    this.#serve()
  }

  /** Rejects waiting statements and transactions at once, unless there are other connections to wait for. */
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
    if (this.#open.size === 0) this.#rejectPatient()
    this.#serve()
  }

  #rejectWaiting(error: Error): void {
    for (const waiting of this.#statements.splice(0)) waiting.reject(error)
    for (const waiting of this.#borrowers.splice(0)) waiting.reject(error)
  }

  /** Rejects those that came first and waited for the lost connections. */
  #rejectPatient(): void {
    const until = performance.now() - PATIENCE_MS
    const error = new ConnectionLost('The connection to the database was lost')
    while ((this.#statements[0]?.since ?? Infinity) < until) this.#statements.shift()?.reject(error)
    while ((this.#borrowers[0]?.since ?? Infinity) < until) this.#borrowers.shift()?.reject(error)
  }

  #closeStale(): void {
    for (const connection of this.#open) if (connection.isStale && connection.isIdle) this.#close(connection)
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

function closedError(): ConnectionLost {
  return new ConnectionLost('This connection pool is closed')
}
