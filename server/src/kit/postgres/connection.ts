import { Client, type ClientConfig, type Query, type QueryConfig, type QueryResult } from 'pg'
import type { Server } from './address.ts'
import { CopyBytes, CopyLines, CopyOut, type Sink } from './copy-query.ts'
import type { CompiledStatement } from './statement.ts'
import { types } from './values.ts'

/** The connection was lost: whether its statements ran is unknown. */
export class ConnectionLost extends Error {
  override name = 'ConnectionLost'
  readonly code = 'CONNECTION_LOST'
}

type RowList = unknown[] & { count?: number }

/** A server answers within this time, or is away. */
const CONNECT_MS = 3000
const NAMES_MAX = 2000
/** Names of prepared statements, the same on every connection. Bounded, because a connection keeps what it has prepared. */
const names = new Map<string, string>()

function nameStatement(text: string): string | undefined {
  const known = names.get(text)
  if (known !== undefined || names.size >= NAMES_MAX) return known
  const name = `q${names.size}`
  names.set(text, name)
  return name
}

export interface ConnectionConfig extends ClientConfig {
  /** Whether statements get names, so that they are planned once. A pooler by transaction may not know them. */
  readonly isPrepared?: boolean
}

/** What PostgreSQL reports of itself, at the start and whenever it changes. */
interface ParameterSource {
  on(event: 'parameterStatus', listener: (status: { parameterName: string; parameterValue: string }) => void): void
}

/** One connection: statements are sent at once (pipelined) and answered in order. */
export class Connection {
  readonly #client: Client
  readonly #onLost: (connection: Connection) => void
  readonly #isPrepared: boolean
  readonly config: ClientConfig
  #isCopying = false
  server: Server | undefined
  /** It accepts no writes. */
  isStandby = false
  /** Counts answers. */
  answered = 0
  /** Statements that were sent and not answered. */
  inFlight = 0
  /** In use by a transaction, and by nothing else. */
  isLent = false
  /** Takes no new statements, so that it becomes idle for a transaction that waits. */
  isReserved = false
  /** Its prepared statements no longer fit the tables, or its server is read-only now: it is closed when it is idle. */
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

  /** The last answer said that no transaction is open on it. */
  get isClean(): boolean {
    return this.#client.getTransactionStatus() === 'I'
  }

  async send({ text, values, hasManyRows = false }: CompiledStatement): Promise<RowList> {
    const isNamed = this.#isPrepared && !hasManyRows
    const { rows, rowCount } = await this.#query(
      values ? { text, values: values as unknown[], name: isNamed ? nameStatement(text) : undefined } : { text },
    )
    // Several statements in one text have a list of results, which no caller reads.
    const list: RowList = rows ?? []
    list.count = rowCount ?? 0
    return list
  }

  /** PostgreSQL answers the `commit` of a failed transaction with ROLLBACK and no error. */
  async commit(): Promise<void> {
    const { command } = await this.#query({ text: 'commit' })
    if (command !== 'COMMIT') throw new Error(`The transaction was not committed: the database answered ${command}`)
  }

  #query(query: { text: string; values?: unknown[]; name?: string | undefined }): Promise<QueryResult> {
    // PostgreSQL would read it as a part of the rows.
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

  /** Sends rows by COPY, on a connection that is lent. */
  async copy(text: string, lines: Iterable<string>): Promise<void> {
    await this.#copy((done) => new CopyLines(text, lines, done))
  }

  /** COPY FROM STDIN of bytes, and COPY TO STDOUT into a sink: both answer the number of rows. */
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

  /** Closes it in order: statements in flight are answered first. */
  async close(): Promise<void> {
    this.isLost = true
    await this.#client.end().catch(() => {})
  }

  /** Cuts it: statements in flight fail. */
  destroy(): void {
    const { stream } = (this.#client as unknown as { connection: { stream: { destroy(): void } } }).connection
    stream.destroy()
    this.#lose()
  }

  #classify(error: Error & { code?: unknown }): Error {
    // A leader that became a standby: the next connection finds the new one.
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

/** A prepared statement no longer fits the tables, as after a migration: it did not run. */
export function isStaleError(error: unknown): boolean {
  const { code, routine } = (error ?? {}) as { code?: unknown; routine?: unknown }
  return routine === 'RevalidateCachedQuery' || code === '26000'
}

/** The driver's own errors have no code. */
function lost(cause: unknown): ConnectionLost {
  return new ConnectionLost((cause as Error).message, { cause })
}
