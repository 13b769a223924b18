import type { FastifyReply } from 'fastify'
import { PAGE_POLICY } from '../kit/html.ts'

/** Browsers must not guess content types, and every HTML page loads and runs only its own style and script. */
export function addSecurityHeaders(reply: FastifyReply): void {
  reply.header('x-content-type-options', 'nosniff')
  const type = reply.getHeader('content-type')
  if (typeof type !== 'string' || !type.startsWith('text/html')) return
  if (!reply.hasHeader('content-security-policy')) reply.header('content-security-policy', PAGE_POLICY)
  reply.header('x-frame-options', 'DENY').header('referrer-policy', 'no-referrer')
}
