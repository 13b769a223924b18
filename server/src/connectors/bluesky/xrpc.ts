import type { Static, TSchema } from 'typebox'
import { Type } from '../../kit/declare/type.ts'
import type { OutboundRequest } from '../../kit/net/outbound.ts'
import { jsonRequest, type PlatformResponse } from '../api/exchange.ts'
import { requestJson } from '../api/response.ts'
import { dpopHttp, hasFreshNonce } from '../oauth/dpop.ts'
import type { PrivateJwk } from '../oauth/es256.ts'
import type { PlatformError } from '../platform-error.ts'
import type { Call, GrantCall, Json } from '../session.ts'
import { classifyError } from './errors.ts'
import { bluesky } from './platform.ts'

/** A server that speaks XRPC, and the token we use there. */
export interface Service {
  readonly call: Call
  readonly host: string
  readonly token?: string
  /** The key that the token is bound to, when it comes from a sign-in page. */
  readonly key?: PrivateJwk
}

type Params = Readonly<Record<string, string | number | readonly string[]>>

export const Did = Type.String({ pattern: '^did:' })

/** A success whose content does not matter. */
export const Done = Type.Object({})

/** Returns the account's own data server (PDS). It forwards `app.bsky.*` to Bluesky's index (the AppView). */
export function getPdsService(call: GrantCall): Service {
  const { pds, key } = call.tokens.extra as { pds: string; key?: PrivateJwk }
  return { call, host: pds, token: call.tokens.access, ...(key && { key }) }
}

interface Query<S extends TSchema> {
  /** The shape of the response. */
  readonly schema: S
  readonly params?: Params
}

export function query<S extends TSchema>(
  service: Service,
  method: string,
  { schema, params }: Query<S>,
): Promise<Static<S>> {
  return send(service, jsonRequest('GET', buildXrpcUrl(service, method, params)), { schema })
}

interface Procedure<S extends TSchema> {
  readonly schema: S
  readonly body?: Json
  readonly mutates?: boolean
  /** A part of the body that must not appear in an error. */
  readonly secret?: string
}

export function procedure<S extends TSchema>(
  service: Service,
  method: string,
  { body, ...options }: Procedure<S>,
): Promise<Static<S>> {
  const request = jsonRequest('POST', buildXrpcUrl(service, method), body === undefined ? {} : { body })
  return send(service, request, options)
}

export function buildXrpcUrl({ host }: Service, method: string, params: Params = {}): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(params)) for (const one of [value].flat()) search.append(name, String(one))
  const text = search.toString()
  return `${host}/xrpc/${method}${text && `?${text}`}`
}

interface SendOptions<S extends TSchema> extends Omit<Procedure<S>, 'body'> {
  /** Sees a refusal before the usual classification. */
  readonly classify?: (response: PlatformResponse) => PlatformError | undefined
}

export function send<S extends TSchema>(
  { call, token, key }: Service,
  request: OutboundRequest,
  { schema, mutates = false, secret, classify }: SendOptions<S>,
): Promise<Static<S>> {
  const isBearer = token !== undefined && key === undefined
  const headers = { ...request.headers, ...(isBearer && { authorization: `Bearer ${token}` }) }
  const http = key ? dpopHttp(call.http, { key, ...(token !== undefined && { token }) }, call.now) : call.http
  return requestJson(
    bluesky,
    { http, report: call.report },
    { deadlineMs: 15_000, ...request, headers },
    {
      schema,
      mutates,
      secrets: [token, secret],
      classify: (response) => classify?.(response) ?? classifyError(response, call.now()),
    },
  )
}

/** Asks for a nonce before a stream is sent, because a stream cannot be sent again with a newer one. */
export async function readyForStream(service: Service): Promise<void> {
  if (service.key && !hasFreshNonce(service.host, service.call.now()))
    await query(service, 'com.atproto.server.getSession', { schema: Done })
}
