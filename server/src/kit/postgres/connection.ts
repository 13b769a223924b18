import { Client, type ClientConfig, type Query, type QueryConfig, type QueryResult } from 'pg'
import type { Server } from './address.ts'
import { CopyBytes, CopyLines, CopyOut, type Sink } from './copy-query.ts'
import type { CompiledStatement } from './statement.ts'
import { types } from './values.ts'

/** Thrown when the connection was lost: it is unknown whether its statements ran. */
export class ConnectionLost extends Error {
  override name = 'ConnectionLost'
  readonly code = 'CONNECTION_LOST'
}

type RowList = unknown[] & { count?: number }

/** A server that does not respond within this time counts as unavailable. */
const CONNECT_MS = 3000
const NAMES_MAX = 2000
/**
 * Names of prepared statements, the same on every connection. Bounded, because a connection keeps everything it has prepared.
 */
const names = new Map<string, string>()

function nameStatement(text: string): string | undefined {
  const known = names.get(text)
  if (known !== undefined || names.size >= NAMES_MAX) return known
  const name = `q${names.size}`
  names.set(text, name)
  return name
}

export interface ConnectionConfig extends ClientConfig {
  /** True if statements get names, so that they are planned once. A transaction pooler may not support them. */
  readonly isPrepared?: boolean
}

/** Parameters that PostgreSQL reports at the start and whenever they change. */
interface ParameterSource {
  on(event: 'parameterStatus', listener: (status: { parameterName: string; parameterValue: string }) => void): void
}

/** One connection: statements are sent at once (pipelined) and return in order. */
export class Connection {
  readonly #client: Client
  readonly #onLost: (connection: Connection) => void
  readonly #isPrepared: boolean
  readonly config: ClientConfig
  #isCopying = false
  server: Server | undefined
  /** True if the server accepts no writes. */
  isStandby = false
  /** Number of completed statements. */
  answered = 0
  /** Statements that were sent and have not completed. */
  inFlight = 0
  /** True while a transaction has it to itself. */
  isLent = false
  /** True while it accepts no new statements, so that it becomes idle for a waiting transaction. */
  isReserved = false
  /** True if its prepared statements no longer fit the tables, or its server is read-only now: it is closed when it is idle. */
  isStale = false
  isLost = false
  /** Called when it is lost while it is lent. */
  onLostWhileLent: ((error: Error) => void) | undefined

  private constructor(client: Client, config: ConnectionConfig, onLost: (connection: Connection) => void) {
    this.#client = client
    this.#onLost = onLost
    this.#isPrepared = config.isPrepared ?? true
    this.config = config
    client.on('error', () => this.#lose())
    client.on('end', () => this.#lose())
    const { connection } = client as unknown as { connection: ParameterSource }
    connection.on('parameterStatus', ({ parameterName, parameterValue }) => {
      if (parameterName === 'in_hot_standby') this.isStandby = parameterValue === 'on'
    })
  }

  static async open(config: ConnectionConfig, onLost: (connection: Connection) => void): Promise<Connection> {
    const client = new Client({
      connectionTimeoutMillis: CONNECT_MS,
      keepAlive: true,
      ...config,
      pipeline: true,
      types,
    })
    const connection = new Connection(client, config, onLost)
    try {
      await client.connect()
    } catch (error) {
      connection.isLost = true
      throw typeof (error as { code?: unknown }).code === 'string' ? error : lost(error)
    }
    return connection
  }

  get isIdle(): boolean {
    return this.inFlight === 0 && !this.isLent
  }

  /** True if the last response said that no transaction is open. */
  get isClean(): boolean {
    return this.#client.getTransactionStatus() === 'I'
  }

  async send({ text, values, hasManyRows = false }: CompiledStatement): Promise<RowList> {
    const isNamed = this.#isPrepared && !hasManyRows
    const { rows, rowCount } = await this.#query(
      values ? { text, values: values as unknown[], name: isNamed ? nameStatement(text) : undefined } : { text },
    )
    // Several statements in one text return a list of results, which no caller reads.
    const list: RowList = rows ?? []
    list.count = rowCount ?? 0
    return list
  }

  /** PostgreSQL responds to the `commit` of a failed transaction with ROLLBACK and no error. */
  async commit(): Promise<void> {
    const { command } = await this.#query({ text: 'commit' })
    if (command !== 'COMMIT') throw new Error(`The transaction was not committed: the database returned ${command}`)
  }

  #query(query: { text: string; values?: unknown[]; name?: string | undefined }): Promise<QueryResult> {
    // PostgreSQL would read the statement as a part of the rows.
    if (this.#isCopying) return Promise.reject(new Error('No statement can be sent while a COPY is running'))
    this.inFlight++
    return new Promise((resolve, reject) => {
      this.#client.query(query as QueryConfig, (error: Error | null | undefined, result: QueryResult) => {
        this.inFlight--
        this.answered++
        if (error) reject(this.#classify(error))
        else resolve(result)
      })
    })
  }

  /** Sends rows by COPY, on a lent connection. */
  async copy(text: string, lines: Iterable<string>): Promise<void> {
    await this.#copy((done) => new CopyLines(text, lines, done))
  }

  /** COPY FROM STDIN of bytes, and COPY TO STDOUT into a sink. Both return the number of rows. */
  copyBytes(text: string, chunks: AsyncIterable<Uint8Array>): Promise<number> {
    return this.#copy((done) => new CopyBytes(text, chunks, done))
  }

  copyOut(text: string, sink: Sink): Promise<number> {
    return this.#copy((done) => new CopyOut(text, sink, done))
  }

  #copy(createQuery: (done: (error: Error | null, result: QueryResult) => void) => Query): Promise<number> {
    this.inFlight++
    this.#isCopying = true
    return new Promise((resolve, reject) => {
      const query = createQuery((error, result) => {
        this.inFlight--
        this.#isCopying = false
        if (error) reject(this.#classify(error))
        else resolve(result.rowCount ?? 0)
      })
      this.#client.query(query)
    })
  }

  onNotification(listener: (channel: string, payload: string) => void): void {
    this.#client.on('notification', ({ channel, payload }) => listener(channel, payload ?? ''))
  }

  /** Closes the connection after its statements in flight have completed. */
  async close(): Promise<void> {
    this.isLost = true
    await this.#client.end().catch(() => {})
  }

  /** Cuts the connection: statements in flight fail. */
  destroy(): void {
    const { stream } = (this.#client as unknown as { connection: { stream: { destroy(): void } } }).connection
    stream.destroy()
    this.#lose()
  }

  #classify(error: Error & { code?: unknown }): Error {
    // The primary became a standby: the next connection finds the new primary.
    if (isStaleError(error) || error.code === '25006') this.isStale = true
    return typeof error.code === 'string' || !this.isLost ? error : lost(error)
  }

  #lose(): void {
    if (this.isLost) return
    this.isLost = true
    this.onLostWhileLent?.(new ConnectionLost('The connection to the database was lost'))
    this.#onLost(this)
  }
}

/** Returns true when a prepared statement no longer fits the tables, as after a migration. It did not run. */
export function isStaleError(error: unknown): boolean {
  const { code, routine } = (error ?? {}) as { code?: unknown; routine?: unknown }
  return routine === 'RevalidateCachedQuery' || code === '26000'
}

/** The driver's own errors have no code. */
function lost(cause: unknown): ConnectionLost {
  return new ConnectionLost((cause as Error).message, { cause })
}
