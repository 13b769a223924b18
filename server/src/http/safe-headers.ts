import type { FastifyReply } from 'fastify'
import { PAGE_POLICY } from '../kit/html.ts'

/** No answer is guessed to be what it does not say, and every page, wherever it was made, runs and loads only its own. */
export function addSafeHeaders(reply: FastifyReply): void {
  reply.header('x-content-type-options', 'nosniff')
  const type = reply.getHeader('content-type')
  if (typeof type !== 'string' || !type.startsWith('text/html')) return
  if (!reply.hasHeader('content-security-policy')) reply.header('content-security-policy', PAGE_POLICY)
  reply.header('x-frame-options', 'DENY').header('referrer-policy', 'no-referrer')
}
