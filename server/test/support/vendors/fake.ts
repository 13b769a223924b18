import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import type { SourceFailure } from '../../../src/kit/sources.ts'
import type { AnySource } from '../../../src/sources/source.ts'
import { atEnd } from '../harness.ts'

/** What everybody at the vendor knows: one person, found at once or after a while, and nobody else. */
export const ADA = { first_name: 'Ada', last_name: 'Example', full_name: 'Ada Example', domain: 'example.com' }
export const NOBODY = { first_name: 'Nobody', last_name: 'Nowhere', full_name: 'Nobody Nowhere', domain: 'example.com' }
export const EMAIL = 'ada.example@example.com'
export const NO_EMAIL = 'nobody.nowhere@example.com'

/** How the vendor feels today. */
export type Mood = 'well' | 'throttled' | 'empty' | 'broken' | 'garbled' | 'strange' | 'elsewhere' | 'slow'

export interface Asked {
  readonly method: string
  readonly path: string
  readonly query: URLSearchParams
  readonly headers: IncomingHttpHeaders
  // oxlint-disable-next-line typescript/no-explicit-any -- whatever the source sends
  readonly body: any
  readonly mood: Mood
}

export interface Said {
  readonly status?: number
  readonly headers?: Record<string, string>
  readonly body?: unknown
}

/** A vendor as its documentation describes it; what is common to all servers, the suite adds. */
export interface Fake {
  readonly sources: readonly AnySource[]
  readonly variables: { readonly key: string; readonly base: string }
  readonly keyOf: (asked: Asked) => string | null | undefined
  /** Takes the key in the query string, because it takes it nowhere else. */
  readonly isKeyInQuery?: true
  readonly badKey: Said
  readonly throttled: Said & { readonly retryAfterMs: number }
  /** Undefined when `answer` itself says in this mood that the account is empty. */
  readonly empty: Said | undefined
  /** It first says that it is working on it. */
  readonly pends?: true
  /** Further signals, each with what it means. */
  readonly signals?: readonly {
    readonly says: string
    readonly said: Said
    readonly means: SourceFailure | 'not_found' | 'pending'
  }[]
  readonly answer: (asked: Asked) => Said | undefined
}

export interface FakeServer {
  readonly settings: Record<string, string>
  readonly asked: Asked[]
  mood: Mood
  /** Says this to whatever comes next, once. */
  next: Said | undefined
}

export const KEY = 'vendor-key-5f2b9c'

export async function startFake(fake: Fake): Promise<FakeServer> {
  const asked: Asked[] = []
  const serve = async (request: IncomingMessage, response: ServerResponse) => {
    const question = await read(request, state.mood)
    asked.push(question)
    if (state.mood === 'slow') return
    const said = reply(fake, state, question)
    response.writeHead(said.status ?? 200, { 'content-type': 'application/json', ...said.headers })
    response.end(typeof said.body === 'string' ? said.body : JSON.stringify(said.body ?? {}))
  }
  const server = createServer((request, response) => void serve(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  atEnd(() => {
    server.closeAllConnections()
    server.close()
  })
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}/base`
  const settings = { [fake.variables.key]: KEY, [fake.variables.base]: base }
  const state: FakeServer = { settings, asked, mood: 'well', next: undefined }
  return state
}

function reply(fake: Fake, state: FakeServer, asked: Asked): Said {
  const { mood, next } = state
  state.next = undefined
  if (next) return next
  if (mood === 'broken') return { status: 500, body: { error: `failed while serving ${KEY}` } }
  if (mood === 'garbled') return { body: '{"data": [{"email": "ada' }
  if (mood === 'strange') return { body: { hello: ['world'] } }
  // A proxy, or an address that is wrong: a 404 that is not the vendor's.
  if (mood === 'elsewhere') return { status: 404, headers: { 'content-type': 'text/html' }, body: '<h1>Not Found</h1>' }
  if (fake.keyOf(asked) !== KEY)
    return { ...fake.badKey, body: { ...(fake.badKey.body as object), echo: fake.keyOf(asked) } }
  if (mood === 'throttled') return fake.throttled
  if (mood === 'empty' && fake.empty) return fake.empty
  return fake.answer(asked) ?? { status: 405, body: { error: `no such operation: ${asked.method} ${asked.path}` } }
}

async function read(request: IncomingMessage, mood: Mood): Promise<Asked> {
  const text = (await buffer(request)).toString()
  const url = new URL(request.url ?? '/', 'http://vendor')
  return {
    method: request.method ?? '',
    path: url.pathname.replace(/^\/base/, ''),
    query: url.searchParams,
    headers: request.headers,
    body: text ? JSON.parse(text) : undefined,
    mood,
  }
}
