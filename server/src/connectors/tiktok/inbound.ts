import { createHmac, timingSafeEqual } from 'node:crypto'
import { Type } from '../../kit/declare/type.ts'
import { tryRead } from '../api/response.ts'
import type { Inbound } from '../inbound.ts'
import { getClientCredentials } from '../oauth/oauth2.ts'

const Push = Type.Object({ event: Type.Literal('authorization.removed'), user_openid: Type.String() })

/**
 * The operator enters our address in the app's settings at TikTok, which then receives the events of all accounts. Only a withdrawn
 * sign-in is read, because the outcome of a post is polled anyway.
 */
export const inbound: Inbound = {
  /** Checks `TikTok-Signature: t=<seconds>,s=<hex>` over the time, a dot and the exact body. An old push does no harm. */
  async verify(call, { body, headers }) {
    const { secret } = getClientCredentials(call)
    const parts = new URLSearchParams(String(headers['tiktok-signature'] ?? '').replaceAll(/\s*,\s*/g, '&'))
    const time = parts.get('t')
    if (!secret || !time) return false
    const signature = Buffer.from(parts.get('s') ?? '')
    const expected = Buffer.from(createHmac('sha256', secret).update(`${time}.${body}`).digest('hex'))
    return signature.length === expected.length && timingSafeEqual(signature, expected)
  },
  read({ body }) {
    const push = tryRead(Push, parse(body))
    return push ? [{ kind: 'deauthorized', entityExternalId: push.user_openid }] : []
  },
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}
