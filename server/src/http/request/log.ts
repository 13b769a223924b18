import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Log } from '../../kit/log/log.ts'
import { REQUEST_MESSAGE, type RequestLine } from '../../kit/log/request-line.ts'
import { callersRequestId } from './id.ts'

/** Requested every few seconds by machines: these requests are in the metrics. */
const QUIET = ['/healthz', '/readyz', '/metrics']
const PATH_CHARS_MAX = 200

/** Logs one line for each completed request. */
export function logRequests(app: FastifyInstance, log: Log): void {
  if (!log.isLevelEnabled('info')) return
  app.addHook('onResponse', (request, reply, done) => {
    const line = buildRequestLine(request, reply)
    if (QUIET.includes(line.path)) log.debug(line, REQUEST_MESSAGE)
    else log.info(line, REQUEST_MESSAGE)
    done()
  })
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
