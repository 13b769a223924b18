import assert from 'node:assert/strict'
import { createHmac, randomBytes } from 'node:crypto'
import type { Session } from '../../../src/connectors/session.ts'
import { type FakeReply, type PlannedFault, type ReceivedRequest, serve } from './loopback.ts'

// oxlint-disable-next-line typescript/no-explicit-any -- Graph objects of every shape
export type Any = any

/** An error response of the Graph API. */
export class GraphRefusal extends Error {
  readonly reply: FakeReply
  constructor(
    code: number,
    message: string,
    {
      subcode,
      status = 400,
      headers = {},
    }: { subcode?: number; status?: number; headers?: Record<string, string> } = {},
  ) {
    super(message)
    const error = {
      message,
      type: 'OAuthException',
      code,
      ...(subcode && { error_subcode: subcode }),
      fbtrace_id: 'Abc',
    }
    this.reply = { status, headers, body: { error } }
  }
}

export const missing = (id: string) =>
  new GraphRefusal(100, `Unsupported get request. Object with ID '${id}' does not exist`, { subcode: 33 })
export const nonce = () => randomBytes(20).toString('base64url')
export const ok = (body: unknown): FakeReply => ({ status: 200, body })
export const graphTime = (time: Date) => `${time.toISOString().slice(0, 19)}+0000`

export interface GraphCall {
  readonly request: ReceivedRequest
  /** Parameters from the query, a form, a multipart form or JSON: the Graph API does not distinguish them. */
  readonly params: Record<string, Any>
  readonly token: string
}

export type Route = readonly [pattern: string, answer: (call: GraphCall, ...groups: string[]) => FakeReply]

/** The common part of the fakes of Meta's platforms: proofs of tokens, errors, throttles, faults, versions in paths. */
export abstract class FakeGraph {
  readonly faults: PlannedFault[] = []
  readonly requests: ReceivedRequest[] = []
  /** Refuses this many calls. */
  throttled = 0
  /** Each refuses one call. */
  readonly refusals: GraphRefusal[] = []
  /** Repeats the request's secrets in errors. */
  echoes = false
  readonly app = { id: '1234567890', secret: 'app-secret-of-the-tests' }
  origin = ''
  private lastId = 10_000

  protected abstract readonly version: string
  protected abstract readonly routes: readonly Route[]

  async start(): Promise<this> {
    this.origin = await serve((request) => this.answer(request), this.faults)
    return this
  }

  nextId(): string {
    return String(this.lastId++)
  }

  get appToken(): string {
    return `${this.app.id}|${this.app.secret}`
  }

  private answer(request: ReceivedRequest): FakeReply {
    this.requests.push(request)
    try {
      return this.route(request)
    } catch (error) {
      if (!(error instanceof GraphRefusal)) throw error
      const text = JSON.stringify(error.reply.body)
      const echo = this.echoes ? `${request.headers.authorization} ${request.bytes.toString()}` : ''
      return {
        ...error.reply,
        body: JSON.parse(echo ? text.replace('"message":"', `"message":"${escape(echo)} `) : text),
      }
    }
  }

  private route(request: ReceivedRequest): FakeReply {
    const token = (request.headers.authorization ?? '').replace(/^(Bearer|OAuth) /, '')
    if (this.throttled > 0 && token !== '') {
      this.throttled--
      const headers = { 'x-app-usage': '{"call_count":100,"total_time":25,"total_cputime":25}' }
      throw new GraphRefusal(4, '(#4) Application request limit reached', { headers })
    }
    const refusal = token === '' ? undefined : this.refusals.shift()
    if (refusal) throw refusal
    for (const [pattern, answer] of this.routes) {
      const [method, path] = pattern.split(' ')
      const match =
        method === request.method && new RegExp(`^${path?.replace('/V/', `/${this.version}/`)}$`).exec(request.path)
      if (!match) continue
      const call = { request, params: readParams(request), token }
      this.checkProof(call)
      return answer(call, ...match.slice(1))
    }
    throw new GraphRefusal(2500, `Unknown path components: ${request.method} ${request.path}`)
  }

  /** Refuses a token without its proof, as an app with the setting "Require App Secret" does. */
  private checkProof({ request, token, params }: GraphCall): void {
    if (token === '' || token.includes('|') || !this.needsProof(request)) return
    const proof = createHmac('sha256', this.app.secret).update(token).digest('hex')
    if (params['appsecret_proof'] !== proof)
      throw new GraphRefusal(100, 'API calls from the server require an appsecret_proof argument')
  }

