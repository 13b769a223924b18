import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Context, Principal } from '../../kit/context.ts'
import type { AnyEndpoint } from '../../kit/declare/endpoint.ts'
import { ApiError } from '../../kit/declare/errors.ts'
import { isFromSession } from '../auth/session-access.ts'

/** Calls from pages of other sites. Browsers enforce CORS, so this limits scripts of pages and no other programs. */
export interface Cors {
  /** Lets a page of a listed origin read the response. */
  allowOrigin(request: FastifyRequest, reply: FastifyReply): void
  /** Throws when a page calls with a key that reaches the whole workspace: visitors of a page can read its key. */
  assertMayCall(request: FastifyRequest, principal: Principal): void
}

/** Headers that a page may send. Without `X-Quoin-Workspace` a session is useless there, and no response allows cookies. */
const ALLOWED = 'Authorization, Content-Type, Idempotency-Key, If-Match, Range, X-Max-Credits, X-Request-Id'
const EXPOSED = [
  'Content-Disposition',
  'Content-Range',
  'ETag',
  'Idempotency-Replayed',
  'Location',
  'RateLimit',
  'RateLimit-Policy',
  'Retry-After',
  'X-Credits-Charged',
  'X-Original-Request-Id',
  'X-Price-Book',
  'X-Quoin-Request-Id',
  'X-Request-Id',
  'X-Test-Quota-Limit',
  'X-Test-Quota-Remaining',
  'X-Test-Quota-Reset',
].join(', ')
const PREFLIGHT_SECONDS = 600

/** Returns undefined when no origin is listed: CORS is off then. */
export function mountCors(ctx: Context, app: FastifyInstance, endpoints: readonly AnyEndpoint[]): Cors | undefined {
  const listed = new Set(ctx.config.CORS_ORIGINS?.split(','))
  if (listed.size === 0) return undefined
  const methodsAt = findMethods(endpoints)
  /** Returns the origin of another site's page, if it is listed. */
  const findAllowedOrigin = ({ headers: { origin } }: FastifyRequest) =>
    origin !== undefined && listed.has(origin) && origin !== new URL(ctx.publicUrl.get()).origin ? origin : undefined

  app.addHook('onRequest', (request, reply, done) => {
    const { method, headers, url } = request
    if (method !== 'OPTIONS' || headers['access-control-request-method'] === undefined) return done()
    const origin = findAllowedOrigin(request)
    const methods = origin === undefined ? undefined : methodsAt(url.replace(/\?.*$/s, ''))
    if (origin === undefined || methods === undefined) return done()
    reply
      .status(204)
      .header('access-control-allow-origin', origin)
      .header('access-control-allow-methods', methods)
      .header('access-control-allow-headers', ALLOWED)
      .header('access-control-max-age', String(PREFLIGHT_SECONDS))
      .header('vary', 'Origin')
      .send()
  })

  return {
    allowOrigin(request, reply) {
      reply.header('vary', 'Origin')
      const origin = findAllowedOrigin(request)
      if (origin === undefined || isFromSession(request)) return
      reply.header('access-control-allow-origin', origin).header('access-control-expose-headers', EXPOSED)
    },
    assertMayCall(request, { profileIds, link }) {
      if (profileIds || link || findAllowedOrigin(request) === undefined) return
      throw new ApiError(
        'out_of_scope',
        'Pages must call with a key of scope `profiles`: visitors can read the key, and this one has access to the whole workspace. Revoke it if the page is public.',
      )
    },
  }
}

export function isKeyed({ access }: AnyEndpoint): boolean {
  return access === 'read' || access === 'write'
}

/** Returns the methods that keys may use at a path, as a header value; undefined when there are none. */
function findMethods(endpoints: readonly AnyEndpoint[]): (path: string) => string | undefined {
  const byTemplate = Map.groupBy(endpoints, ({ path }) => path.replaceAll(/\{\w+\}/g, '{}'))
  // A literal segment comes before a parameter, as in the router.
  const inOrder = [...byTemplate].toSorted(([a], [b]) => (rank(a) < rank(b) ? -1 : 1))
  const known = inOrder.map(([template, list]) => ({
    pattern: new RegExp(`^${template.split('{}').map(literal).join('[^/]+')}$`),
    methods: list
      .filter(isKeyed)
      .map(({ method }) => method)
      .join(', '),
  }))
  return (path) => known.find(({ pattern }) => pattern.test(path))?.methods || undefined
}

function rank(template: string): string {
  return template.replaceAll('{}', '\uffff')
}

function literal(text: string): string {
  return text.replaceAll(/[^\w/]/g, '\\$&')
}
