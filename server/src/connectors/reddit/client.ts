import { VERSION } from '../../kit/version.ts'
import { readJsonBody } from '../answer-body.ts'
import type { Connector } from '../connector.ts'
import { classifyStatus, exchange, type PlatformResponse, redactSecrets } from '../exchange.ts'
import type { Call, GrantCall } from '../session.ts'
import { readHeaderUsage } from '../usage.ts'
import { classify, readErrors } from './errors.ts'

const ORIGIN = 'https://oauth.reddit.com'

export type Body = PlatformResponse['body']
type Params = Readonly<Record<string, string | number | boolean>>

/** Reddit limits programs whose name does not have this form. */
export function withUserAgent<C extends Call>(call: C, username?: string | null): C {
  const contact = call.app['contact'] ?? username
  const app = call.app['client_id'] ?? 'app'
  const agent = `server:${app}:v${VERSION}${contact ? ` (by /u/${contact})` : ''}`
  return { ...call, http: (request) => call.http({ ...request, headers: { ...request.headers, 'user-agent': agent } }) }
}

/** `raw_json` leaves `<`, `>` and `&` as they are. */
export function read(call: GrantCall, path: string, params: Params = {}): Promise<Body> {
  return send(call, 'GET', `${path}?${new URLSearchParams(texts({ raw_json: 1, ...params })).toString()}`, {})
}

/** Posts a form. `mutates` when a repeat would have a second effect. */
export function write(call: GrantCall, path: string, form: Params, { mutates = false } = {}): Promise<Body> {
  return send(call, 'POST', path, { form: texts({ api_type: 'json', raw_json: 1, ...form }), mutates })
}

const texts = (params: Params) =>
  Object.fromEntries(Object.entries(params).map(([name, value]) => [name, String(value)]))

async function send(
  call: GrantCall,
  method: 'GET' | 'POST',
  path: string,
  { form, mutates = false }: { form?: Record<string, string>; mutates?: boolean },
): Promise<Body> {
  const { access } = call.tokens
  const { http } = withUserAgent(call, call.identity.username)
  const request = {
    method,
    url: `${ORIGIN}${path}`,
    headers: {
      accept: 'application/json',
      authorization: `Bearer ${access}`,
      ...(form && { 'content-type': 'application/x-www-form-urlencoded' }),
    },
    ...(form && { body: new URLSearchParams(form).toString() }),
    bytesMax: 5 * 1_048_576,
    deadlineMs: 20_000,
  }
  const answer = await exchange(http, request, {
    mutates,
    classify: (raw) => {
      const safe = redactSecrets(raw, [access])
      return classify(safe) ?? classifyStatus(safe, mutates)
    },
  })
  const body = readJsonBody(answer, mutates)
  const error = readErrors(body)
  if (error) throw error
  return body
}

/** All accounts of an app share 100 requests a minute, counted over ten minutes. */
export const readUsage: NonNullable<Connector['readUsage']> = (headers) => {
  const [used, remaining] = [Number(headers['x-ratelimit-used']), Number(headers['x-ratelimit-remaining'])]
  return readHeaderUsage('app', {
    limit: used + remaining,
    remaining,
    resetSeconds: Number(headers['x-ratelimit-reset'] ?? 60),
  })
}

/** The things of a listing, without their wrapping. */
export function unwrapListing(listing: Body): Body[] {
  const children: Body[] = listing?.data?.children ?? []
  return children.map(({ kind, data }) => ({ ...data, kind }))
}

/** As many as one request may name. */
export const THINGS_MAX = 100

/** Things by their full names (`t1_...`, `t3_...`), as many as are asked for. Those that never existed are left out. */
export async function readThings(call: GrantCall, names: readonly string[]): Promise<Body[]> {
  const found: Body[] = []
  for (let from = 0; from < names.length; from += THINGS_MAX)
    found.push(...unwrapListing(await read(call, '/api/info', { id: names.slice(from, from + THINGS_MAX).join() })))
  return found
}
