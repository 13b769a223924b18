import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Clock } from '../../kit/clock.ts'
import type { Context } from '../../kit/context.ts'
import type { Log } from '../../kit/log/log.ts'
import type { FollowedRequest } from '../../kit/log/request-feed.ts'
import { REQUEST_MESSAGE, type RequestLine } from '../../kit/log/request-line.ts'
import { callersRequestId } from './id.ts'

/** Requested every few seconds by machines: these requests are in the metrics. */
const QUIET = ['/healthz', '/readyz', '/metrics']
const PATH_CHARS_MAX = 200

/** Logs one line for each completed request, and passes it to those who follow the requests of its workspace. */
export function logRequests(app: FastifyInstance, { log, requestFeed, clock }: Context): void {
  const isLogged = log.isLevelEnabled('info')
  app.addHook('onResponse', (request, reply, done) => {
    if (isLogged) logLine(log, buildRequestLine(request, reply))
    if (request.principal?.workspaceId)
      requestFeed.publish(request.principal.workspaceId, () => buildFollowedRequest(request, reply, clock))
    done()
  })
}

function logLine(log: Log, line: RequestLine): void {
  if (QUIET.includes(line.path)) log.debug(line, REQUEST_MESSAGE)
  else log.info(line, REQUEST_MESSAGE)
}

function buildFollowedRequest(request: FastifyRequest, reply: FastifyReply, clock: Clock): FollowedRequest {
  const { workspace_id: _, ...line } = buildRequestLine(request, reply)
  return {
    ...line,
    operation: request.routeOptions.config.operation ?? null,
    caller_id: request.principal?.keyId ?? '',
    created_at: clock.now().toISOString(),
  }
}

function buildRequestLine(request: FastifyRequest, reply: FastifyReply): RequestLine {
  const charged = reply.getHeader('x-credits-charged')
  return {
    request_id: request.id,
    client_request_id: callersRequestId(request),
    method: request.method,
    path: toLoggedPath(request),
    status: reply.statusCode,
    ms: Math.round(reply.elapsedTime * 10) / 10,
    workspace_id: request.principal?.workspaceId || undefined,
    credits: charged === undefined ? undefined : Number(charged),
  }
}

/**
 * The path of an endpoint with a key contains ids. That of a public endpoint may contain a token, so its declared form is
 * logged. The query may contain anything (OAuth codes, media signatures) and is never logged.
 */
function toLoggedPath({ url, routeOptions, principal }: FastifyRequest): string {
  const isPublic = routeOptions.config.operation !== undefined && !principal?.workspaceId
  const path = isPublic ? (routeOptions.url ?? '') : (url.split('?', 1)[0] ?? '')
  return path.slice(0, PATH_CHARS_MAX).replace(/[^\x21-\x7e]/g, '?')
}
