import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import type { SourceFailure } from '../../../src/kit/sources.ts'
import type { AnySource } from '../../../src/sources/source.ts'
import { atEnd } from '../harness.ts'

/** The only person that every fake vendor knows, found at once or after a while. */
export const ADA = { first_name: 'Ada', last_name: 'Example', full_name: 'Ada Example', domain: 'example.com' }
export const NOBODY = { first_name: 'Nobody', last_name: 'Nowhere', full_name: 'Nobody Nowhere', domain: 'example.com' }
export const EMAIL = 'ada.example@example.com'
export const NO_EMAIL = 'nobody.nowhere@example.com'

/** The condition of the fake vendor. */
export type Condition =
  | 'healthy'
  | 'throttled'
  | 'no_credits'
  | 'failing'
  | 'truncated'
  | 'other_shape'
  | 'wrong_server'
  | 'silent'

export interface VendorRequest {
  readonly method: string
  readonly path: string
  readonly query: URLSearchParams
  readonly headers: IncomingHttpHeaders
  // oxlint-disable-next-line typescript/no-explicit-any -- whatever the source sends
  readonly body: any
  readonly condition: Condition
}

export interface FakeReply {
  readonly status?: number
  readonly headers?: Record<string, string>
  readonly body?: unknown
}

/** A vendor as its documentation describes it. The suite adds what all servers have in common. */
export interface FakeVendor {
  readonly sources: readonly AnySource[]
  readonly variables: { readonly key: string; readonly base: string }
  readonly readKey: (asked: VendorRequest) => string | null | undefined
  /** True if it accepts the key only in the query string. */
  readonly isKeyInQuery?: true
  readonly badKey: FakeReply
  readonly throttled: FakeReply & { readonly retryAfterMs: number }
  /** Reply with no credits left; undefined when `answer` itself replies in this condition. */
  readonly empty: FakeReply | undefined
  /** True if its first result is pending. */
  readonly pends?: true
  /** Other replies, each with its meaning. */
  readonly signals?: readonly {
    readonly name: string
    readonly reply: FakeReply
    readonly means: SourceFailure | 'not_found' | 'pending'
  }[]
  readonly answer: (asked: VendorRequest) => FakeReply | undefined
}

export interface FakeServer {
  readonly settings: Record<string, string>
  readonly asked: VendorRequest[]
  condition: Condition
  /** The reply to the next request. */
  next: FakeReply | undefined
}

export const KEY = 'vendor-key-5f2b9c'

export async function startFake(fake: FakeVendor): Promise<FakeServer> {
  const asked: VendorRequest[] = []
  const serve = async (request: IncomingMessage, response: ServerResponse) => {
    const question = await read(request, state.condition)
    asked.push(question)
    if (state.condition === 'silent') return
    const { status = 200, headers, body = {} } = replyTo(fake, state, question)
    response.writeHead(status, { 'content-type': 'application/json', ...headers })
    response.end(typeof body === 'string' ? body : JSON.stringify(body))
  }
  const server = createServer((request, response) => void serve(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  atEnd(() => {
    server.closeAllConnections()
    server.close()
  })
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}/base`
  const settings = { [fake.variables.key]: KEY, [fake.variables.base]: base }
  const state: FakeServer = { settings, asked, condition: 'healthy', next: undefined }
  return state
}

function replyTo(fake: FakeVendor, state: FakeServer, asked: VendorRequest): FakeReply {
  const { condition, next } = state
  state.next = undefined
  if (next) return next
  if (condition === 'failing') return { status: 500, body: { error: `failed while serving ${KEY}` } }
  if (condition === 'truncated') return { body: '{"data": [{"email": "ada' }
  if (condition === 'other_shape') return { body: { hello: ['world'] } }
  // A proxy or a wrong address: a 404 that does not come from the vendor.
  if (condition === 'wrong_server')
    return { status: 404, headers: { 'content-type': 'text/html' }, body: '<h1>Not Found</h1>' }
  if (fake.readKey(asked) !== KEY)
    return { ...fake.badKey, body: { ...(fake.badKey.body as object), echo: fake.readKey(asked) } }
  if (condition === 'throttled') return fake.throttled
  if (condition === 'no_credits' && fake.empty) return fake.empty
  return fake.answer(asked) ?? { status: 405, body: { error: `no such operation: ${asked.method} ${asked.path}` } }
}

async function read(request: IncomingMessage, condition: Condition): Promise<VendorRequest> {
  const text = (await buffer(request)).toString()
  const url = new URL(request.url ?? '/', 'http://vendor')
  return {
    method: request.method ?? '',
    path: url.pathname.replace(/^\/base/, ''),
    query: url.searchParams,
    headers: request.headers,
    body: text ? JSON.parse(text) : undefined,
    condition,
  }
}
