import type { Socket } from 'node:net'
import type { buildConnector } from 'undici'
import type { HttpRequest, HttpResponse } from './exchange.ts'
import { Http1Response } from './http1-response.ts'

export interface Http1Request extends Pick<HttpRequest, 'url' | 'method' | 'headers' | 'bytesMax'> {
  readonly body: string
  /** Time limit for the whole exchange: name, connection and response. */
  readonly deadlineMs: number
  /** Opens a connection for this request. */
  readonly connect: buildConnector.connector
}

interface Exchange {
  /** The whole request as written to the connection. */
  readonly text: string
  readonly bytesMax: number
  readonly resolve: (response: HttpResponse) => void
  readonly reject: (error: Error) => void
  timer: NodeJS.Timeout | undefined
  connection: Connection | undefined
  isOver: boolean
}

/** Time an unused connection is kept. If the server keeps it for less, `IDLE_MARGIN_MS` less than the server's time. */
const IDLE_MS = 10_000
const IDLE_MARGIN_MS = 1000
const SWEEP_MS = 1000

/**
 * HTTP/1.1 client for many small requests: a request is one write, and its response is read as it arrives. Measured (0041):
 * less than half of the processor time of undici's dispatcher, which was more than half of a webhook delivery. A host gets as
 * many connections as there are exchanges with it (0011). No request is sent twice.
 */
export class Http1Client {
  readonly #idle = new Map<string, Connection[]>()
  readonly #open = new Set<Connection>()
  #resting: { origin: string; connection: Connection }[] = []
  #rested: { origin: string; connection: Connection }[] = []
  #sweeper: NodeJS.Timeout | undefined
  #isClosed = false
  /** Exchanges a request. `expired` creates the error for when the time is over. */
  exchange(request: Http1Request, expired: () => Error): Promise<HttpResponse> {
    return new Promise((resolve, reject) => {
      const { url, bytesMax, deadlineMs } = request
      const text = serializeRequest(request)
      const exchange: Exchange = {
        text,
        bytesMax,
        resolve,
        reject,
        timer: undefined,
        connection: undefined,
        isOver: false,
      }
      exchange.timer = setTimeout(() => fail(exchange, expired()), deadlineMs)
      const idle = this.#takeIdle(url.origin)
      if (idle) return idle.begin(exchange)
      const { protocol, host, port } = url
      const hostname = url.hostname.replace(/^\[|\]$/g, '')
      request.connect({ hostname, host, protocol, port }, (...[error, socket]) => {
        if (!socket) return fail(exchange, error ?? new Error('No connection was made'))
        if (this.#isClosed) fail(exchange, new Error('The connections were closed'))
        if (exchange.isOver) socket.destroy()
        else this.#add(url.origin, socket).begin(exchange)
      })
    })
  }
  close(): void {
    this.#isClosed = true
    clearInterval(this.#sweeper)
    for (const connection of this.#open) connection.destroy()
  }
  #add(origin: string, socket: Socket): Connection {
    const connection = new Connection(socket, {
      onIdle: () => this.#putBack(origin, connection),
      onClose: () => this.#open.delete(connection),
    })
    this.#open.add(connection)
    return connection
  }
  /** Takes the most recently used connection: the others may time out. */
  #takeIdle(origin: string): Connection | undefined {
    const idle = this.#idle.get(origin)
    if (!idle) return undefined
    const now = performance.now()
    for (let connection = idle.pop(); connection; connection = idle.pop())
      if (connection.isUsable(now)) return connection
    return undefined
  }
  /** Anything the server does right after its response, such as closing the connection, is read before the next request. */
  #putBack(origin: string, connection: Connection): void {
    this.#resting.push({ origin, connection })
    this.#sweeper ??= setInterval(() => this.#sweep(), SWEEP_MS).unref()
    if (this.#resting.length + this.#rested.length === 1) setImmediate(() => this.#rest())
  }
  /** The first call after a connection became idle may be in the same turn of the event loop; the second is in the next one. */
  #rest(): void {
    for (const { origin, connection } of this.#rested) {
      const idle = this.#idle.get(origin)
      if (idle) idle.push(connection)
      else this.#idle.set(origin, [connection])
    }
    this.#rested = this.#resting
    this.#resting = []
    if (this.#rested.length > 0) setImmediate(() => this.#rest())
  }
  #sweep(): void {
    const now = performance.now()
    for (const [origin, connections] of this.#idle) {
      const usable = connections.filter((connection) => connection.isUsable(now))
      if (usable.length > 0) this.#idle.set(origin, usable)
      else this.#idle.delete(origin)
    }
  }
}

