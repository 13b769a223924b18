import type { Http } from '../../../connectors/session.ts'
import type { OutboundReply } from '../../../kit/net/outbound.ts'

const REPLIES_MAX = 4
const BYTES_MAX = 262_144

/**
 * Shares identical requests of an account's feeds that are read one after the other: comments and messages, for example, may be
 * in the same list of the platform. Only the last few small replies are kept.
 */
export function shareReads(): (http: Http) => Http {
  const replies = new Map<string, OutboundReply>()
  return (http) => async (request) => {
    if ((request.method ?? 'GET') !== 'GET') return http(request)
    const key = JSON.stringify([request.url, request.headers, request.overflow])
    const known = replies.get(key)
    if (known) return known
    const reply = await http(request)
    if (reply.body.length <= BYTES_MAX) replies.set(key, reply)
    const [oldest] = replies.keys()
    if (replies.size > REPLIES_MAX && oldest !== undefined) replies.delete(oldest)
    return reply
  }
}
