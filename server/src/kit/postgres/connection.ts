import { Client, type ClientConfig, Query, type QueryConfig, type QueryResult } from 'pg'
import type { Compiled } from './statement.ts'
import { types } from './values.ts'

/** The connection was lost: whether its statements ran is unknown. */
export class ConnectionLost extends Error {
  override name = 'ConnectionLost'
  readonly code = 'CONNECTION_LOST'
}

type List = unknown[] & { count?: number }

const CONNECT_MS = 10_000
const NAMES_MAX = 2000
/** Names of prepared statements, the same on every connection. Bounded, because a connection keeps what it has prepared. */
const names = new Map<string, string>()

function nameOf(text: string): string | undefined {
  const known = names.get(text)
  if (known !== undefined || names.size >= NAMES_MAX) return known
  const name = `q${names.size}`
  names.set(text, name)
  return name
}

/** One connection: statements are sent at once (pipelined) and answered in order. */
export class Connection {
  readonly #client: Client
  readonly #onLost: (connection: Connection) => void
  #isCopying = false
  /** Statements that were sent and not answered. */
  inFlight = 0
  /** In use by a transaction, and by nothing else. */
  isLent = false
  /** Takes no new statements, so that it becomes idle for a transaction that waits. */
  isReserved = false
  /** Its prepared statements no longer fit the tables: it is closed when it is idle. */
  isStale = false
  isLost = false
  /** Called when it is lost while it is lent. */
  onLostWhileLent: ((error: Error) => void) | undefined

  private constructor(client: Client, onLost: (connection: Connection) => void) {
    this.#client = client
    this.#onLost = onLost
    client.on('error', () => this.#lose())
    client.on('end', () => this.#lose())
  }

  static async open(config: ClientConfig, onLost: (connection: Connection) => void): Promise<Connection> {
    const client = new Client({
      connectionTimeoutMillis: CONNECT_MS,
      keepAlive: true,
      ...config,
      pipeline: true,
      types,
    })
    const connection = new Connection(client, onLost)
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

  async send({ text, values, hasManyRows = false }: Compiled): Promise<List> {
    const { rows, rowCount } = await this.#query(
      values ? { text, values: values as unknown[], name: hasManyRows ? undefined : nameOf(text) } : { text },
    )
    // Several statements in one text have a list of results, which no caller reads.
    const list: List = rows ?? []
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
        if (error) reject(this.#classify(error))
        else resolve(result)
      })
    })
  }

  /** Sends rows by COPY, on a connection that is lent. */
  copy(text: string, lines: Iterable<string>): Promise<void> {
    this.inFlight++
    this.#isCopying = true
    return new Promise<void>((resolve, reject) => {
      const query = new CopyIn(text, lines, (error) => {
        this.inFlight--
        this.#isCopying = false
        if (error) reject(this.#classify(error))
        else resolve()
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
    if (isStaleError(error)) this.isStale = true
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

const CHUNK_CHARS = 1 << 18

interface CopyConnection {
  readonly stream: {
    write(bytes: unknown): boolean
    once(event: string, then: () => void): void
    writableNeedDrain: boolean
  }
  sendCopyFromChunk(bytes: Buffer): void
  endCopyFrom(): void
  sendCopyFail(reason: string): void
}

/** COPY FROM STDIN, which the driver leaves to subclasses of its query. */
class CopyIn extends Query {
  readonly #lines: Iterator<string>
  #isOver = false

  constructor(text: string, lines: Iterable<string>, done: (error: Error | null) => void) {
    super(text, undefined, ((error: Error | null) => {
      this.#isOver = true
      done(error)
    }) as never)
    this.#lines = lines[Symbol.iterator]()
  }

  /** One chunk in each turn of the event loop, so that others run between them. */
  handleCopyInResponse(connection: CopyConnection): void {
    if (this.#isOver) return
    try {
      let text = ''
      let isLast = false
      while (!isLast && text.length < CHUNK_CHARS) {
        const { done = false, value } = this.#lines.next()
        isLast = done
        if (!done) text += `${value}\n`
      }
      if (text !== '') connection.sendCopyFromChunk(Buffer.from(text))
      if (isLast) return connection.endCopyFrom()
      const continueLater = () => setImmediate(() => this.handleCopyInResponse(connection))
      if (connection.stream.writableNeedDrain) connection.stream.once('drain', continueLater)
      else continueLater()
    } catch (error) {
      connection.sendCopyFail((error as Error).message)
    }
  }
}
