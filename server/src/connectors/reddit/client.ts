import type { Static, TSchema, TUnsafe } from 'typebox'
import { Maybe } from '../../kit/declare/schema.ts'
import { Type } from '../../kit/declare/type.ts'
import { VERSION } from '../../kit/version.ts'
import { exchange, redactSecrets } from '../api/exchange.ts'
import { readResponse } from '../api/response.ts'
import { readHeaderUsage } from '../api/usage.ts'
import type { Connector } from '../connector.ts'
import type { Call, GrantCall } from '../session.ts'
import { classifyError, readErrors } from './errors.ts'
import { reddit } from './platform.ts'

const ORIGIN = 'https://oauth.reddit.com'

type Params = Readonly<Record<string, string | number | boolean>>

/** Sets the user agent. Reddit throttles programs whose user agent does not have this form. */
export function withUserAgent<C extends Call>(call: C, username?: string | null): C {
  const contact = call.app['contact'] ?? username
  const app = call.app['client_id'] ?? 'app'
  const agent = `server:${app}:v${VERSION}${contact ? ` (by /u/${contact})` : ''}`
  return {
    ...call,
    http: (outbound) => call.http({ ...outbound, headers: { ...outbound.headers, 'user-agent': agent } }),
  }
}

interface RequestOptions<S extends TSchema> {
  /** The shape of the response. */
  readonly schema: S
  /** The query of a GET, the form of a POST. */
  readonly params?: Params
  /** True when a repeat would have a second effect. */
  readonly mutates?: boolean
}

export async function request<S extends TSchema>(
  call: GrantCall,
  method: 'GET' | 'POST',
  path: string,
  { schema, params = {}, mutates = false }: RequestOptions<S>,
): Promise<Static<S>> {
  const { access } = call.tokens
  const { http, report } = withUserAgent(call, call.identity.username)
  const isForm = method === 'POST'
  // `raw_json` leaves `<`, `>` and `&` unescaped.
  const all = Object.entries({ ...(isForm && { api_type: 'json' }), raw_json: 1, ...params })
  const encoded = new URLSearchParams(all.map(([name, value]): [string, string] => [name, String(value)])).toString()
  const outbound = {
    method,
    url: isForm ? `${ORIGIN}${path}` : `${ORIGIN}${path}?${encoded}`,
    headers: {
      accept: 'application/json',
      authorization: `Bearer ${access}`,
      ...(isForm && { 'content-type': 'application/x-www-form-urlencoded' }),
    },
    ...(isForm && { body: encoded }),
    bytesMax: 5 * 1_048_576,
    deadlineMs: 20_000,
  }
  const options = { mutates, secrets: [access] }
  const response = await exchange(http, outbound, { ...options, classify: classifyError })
  const error = readErrors(redactSecrets(response, options.secrets))
  if (error) throw error
  return readResponse(reddit, response, schema, { ...options, report })
}

/** The schema of a success of which no field is used. */
export const Done = Type.Object({})

/** All accounts of an app share 100 requests a minute, counted over ten minutes. */
export const readUsage: NonNullable<Connector['readUsage']> = (headers) => {
  const [used, remaining] = [Number(headers['x-ratelimit-used']), Number(headers['x-ratelimit-remaining'])]
  return readHeaderUsage('app', {
    limit: used + remaining,
    remaining,
    resetSeconds: Number(headers['x-ratelimit-reset'] ?? 60),
  })
}

/** An item of a listing. Its kind is `t1` for comments, `t3` for posts, `t4` for messages and `t5` for subreddits. */
export interface Thing<Item> {
  readonly kind: string
  readonly data: Item
}

interface Listing<Item> {
  readonly data: { readonly after?: string | null; readonly children: readonly Thing<Item>[] }
}

/** The full name of a thing, such as `t3_abc`. */
export const Name = Type.String({ minLength: 1 })

/** Builds the schema of a listing of these items. Call it once for each kind: a compiled schema is kept. */
export function buildListingSchema<S extends TSchema>(item: S): TUnsafe<Listing<Static<S>>> {
  const children = Type.Array(Type.Object({ kind: Type.String(), data: item }))
  return Type.Unsafe(Type.Object({ data: Type.Object({ after: Maybe(Type.String()), children }) }))
}

interface Creation<Item> {
  readonly json: { readonly data: { readonly things: readonly [Pick<Thing<Item>, 'data'>] } }
}

/** Builds the schema of the response to a new comment or message. */
export function buildCreationSchema<S extends TSchema>(item: S): TUnsafe<Creation<Static<S>>> {
  const things = Type.Array(Type.Object({ data: item }), { minItems: 1 })
  return Type.Unsafe(Type.Object({ json: Type.Object({ data: Type.Object({ things }) }) }))
}

interface PageOptions<Item> {
  readonly schema: TUnsafe<Listing<Item>>
  readonly params: Params
  readonly pagesMax: number
}

/**
 * Reads a listing page by page. An item of another shape fails the page: without it a post that exists would be taken for absent and
 * sent again, and a subreddit for one that the account has left.
 */
export async function* listPages<Item>(
  call: GrantCall,
  path: string,
  { schema, params, pagesMax }: PageOptions<Item>,
): AsyncGenerator<{ things: readonly Thing<Item>[]; isEnd: boolean }> {
  let after = ''
  for (let page = 0; page < pagesMax; page++) {
    const options = { schema, params: { ...params, ...(after && { after }) } }
    const { data }: Listing<Item> = await request(call, 'GET', path, options)
    after = data.after ?? ''
    yield { things: data.children, isEnd: !after }
    if (!after) return
  }
}

/** The number of things that one request may name. */
export const THINGS_MAX = 100

/** Reads things by their full names, in as many requests as needed. Things that never existed are missing from the result. */
export async function readThings<Item>(
  call: GrantCall,
  names: readonly string[],
  schema: TUnsafe<Listing<Item>>,
): Promise<Item[]> {
  const found: Item[] = []
  for (let from = 0; from < names.length; from += THINGS_MAX) {
    const params = { id: names.slice(from, from + THINGS_MAX).join() }
    const { data }: Listing<Item> = await request(call, 'GET', '/api/info', { schema, params })
    found.push(...data.children.map((thing) => thing.data))
  }
  return found
}
