import { createHmac } from 'node:crypto'
import type { OutboundRequest } from '../../kit/net/outbound.ts'
import { readJsonBody } from '../answer-body.ts'
import { classifyStatus, exchange, jsonRequest, type PlatformResponse, redactSecrets } from '../exchange.ts'
import { PlatformError } from '../platform-error.ts'
import type { Call, Json } from '../session.ts'
import { classifyGraphError, type GraphErrors } from './errors.ts'

/** One of Meta's APIs, and the token we use there. */
export interface Graph {
  readonly call: Call
  /** The platform's id, for the names of rules. */
  readonly platform: string
  /** `https://graph.facebook.com`, `https://graph.instagram.com` or `https://graph.threads.net`. */
  readonly origin: string
  /** `v23.0` */
  readonly version: string
  /** What this platform's own codes mean. */
  readonly errors: GraphErrors
  readonly token?: string
}

export type Body = PlatformResponse['body']

export interface GraphRequest {
  readonly query?: Readonly<Record<string, string | number | undefined>>
  /** Sent as a form, which every edge takes. */
  readonly form?: Readonly<Record<string, string | number | boolean | undefined>>
  /** Sent as JSON. */
  readonly body?: Json
  readonly mutates?: boolean
  /** Parts of the request that must not appear in an error. */
  readonly secrets?: readonly (string | undefined)[]
  readonly deadlineMs?: number
}

export async function request(
  graph: Graph,
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  { query = {}, form, body, mutates = false, secrets = [], deadlineMs }: GraphRequest = {},
): Promise<Body> {
  const url = buildGraphUrl(graph, path, query)
  const outbound = jsonRequest(method, url, {
    ...(body !== undefined && { body }),
    ...(form && { headers: { 'content-type': 'application/x-www-form-urlencoded' } }),
  })
  const answer = await send(
    graph,
    { ...outbound, ...(form && { body: encodeParams(form) }), ...(deadlineMs !== undefined && { deadlineMs }) },
    { mutates, secrets },
  )
  return readJsonBody(answer, mutates)
}

/** Sends a request with the token, also one whose body is a file. Returns only successes. */
export function send(
  graph: Graph,
  outbound: OutboundRequest,
  { mutates = false, secrets = [] }: Pick<GraphRequest, 'mutates' | 'secrets'> = {},
): Promise<PlatformResponse> {
  const { call, token, platform, errors } = graph
  const headers = { ...outbound.headers, ...(token !== undefined && { authorization: `Bearer ${token}` }) }
  return exchange(
    call.http,
    { deadlineMs: 20_000, ...outbound, headers },
    {
      mutates,
      classify: (raw) => {
        const answer = redactSecrets(raw, [token, call.app['client_secret'], ...secrets])
        return classifyGraphError(answer, { platform, errors, mutates }) ?? classifyStatus(answer, mutates)
      },
    },
  )
}

/** The token never goes into an address: only its proof does, which is worth nothing without it. */
export function buildGraphUrl(graph: Graph, path: string, query: GraphRequest['query'] = {}): string {
  const { call, origin, version, token } = graph
  const secret = call.app['client_secret']
  const proof =
    token !== undefined && secret !== undefined && !token.includes('|')
      ? computeAppSecretProof(token, secret)
      : undefined
  const search = encodeParams({ ...query, appsecret_proof: proof })
  return `${origin}/${version}/${path}${search && `?${search}`}`
}

/** https://developers.facebook.com/docs/graph-api/guides/secure-requests: shows that the app's own server makes the call. */
function computeAppSecretProof(token: string, secret: string): string {
  return createHmac('sha256', secret).update(token).digest('hex')
}

function encodeParams(values: NonNullable<GraphRequest['form']>): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(values)) if (value !== undefined) search.append(name, String(value))
  return search.toString()
}

export interface GraphPage {
  readonly data: readonly Body[]
  /** The cursor of the next page; null at the end. */
  readonly after: string | null
}

/** One page of an edge. A page may be empty though more follow. */
export async function readPage(graph: Graph, path: string, options: GraphRequest = {}): Promise<GraphPage> {
  const { data, paging } = await request(graph, 'GET', path, options)
  if (!Array.isArray(data)) throw new PlatformError('unavailable', 'Meta did not answer with a list.')
  const after = paging?.next === undefined ? undefined : paging.cursors?.after
  return { data, after: typeof after === 'string' && after !== '' ? after : null }
}

const PAGES_MAX = 50

/** All pages of an edge that is known to be short. */
export async function readAll(graph: Graph, path: string, query: GraphRequest['query'] = {}): Promise<Body[]> {
  const found: Body[] = []
  let after: string | null = null
  for (let pages = 0; pages < PAGES_MAX; pages++) {
    const page = await readPage(graph, path, { query: { ...query, ...(after !== null && { after }) } })
    found.push(...page.data)
    after = page.after
    if (after === null) break
  }
  return found
}

/** True when Meta says that an object does not exist, or is hidden from us. */
export function isMissing(error: unknown): boolean {
  return error instanceof PlatformError && Boolean(error.rule?.endsWith('.object.missing'))
}
