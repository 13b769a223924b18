import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Inbound } from '../inbound.ts'
import { getClientCredentials } from '../oauth2.ts'

/**
 * The operator enters our address in the app's settings at TikTok: it gets the events of all accounts. How a post ended is
 * asked for anyway, so only a sign-in that was withdrawn is read.
 */
export const inbound: Inbound = {
  /** `TikTok-Signature: t=<seconds>,s=<hex>` over the time, a dot and the exact body. An old push does no harm. */
  async verify(call, { body, headers }) {
    const { secret } = getClientCredentials(call)
    const parts = new URLSearchParams(String(headers['tiktok-signature'] ?? '').replaceAll(/\s*,\s*/g, '&'))
    const time = parts.get('t')
    if (!secret || !time) return false
    const given = Buffer.from(parts.get('s') ?? '')
    const wanted = Buffer.from(createHmac('sha256', secret).update(`${time}.${body}`).digest('hex'))
    return given.length === wanted.length && timingSafeEqual(given, wanted)
  },
  read({ body }) {
    const { event, user_openid } = parse(body)
    if (event !== 'authorization.removed' || typeof user_openid !== 'string') return []
    return [{ kind: 'deauthorized', entityExternalId: user_openid }]
  },
}

function parse(body: string): { readonly event?: unknown; readonly user_openid?: unknown } {
  try {
    return JSON.parse(body) ?? {}
  } catch {
    return {}
  }
}
