import type { FastifyReply, FastifyRequest } from 'fastify'
import type { PublicUrl } from '../../kit/config/public-url.ts'
import { PAGE_POLICY } from '../../kit/html.ts'

const HSTS = 'max-age=31536000'

/**
 * Keeps browsers from guessing content types, lets every HTML page load and run only its own style and script, and makes sure
 * that a server reached by HTTPS is never reached by HTTP again.
 */
export function addSecurityHeaders(publicUrl: PublicUrl, request: FastifyRequest, reply: FastifyReply): void {
  reply.header('x-content-type-options', 'nosniff')
  // Without a trusted proxy in front, `protocol` is that of the connection itself.
  if (publicUrl.get().startsWith('https:') || request.protocol === 'https')
    reply.header('strict-transport-security', HSTS)
  const type = reply.getHeader('content-type')
  if (typeof type !== 'string' || !type.startsWith('text/html')) return
  if (!reply.hasHeader('content-security-policy')) reply.header('content-security-policy', PAGE_POLICY)
  reply.header('x-frame-options', 'DENY').header('referrer-policy', 'no-referrer')
}