/** One connection with at most one exchange at a time. */
class Connection {
  readonly #socket: Socket
  readonly #onIdle: () => void
  #exchange: Exchange | undefined
  #response: Http1Response | undefined
  #idleUntil = 0
  /** The last `Keep-Alive` header and its value. */
  #keepAlive: string | string[] | undefined
  #idleMs = IDLE_MS
  constructor(socket: Socket, { onIdle, onClose }: { onIdle: () => void; onClose: () => void }) {
    this.#socket = socket
    this.#onIdle = onIdle
    socket.on('data', (bytes: Buffer) => this.#receive(bytes))
    socket.on('error', (error) => this.#fail(error))
    socket.on('close', () => {
      this.#finishAtEnd()
      onClose()
    })
  }
  /** Returns false, and closes the connection, if it was unused for too long. */
  isUsable(now: number): boolean {
    if (now >= this.#idleUntil) this.destroy()
    return this.#socket.writable
  }
  begin(exchange: Exchange): void {
    exchange.connection = this
    this.#exchange = exchange
    this.#response = new Http1Response(exchange.bytesMax)
    this.#socket.ref()
    this.#socket.write(exchange.text)
  }
  destroy(): void {
    this.#exchange = undefined
    this.#socket.destroy()
  }
  #receive(bytes: Buffer): void {
    // Bytes that arrive without a request are not a response to the next one.
    if (!this.#exchange || !this.#response) return this.destroy()
    try {
      this.#response.push(bytes)
    } catch (error) {
      return this.#fail(error as Error)
    }
    if (this.#response.isDone) this.#finish(this.#exchange, this.#response)
  }
  #finish(exchange: Exchange, response: Http1Response): void {
    this.#exchange = undefined
    if (response.isReusable && this.#socket.writable) {
      this.#idleUntil = performance.now() + this.#readIdleMs(response.headers['keep-alive'])
      this.#socket.unref()
      this.#onIdle()
    } else this.#socket.destroy()
    exchange.isOver = true
    clearTimeout(exchange.timer)
    exchange.resolve(response.result())
  }
  #finishAtEnd(): void {
    if (!this.#exchange || !this.#response) return
    this.#response.end()
    if (this.#response.isDone) this.#finish(this.#exchange, this.#response)
    else this.#fail(new Error('The connection was closed before the response was complete'))
  }
  #fail(error: Error): void {
    const exchange = this.#exchange
    this.destroy()
    if (exchange) fail(exchange, error)
  }
  /** `Keep-Alive: timeout=5`, in seconds. */
  #readIdleMs(header: string | string[] | undefined): number {
    if (header === this.#keepAlive) return this.#idleMs
    const [, seconds] = /\btimeout=(\d{1,6})\b/i.exec(String(header ?? '')) ?? []
    this.#keepAlive = header
    this.#idleMs = seconds === undefined ? IDLE_MS : Math.min(IDLE_MS, Number(seconds) * 1000 - IDLE_MARGIN_MS)
    return this.#idleMs
  }
}

function fail(exchange: Exchange, error: Error): void {
  exchange.isOver = true
  clearTimeout(exchange.timer)
  exchange.connection?.destroy()
  exchange.reject(error)
}

function serializeRequest({ url, method, headers, body }: Http1Request): string {
  let head = `${method} ${url.pathname}${url.search} HTTP/1.1\r\nhost: ${url.host}\r\nconnection: keep-alive\r\n`
  for (const name of Object.keys(headers)) {
    const value = headers[name] ?? ''
    // Every header is ours: one with a line break is a bug and must not become another header.
    if (/[^\t\x20-\x7e]/.test(value))
      throw new Error(`The header ${name} contains a character that is not allowed in headers`)
    head += `${name}: ${value}\r\n`
  }
  return `${head}content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`
}