  protected needsProof({ path }: ReceivedRequest): boolean {
    return !path.startsWith('/rupload')
  }

  /** Builds a webhook with its signature. */
  sign(body: object, secret = this.app.secret) {
    const text = JSON.stringify(body)
    const signature = createHmac('sha256', secret).update(text).digest('hex')
    return { body: text, headers: { 'x-hub-signature-256': `sha256=${signature}` }, query: {} }
  }
}

const escape = (text: string) => JSON.stringify(text).slice(1, -1)

function readParams({ query, headers, bytes, json }: ReceivedRequest): Record<string, Any> {
  const type = headers['content-type'] ?? ''
  const params = Object.fromEntries(query)
  if (type.startsWith('application/x-www-form-urlencoded'))
    return { ...params, ...Object.fromEntries(new URLSearchParams(bytes.toString())) }
  if (type.startsWith('multipart/form-data')) return { ...params, ...parseMultipart(type, bytes) }
  return { ...params, ...json }
}

/** Parses a multipart form; files become buffers. */
function parseMultipart(type: string, bytes: Buffer): Record<string, Any> {
  // RFC 2046: a boundary that is not a token must be quoted.
  const boundary = /boundary=([\w'+.-]{1,70})$/.exec(type)?.[1]
  const text = bytes.toString('latin1')
  if (!boundary || !text.trimEnd().endsWith(`--${boundary}--`)) throw new GraphRefusal(100, 'Bad multipart')
  const parts = text.split(`--${boundary}`).slice(1, -1)
  return Object.fromEntries(
    parts.map((part) => {
      const [head = ''] = part.split('\r\n\r\n')
      const content = Buffer.from(part.slice(head.length + 4, -2), 'latin1')
      return [/name="(\w+)"/.exec(head)?.[1] ?? '', head.includes('filename=') ? content : content.toString()]
    }),
  )
}

/** The session with this text replaced once in every response. */
export function withReplacedText(session: Session, text: string, replacement: string): Session {
  const http: Session['http'] = async (request) => {
    const reply = await session.http(request)
    return { ...reply, body: Buffer.from(reply.body.toString().replace(text, replacement)) }
  }
  return { ...session, http }
}

/** Picks the requested fields of an object, such as `id,from{id,name},comments.limit(5)`. Refuses an unknown field. */
export function pick(node: Any, fields = 'id'): Any {
  const found: Any = node.id === undefined ? {} : { id: node.id }
  for (const { name, inner } of parseFields(fields)) {
    if (!(name in node)) throw new GraphRefusal(100, `(#100) Tried accessing nonexisting field (${name})`)
    const value = node[name]
    if (value === undefined) continue
    if (inner === undefined) found[name] = value
    else if (Array.isArray(value.data)) found[name] = { data: value.data.map((one: Any) => pick(one, inner)) }
    else found[name] = pick(value, inner)
  }
  return found
}

function parseFields(fields: string): { name: string; inner: string | undefined }[] {
  const parts: string[] = ['']
  let depth = 0
  for (const letter of fields) {
    if ('{('.includes(letter)) depth++
    if ('})'.includes(letter)) depth--
    if (letter === ',' && depth === 0) parts.push('')
    else parts[parts.length - 1] += letter
  }
  assert.equal(depth, 0, `bad fields: ${fields}`)
  return parts.map((part) => ({
    name: /^\w+/.exec(part)?.[0] ?? '',
    inner: part.endsWith('}') ? part.slice(part.indexOf('{') + 1, -1) : undefined,
  }))
}

/** Returns a page of an edge, with the cursor of the next one. */
export function paginate(all: readonly Any[], { limit = 25, after, fields }: Record<string, Any>): FakeReply {
  const most = Math.min(Number(limit), 100)
  const from = after === undefined ? 0 : Number(Buffer.from(after, 'base64url').toString())
  const data = all.slice(from, from + most).map((node) => pick(node, fields))
  const next = Buffer.from(String(from + most)).toString('base64url')
  const paging = {
    cursors: { after: next },
    ...(from + most < all.length && { next: 'https://graph.example.com/next' }),
  }
  return ok({ data, ...(data.length > 0 && { paging }) })
}
