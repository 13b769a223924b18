import type { HttpResponse } from './exchange.ts'

const HEAD_BYTES_MAX = 16_384
const LINE_BYTES_MAX = 1024
const HEAD_END = Buffer.from('\r\n\r\n')
const LINE_END = Buffer.from('\r\n')
const NOTHING = Buffer.alloc(0)

type State = 'head' | 'length' | 'close' | 'chunk-size' | 'chunk' | 'chunk-end' | 'trailer' | 'done'

/**
 * Thrown for bytes that cannot be read as one HTTP/1.1 response. The connection is closed: nothing after it could be trusted.
 */
export class BadResponse extends Error {
  override name = 'BadResponse'
}

/**
 * Reads one HTTP/1.1 response (RFC 9112) from the bytes of a connection. It is strict, because a guess could read one response
 * as two.
 */
export class Http1Response {
  readonly #bytesMax: number
  #state: State = 'head'
  /** Bytes that are not read yet: the beginning of the headers or of a line. */
  #rest: Buffer = NOTHING
  #headBytes = 0
  /** Remaining bytes of the body or of its current chunk. */
  #left = 0
  #size = 0
  #chunks: Buffer[] = []
  #isTruncated = false
  #isKeptAlive = true
  status = 0
  headers: HttpResponse['headers'] = {}
  constructor(bytesMax: number) {
    this.#bytesMax = bytesMax
  }
  get isDone(): boolean {
    return this.#state === 'done'
  }
  /** True if the connection can be used for another request: the response was read completely and nothing else arrived. */
  get isReusable(): boolean {
    return this.isDone && this.#isKeptAlive && this.#rest.length === 0
  }
  result(): HttpResponse {
    const body = this.#chunks.length === 0 ? NOTHING : Buffer.concat(this.#chunks).subarray(0, this.#bytesMax)
    return { status: this.status, headers: this.headers, body, isTruncated: this.#isTruncated }
  }
  push(bytes: Buffer): void {
    let left = this.#rest.length > 0 ? Buffer.concat([this.#rest, bytes]) : bytes
    this.#rest = NOTHING
    while (left.length > 0 && !this.isDone) {
      const next = this.#read(left)
      if (!next) break
      left = next
    }
    this.#rest = left
  }
  /** Handles the end of the connection, which ends a body without a length. */
  end(): void {
    this.#isKeptAlive = false
    if (this.#state === 'close') this.#state = 'done'
  }
  /** Reads a part and returns the bytes after it; undefined when more bytes are needed first. */
  #read(bytes: Buffer): Buffer | undefined {
    if (this.#state === 'head') return this.#readHead(bytes)
    if (this.#state === 'close') return this.#take(bytes, bytes.length)
    if (this.#state === 'length') return this.#readCounted(bytes, 'done')
    if (this.#state === 'chunk') return this.#readCounted(bytes, 'chunk-end')
    return this.#readLine(bytes)
  }
  #readHead(bytes: Buffer): Buffer | undefined {
    const end = bytes.indexOf(HEAD_END)
    this.#assertHead(end < 0 ? bytes.length : end)
    if (end < 0) return undefined
    this.#headBytes += end
    const [first = '', ...lines] = bytes.toString('latin1', 0, end).split('\r\n')
    const [, minor, status] = /^HTTP\/1\.([01]) (\d{3})(?: |$)/.exec(first) ?? []
    if (status === undefined) throw new BadResponse('The response does not begin with an HTTP/1.1 status')
    this.status = Number(status)
    this.headers = readHeaders(lines)
    // 1xx: the response itself is still to come.
    if (this.status === 101) throw new BadResponse('The response changes the protocol')
    if (this.status >= 200) this.#beginBody(minor === '1')
    return bytes.subarray(end + HEAD_END.length)
  }
  #beginBody(isKeptAlive: boolean): void {
    const { connection, 'transfer-encoding': encoding, 'content-length': length } = this.headers
    this.#isKeptAlive = isKeptAlive && !/\bclose\b/i.test(String(connection ?? ''))
    if (encoding !== undefined && length !== undefined) throw new BadResponse('The response has two lengths')
    if (this.status === 204 || this.status === 304) this.#state = 'done'
    else if (encoding !== undefined) {
      if (String(encoding).toLowerCase() !== 'chunked') throw new BadResponse('The response has an unknown encoding')
      this.#state = 'chunk-size'
    } else if (length !== undefined) {
      if (typeof length !== 'string' || !/^\d{1,15}$/.test(length))
        throw new BadResponse('The response has an invalid length')
      this.#left = Number(length)
      this.#state = this.#left > 0 ? 'length' : 'done'
    } else this.#state = 'close'
  }
  #readCounted(bytes: Buffer, then: State): Buffer {
    const count = Math.min(this.#left, bytes.length)
    const rest = this.#take(bytes, count)
    this.#left -= count
    if (this.#left === 0 && !this.isDone) this.#state = then
    return rest
  }
  #take(bytes: Buffer, count: number): Buffer {
    this.#chunks.push(bytes.subarray(0, count))
    this.#size += count
    if (this.#size > this.#bytesMax) {
      this.#isTruncated = true
      this.#isKeptAlive = false
      this.#state = 'done'
    }
    return bytes.subarray(count)
  }
  /** Reads the lines between and after chunks. */
  #readLine(bytes: Buffer): Buffer | undefined {
    const end = bytes.indexOf(LINE_END)
    if ((end < 0 ? bytes.length : end) > LINE_BYTES_MAX)
      throw new BadResponse('The response has a line that is too long')
    if (end < 0) return undefined
    const line = bytes.toString('latin1', 0, end)
    if (this.#state === 'chunk-size') {
      const [, digits] = /^([0-9a-f]{1,8})[ \t]*(?:;.*)?$/i.exec(line) ?? []
      if (digits === undefined) throw new BadResponse('The response has an invalid chunk')
      this.#left = Number.parseInt(digits, 16)
      this.#state = this.#left > 0 ? 'chunk' : 'trailer'
    } else if (this.#state === 'chunk-end') {
      if (line !== '') throw new BadResponse('The response has an invalid chunk')
      this.#state = 'chunk-size'
    } else {
      this.#assertHead(end)
      this.#headBytes += end
      if (line === '') this.#state = 'done'
    }
    return bytes.subarray(end + LINE_END.length)
  }
  #assertHead(more: number): void {
    if (this.#headBytes + more > HEAD_BYTES_MAX)
      throw new BadResponse(`The response has more than ${HEAD_BYTES_MAX} bytes of headers`)
  }
}

function readHeaders(lines: readonly string[]): HttpResponse['headers'] {
  const headers: HttpResponse['headers'] = Object.create(null)
  for (const line of lines) {
    const colon = line.indexOf(':')
    const given = line.slice(0, Math.max(0, colon))
    if (!/^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/.test(given)) throw new BadResponse('The response has an invalid header')
    const name = given.toLowerCase()
    const value = line.slice(colon + 1).trim()
    const before = headers[name]
    headers[name] = before === undefined ? value : [before, value].flat()
  }
  return headers
}
