import { createHmac } from 'node:crypto'
import type { Static, TSchema, TUnsafe } from 'typebox'
import { Maybe } from '../../kit/declare/schema.ts'
import { Type } from '../../kit/declare/type.ts'
import type { OutboundRequest } from '../../kit/net/outbound.ts'
import { exchange, jsonRequest, type PlatformResponse } from '../api/exchange.ts'
import { Id, readResponse } from '../api/response.ts'
import type { PlatformName } from '../platform.ts'
import { PlatformError } from '../platform-error.ts'
import type { Call, Json } from '../session.ts'
import { classifyGraphError, type GraphErrors } from './errors.ts'

/** One of Meta's APIs, with the token for it. */
export interface Graph {
  readonly call: Call
  readonly platform: PlatformName
  /** `https://graph.facebook.com`, `https://graph.instagram.com` or `https://graph.threads.net`. */
  readonly origin: string
  /** `v23.0` */
  readonly version: string
  /** The platform's own error codes. */
  readonly errors: GraphErrors
  readonly token?: string
}

export interface GraphRequest<S extends TSchema = TSchema> {
  /** The shape of a success. */
  readonly schema: S
  readonly query?: Readonly<Record<string, string | number | undefined>>
  /** Sent as a form, which every edge accepts. */
  readonly form?: Readonly<Record<string, string | number | boolean | undefined>>
  /** Sent as JSON. */
  readonly body?: Json
  readonly mutates?: boolean
  /** Parts of the request that must not appear in an error. */
  readonly secrets?: readonly (string | undefined)[]
  readonly deadlineMs?: number
}

export async function request<S extends TSchema>(
  graph: Graph,
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  { schema, query = {}, form, body, mutates = false, secrets = [], deadlineMs }: GraphRequest<S>,
): Promise<Static<S>> {
  const url = buildGraphUrl(graph, path, query)
  const outbound = jsonRequest(method, url, {
    ...(body !== undefined && { body }),
    ...(form && { headers: { 'content-type': 'application/x-www-form-urlencoded' } }),
  })
  return sendForJson(
    graph,
    { ...outbound, ...(form && { body: encodeParams(form) }), ...(deadlineMs !== undefined && { deadlineMs }) },
    { schema, mutates, secrets },
  )
}

type SendOptions = Pick<GraphRequest, 'mutates' | 'secrets'>

/** Sends a request as `send` does, and reads the JSON of its success. */
export async function sendForJson<S extends TSchema>(
  graph: Graph,
  outbound: OutboundRequest,
  { schema, mutates = false, secrets = [] }: SendOptions & { readonly schema: S },
): Promise<Static<S>> {
  const response = await send(graph, outbound, { mutates, secrets })
  return readResponse(graph.platform, response, schema, {
    mutates,
    secrets: listSecrets(graph, secrets),
    report: graph.call.report,
  })
}

function listSecrets({ call, token }: Graph, secrets: readonly (string | undefined)[]) {
  return [token, call.app['client_secret'], ...secrets]
}

/** Sends a request with the token, also one whose body is a file. Returns only successes. */
export function send(
  graph: Graph,
  outbound: OutboundRequest,
  { mutates = false, secrets = [] }: SendOptions = {},
): Promise<PlatformResponse> {
  const { call, token, platform, errors } = graph
  const headers = { ...outbound.headers, ...(token !== undefined && { authorization: `Bearer ${token}` }) }
  return exchange(
    call.http,
    { deadlineMs: 20_000, ...outbound, headers },
    {
      mutates,
      secrets: listSecrets(graph, secrets),
      classify: (response) => classifyGraphError(response, { platform: platform.id, errors, mutates }),
    },
  )
}

/** Builds an address. It contains the proof of the token and never the token itself; the proof is useless without the token. */
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

/** Proves that the app's own server makes the call: https://developers.facebook.com/docs/graph-api/guides/secure-requests */
function computeAppSecretProof(token: string, secret: string): string {
  return createHmac('sha256', secret).update(token).digest('hex')
}

function encodeParams(values: NonNullable<GraphRequest['form']>): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(values)) if (value !== undefined) search.append(name, String(value))
  return search.toString()
}

/** A time in the form `2026-01-15T09:30:00+0000`. */
export const Time = Type.String({ pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d' })

/** The author of a comment or message. Meta omits the fields, or the whole object, without permission to see the person. */
export type Sender = Static<typeof Sender>
export const Sender = Type.Object({ id: Maybe(Id), name: Maybe(Type.String()), username: Maybe(Type.String()) })

export function toExternalId(id: Static<typeof Id> | null | undefined): string | null {
  return id === undefined || id === null ? null : String(id)
}

/** Reads a Unix time; null if it is absent or 0. */
export function readUnixSeconds(seconds: unknown): Date | null {
  return Number(seconds) > 0 ? new Date(Number(seconds) * 1000) : null
}

interface Edge<Item> {
  readonly data: readonly Item[]
  readonly paging?: {
    readonly next?: string | null
    readonly cursors?: { readonly after?: string | null } | null
  } | null
}

const Paging = Type.Object({
  next: Maybe(Type.String()),
  cursors: Maybe(Type.Object({ after: Maybe(Type.String()) })),
})

/** Builds the schema of a page of these items. Call it once for each kind: a compiled schema is kept. */
export function buildEdgeSchema<S extends TSchema>(item: S): EdgeSchema<Static<S>> {
  return Type.Unsafe(Type.Object({ data: Type.Array(item), paging: Maybe(Paging) }))
}

export interface GraphPage<Item> {
  readonly data: readonly Item[]
  /** The cursor of the next page; null at the end. */
  readonly after: string | null
}

export type EdgeSchema<Item> = TUnsafe<Edge<Item>>
type EdgeRequest<Item> = Omit<GraphRequest, 'schema'> & { readonly schema: EdgeSchema<Item> }

/** Reads one page of an edge. An empty page may be followed by others. */
export async function readPage<Item>(graph: Graph, path: string, options: EdgeRequest<Item>): Promise<GraphPage<Item>> {
  const { data, paging } = await request(graph, 'GET', path, options)
  return { data, after: paging?.next ? paging.cursors?.after || null : null }
}

/** Reads an edge page by page, at most `pagesMax`. */
export async function* listPages<Item>(
  graph: Graph,
  path: string,
  { query, pagesMax, ...options }: EdgeRequest<Item> & { readonly pagesMax: number },
): AsyncGenerator<GraphPage<Item>> {
  let after: string | null = null
  for (let pages = 0; pages < pagesMax; pages++) {
    const page: GraphPage<Item> = await readPage(graph, path, {
      ...options,
      query: { ...query, ...(after !== null && { after }) },
    })
    yield page
    after = page.after
    if (after === null) return
  }
}

const PAGES_MAX = 50

/** Reads all pages of a short edge. */
export async function readAll<Item>(graph: Graph, path: string, options: EdgeRequest<Item>): Promise<Item[]> {
  const found: Item[] = []
  for await (const { data } of listPages(graph, path, { ...options, pagesMax: PAGES_MAX })) found.push(...data)
  return found
}

/** Returns true if Meta says that an object does not exist, or is hidden from the app. */
export function isMissing(error: unknown): boolean {
  return error instanceof PlatformError && Boolean(error.rule?.endsWith('.object.missing'))
}

/** Returns undefined for the error of a missing object; throws any other. */
export function ignoreMissing(error: unknown): undefined {
  if (!isMissing(error)) throw error
}
