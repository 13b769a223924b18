import { randomBytes } from 'node:crypto'
import { extname } from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { PublicUrl } from '../../kit/config/public-url.ts'
import { ApiError } from '../../kit/declare/errors.ts'
import type { Limits } from '../limits/limits.ts'
import type { Portal } from './portal.ts'

const HTML = 'text/html; charset=utf-8'
const TYPES: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.woff2': 'font/woff2',
}

/**
 * Mantine writes style elements, which need the nonce; style attributes are set by scripts and need none. The page of portal
 * links shows a customer's logo, whose URL is after the `#`, so its policy allows images from any HTTPS server.
 */
function buildSecurityPolicy(nonce: string, url: string): string {
  const pictures = /^\/embed(?:\?|$)/.test(url) ? ' https:' : ''
  return [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}'`,
    `style-src-elem 'self' 'nonce-${nonce}'`,
    "style-src-attr 'none'",
    `img-src 'self' data: blob:${pictures}`,
    "media-src 'self' blob:",
    "connect-src 'self'",
    "font-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
}

export interface PortalPages {
  /** Returns true if a person opens a page of the portal: the API serves programs, under /v1, and never with HTML. */
  takes(request: FastifyRequest): boolean
  send(reply: FastifyReply): Promise<FastifyReply>
}

export interface PortalOptions {
  readonly portal: Portal
  readonly limits: Limits
  readonly publicUrl: PublicUrl
}

/** Mounts the portal's assets, and serves its page at every path that nothing else handles. */
export function mountPortal(app: FastifyInstance, { portal, limits, publicUrl }: PortalOptions): PortalPages {
  const onRequest = async (request: FastifyRequest) => limits.takeAddress(request)
  app.get<{ Params: { name: string } }>(
    '/assets/:name',
    { onRequest },
    async ({ params: { name }, headers }, reply) => {
      const asset = await portal.files.asset(name, headers['accept-encoding'] ?? '')
      if (!asset) throw new ApiError('not_found', 'The portal has no such file. Load its page again.')
      reply.type(TYPES[extname(name)] ?? 'application/octet-stream').header('vary', 'accept-encoding')
      // The name contains a hash of the content.
      reply.header('cache-control', 'public, max-age=31536000, immutable')
      if (asset.encoding) reply.header('content-encoding', asset.encoding)
      return reply.send(asset.content)
    },
  )

  async function send(reply: FastifyReply): Promise<FastifyReply> {
    reply.type(HTML).header('vary', 'accept').header('cache-control', 'no-store')
    const page = portal.files.page(reply.request.url.replace(/\?.*$/s, ''))
    if (page === undefined) {
      const { HOME_POLICY, homePage } = await import('../docs/home.ts')
      return reply.header('content-security-policy', HOME_POLICY).send(homePage(publicUrl.get(), portal.build))
    }
    const nonce = randomBytes(16).toString('base64')
    return reply
      .header('content-security-policy', buildSecurityPolicy(nonce, reply.request.url))
      .send(page.replaceAll('{{nonce}}', nonce))
  }
  app.setNotFoundHandler({ preHandler: onRequest }, (_request, reply) => send(reply))
  return { takes, send }
}

function takes({ method, url, headers }: FastifyRequest): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false
  return /\btext\/html\b/.test(headers.accept ?? '') && !/^\/(?:v1|assets|docs)(?:[/?]|$)/.test(url)
}
