import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { PlatformError } from '../../../src/connectors/platform-error.ts'
import type { ReadableMedia } from '../../../src/connectors/publish.ts'
import type { Call } from '../../../src/connectors/session.ts'
import { type Origins, redirectOrigin } from '../../../src/kit/net/origins.ts'
import { createOutbound } from '../../../src/kit/net/outbound.ts'
import { createSecrets, newMasterKey } from '../../../src/kit/secrets.ts'
import { atEnd } from '../harness.ts'

export interface ReceivedRequest {
  readonly method: string
  readonly path: string
  readonly query: URLSearchParams
  readonly headers: IncomingMessage['headers']
  readonly bytes: Buffer
  // oxlint-disable-next-line typescript/no-explicit-any -- fakes look into bodies of every shape
  readonly json: any
}

export interface FakeReply {
  readonly status: number
  readonly body?: unknown
  readonly headers?: Record<string, string>
}

/** How one request fails: before or after it had its effect. */
export type Fault = 'drop_before' | 'drop_after' | 'hang_after' | 'error_before' | 'error_after' | 'crash_after'

export interface PlannedFault {
  readonly fault: Fault
  readonly matches: (request: ReceivedRequest) => boolean
}

/** The faults that cause each trouble of the conformance suite, one for each request. */
export const FAULTS: Record<'unreachable' | 'answer_lost' | 'answer_broken', Fault[]> = {
  unreachable: ['drop_before'],
  answer_lost: ['drop_after'],
  answer_broken: ['crash_after', 'drop_before'],
}

/** Sees a request when it arrives and again when it has had its effect. False closes its connection then and there. */
type Watcher = (origin: string, request: ReceivedRequest, moment: 'arrived' | 'done') => Promise<boolean>

/** The addresses of the platforms that were started, in this order, and what watches their requests. */
export const loopback: { readonly origins: string[]; watcher?: Watcher } = { origins: [] }

/** Starts a platform on loopback. A planned fault happens once, at the first request that it matches. */
export async function serve(
  answer: (request: ReceivedRequest) => FakeReply,
  faults: PlannedFault[] = [],
): Promise<string> {
  const handle = async (message: IncomingMessage, response: ServerResponse) => {
    const request = await receive(message)
    if (loopback.watcher && !(await loopback.watcher(origin, request, 'arrived'))) return message.socket.destroy()
    const index = faults.findIndex(({ matches }) => matches(request))
    const fault = index === -1 ? undefined : faults.splice(index, 1)[0]?.fault
    if (fault === 'drop_before') return message.socket.destroy()
    if (fault === 'error_before') return write(response, { status: 503, body: 'Service Unavailable' })
    const given = answer(request)
    if (loopback.watcher && !(await loopback.watcher(origin, request, 'done'))) return message.socket.destroy()
    if (fault === 'drop_after') return message.socket.destroy()
    if (fault === 'hang_after') return
    if (fault === 'crash_after') return write(response, { status: 500, body: { error: 'InternalServerError' } })
    write(response, fault === 'error_after' ? { status: 502, body: 'Bad Gateway' } : given)
  }
  const server = createServer((message, response) => {
    handle(message, response).catch((error: unknown) => write(response, { status: 500, body: String(error) }))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  atEnd(() => {
    server.closeAllConnections()
    server.close()
  })
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  loopback.origins.push(origin)
  return origin
}

async function receive(message: IncomingMessage): Promise<ReceivedRequest> {
  const url = new URL(message.url ?? '/', 'http://loopback')
  const bytes = await buffer(message)
  const isJson = message.headers['content-type']?.startsWith('application/json')
  return {
    method: message.method ?? 'GET',
    path: url.pathname,
    query: url.searchParams,
    headers: message.headers,
    bytes,
    json: isJson ? JSON.parse(bytes.toString('utf8')) : undefined,
  }
}

function write(response: ServerResponse, { status, body, headers = {} }: FakeReply): void {
  const isText = typeof body === 'string'
  response.writeHead(status, { 'content-type': isText ? 'text/plain' : 'application/json', ...headers })
  response.end(isText ? body : JSON.stringify(body === undefined ? {} : body))
}

/** The error that a connector's function throws; the test fails when it throws none. */
export async function catchPlatformError(work: Promise<unknown>): Promise<PlatformError> {
  const error = await work.then(
    () => assert.fail('it should have failed'),
    (reason: unknown) => reason,
  )
  assert.ok(error instanceof PlatformError, String(error))
  return error
}

/** The outbound client that connectors get, allowed to reach loopback and with a short deadline. */
function openNetwork(deadlineMs = 2000, origins: Origins = new Map()): Pick<Call, 'http' | 'socket'> {
  const outbound = createOutbound({ allowLoopback: true, httpsOnly: false })
  atEnd(() => outbound.close())
  return {
    http: (request) => outbound.send({ ...request, url: redirectOrigin(request.url, origins), deadlineMs }),
    socket: (request) => outbound.socket({ ...request, url: redirectOrigin(request.url, origins), deadlineMs }),
  }
}

/** What a connector gets for a call. `origins` sends the platform's own addresses to its fake. */
export function openCall(options: { deadlineMs?: number; origins?: Origins; app?: Call['app'] } = {}): Call {
  const { deadlineMs, origins, app = {} } = options
  const secrets = createSecrets(newMasterKey())
  return {
    ...openNetwork(deadlineMs, origins),
    now: () => new Date(),
    report: () => {},
    app,
    deriveSecret: (purpose) => secrets.derive(purpose),
    isDerivedSecret: (given, purpose) => secrets.isDerived(given, purpose),
    derivedSecrets: (purpose) => secrets.deriveAll(purpose),
  }
}

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

export function picture(changes: Partial<ReadableMedia> = {}): ReadableMedia {
  return createMedia(PNG, { id: 'med_picture', mime: 'image/png', width: 1, height: 1, ...changes })
}

/** Starts like an MP4 file; nothing in these tests reads further. */
export function videoFile(changes: Partial<ReadableMedia> = {}, length = 5020): ReadableMedia {
  const head = Buffer.from('\0\0\0\x18ftypisom\0\0\0\0', 'latin1')
  const bytes = Buffer.concat([head, Buffer.alloc(length - head.length, 7)])
  return createMedia(bytes, {
    id: 'med_film',
    mime: 'video/mp4',
    width: 640,
    height: 360,
    durationSeconds: 3,
    ...changes,
  })
}

export function documentFile(changes: Partial<ReadableMedia> = {}): ReadableMedia {
  return createMedia(Buffer.from('%PDF-1.7\n%%EOF\n'), { id: 'med_slides', mime: 'application/pdf', ...changes })
}

function createMedia(bytes: Buffer, facts: Partial<ReadableMedia>): ReadableMedia {
  return {
    id: 'med_example',
    mime: 'application/octet-stream',
    bytes: bytes.length,
    width: null,
    height: null,
    durationSeconds: null,
    altText: null,
    checksum: `sha256:${createHash('sha256').update(bytes).digest('hex')}`,
    open: async ({ start, end } = { start: 0, end: bytes.length - 1 }) =>
      Readable.from([bytes.subarray(start, start + 1), bytes.subarray(start + 1, end + 1)]),
    publicUrl: async () => 'https://example.com/medium',
    ...facts,
  }
}
