import { randomUUID } from 'node:crypto'
import { BoundedCache } from '../../kit/bounded-cache.ts'
import { sha256, sha256Hex } from '../../kit/hash.ts'
import type { OutboundReply, OutboundRequest } from '../../kit/net/outbound.ts'
import type { Http } from '../session.ts'
import { type PrivateJwk, signJwt, toPublicJwk } from './es256.ts'

/** A key to which tokens are bound, and the token that is used with it, once there is one. */
export interface DpopKey {
  readonly key: PrivateJwk
  readonly token?: string
}

/** The last nonce of each server: a proof without one costs a second request. */
const nonces = new BoundedCache<{ readonly nonce: string; readonly atMs: number }>(262_144)
const NONCE_CHARS_MAX = 512
/** Servers accept a nonce for some minutes. */
const FRESH_MS = 30_000

/**
 * Adds a proof of possession of the key to every request (RFC 9449). When the server requires its newest nonce, the request is
 * sent again, because the refused one had no effect. A stream cannot be sent twice: its caller gets the refusal.
 */
export function dpopHttp(http: Http, dpop: DpopKey, now: () => Date): Http {
  return async (request) => {
    const { origin } = new URL(request.url)
    const send = async () => {
      const reply = await http(withProof(request, dpop, now()))
      rememberNonce(origin, reply, now())
      return reply
    }
    const reply = await send()
    return wantsNonce(reply) && !isStream(request.body) ? send() : reply
  }
}

/** Returns true if a request to this server is unlikely to need a second one. */
export function hasFreshNonce(url: string, now: Date): boolean {
  const known = nonces.get(sha256Hex(new URL(url).origin))
  return known !== undefined && now.getTime() - known.atMs < FRESH_MS
}

function withProof(request: OutboundRequest, { key, token }: DpopKey, now: Date): OutboundRequest {
  const { origin, pathname } = new URL(request.url)
  const nonce = nonces.get(sha256Hex(origin))?.nonce
  const proof = signJwt(
    key,
    { typ: 'dpop+jwt', jwk: toPublicJwk(key) },
    {
      jti: randomUUID(),
      htm: request.method ?? 'GET',
      htu: `${origin}${pathname}`,
      iat: Math.floor(now.getTime() / 1000),
      ...(nonce !== undefined && { nonce }),
      ...(token !== undefined && { ath: sha256(token).toString('base64url') }),
    },
  )
  const headers = { ...request.headers, dpop: proof, ...(token !== undefined && { authorization: `DPoP ${token}` }) }
  return { ...request, headers }
}

function rememberNonce(origin: string, { headers }: OutboundReply, now: Date): void {
  const nonce = headers['dpop-nonce']
  if (typeof nonce !== 'string' || nonce.length > NONCE_CHARS_MAX) return
  nonces.set(sha256Hex(origin), { nonce, atMs: now.getTime() }, 2 * nonce.length)
}

/** Authorization servers ask for a nonce in the body, other servers in a header. */
function wantsNonce({ status, headers, body }: OutboundReply): boolean {
  if (headers['dpop-nonce'] === undefined || (status !== 400 && status !== 401)) return false
  return /use_dpop_nonce/.test(`${String(headers['www-authenticate'] ?? '')} ${body.toString('utf8')}`)
}

function isStream(body: OutboundRequest['body']): boolean {
  return typeof body === 'object' && 'pipe' in body
}
