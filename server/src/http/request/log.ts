import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Registry } from 'prom-client'
import { type CompletedRequest, openRequestLog } from '../../domains/billing/request-log/log.ts'
import type { Clock } from '../../kit/clock.ts'
import type { Context } from '../../kit/context.ts'
import { type Log, maskSecrets } from '../../kit/log/log.ts'
import type { FollowedRequest } from '../../kit/log/request-feed.ts'
import { REQUEST_MESSAGE, type RequestLine } from '../../kit/log/request-line.ts'
import { callersRequestId } from './id.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The response to a request that failed. */
    failure: string | null
  }
}

/** Requested every few seconds by machines: these requests are in the metrics. */
const QUIET = ['/healthz', '/readyz', '/metrics']
const PATH_CHARS_MAX = 200
/** Keys, tokens and the secrets of webhooks, which `maskSecrets` knows. */
const MAY_BE_SECRET = /[qsr]k_|q[acdr]_|whsec_|\d:[\w-]{30}|bearer/i

/**
 * Logs one line for each completed request, stores it for the list of its workspace, and passes it to those who follow the requests
 * of the workspace.
 */
export function logRequests(app: FastifyInstance, ctx: Context, registry: Registry): void {
  const { log, requestFeed, clock } = ctx
  const requestLog = openRequestLog(ctx, registry)
  app.addHook('onClose', () => requestLog.close())
  app.decorateRequest('failure', null)
  const isLogged = log.isLevelEnabled('info')
  app.addHook('onResponse', (request, reply, done) => {
    if (isLogged) logLine(log, buildRequestLine(request, reply))
    const workspaceId = request.principal?.workspaceId
    if (workspaceId) {
      requestFeed.publish(workspaceId, () => buildFollowedRequest(request, reply, clock))
      if (isStored(request, reply))
        requestLog.add(workspaceId, reply.statusCode, () => buildCompletedRequest(request, reply))
    }
    done()
  })
}

/** Keeps the body of an error until the response is complete. */
export function keepFailure(request: FastifyRequest, payload: unknown): void {
  if (typeof payload === 'string') request.failure = payload
}

/**
 * The portal reads all the time while it is open, so successful reads by users and links are not stored. Neither are calls outside
 * a workspace: those of operators are in the audit log.
 */
function isStored({ method, principal }: FastifyRequest, { statusCode }: FastifyReply): boolean {
  if (!principal.workspaceId.startsWith('ws_')) return false
  const isOfPortal = principal.user !== null || principal.link !== undefined
  return !isOfPortal || statusCode >= 400 || (method !== 'GET' && method !== 'HEAD')
}

function buildCompletedRequest(request: FastifyRequest, reply: FastifyReply): CompletedRequest {
  const { principal, headers, routeOptions } = request
  const responseBytes = reply.getHeader('content-length')
  return {
    workspace_id: principal.workspaceId,
    request_id: request.id,
    method: request.method,
    path: toLoggedPath(request),
    operation: routeOptions.config.operation ?? null,
    status: reply.statusCode,
    ms: Math.round(reply.elapsedTime * 10) / 10,
    mode: principal.mode,
    caller_id: principal.keyId,
    request_bytes: headers['content-length'] === undefined ? null : Number(headers['content-length']),
    response_bytes: responseBytes === undefined ? null : Number(responseBytes),
    client_request_id: callersRequestId(request) ?? null,
    failure: request.failure,
  }
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
 * logged. The query may contain anything (OAuth codes, media signatures) and is never logged. Callers put secrets into paths by
 * mistake.
 */
function toLoggedPath({ url, routeOptions, principal }: FastifyRequest): string {
  const isPublic = routeOptions.config.operation !== undefined && !principal?.workspaceId
  const path = isPublic ? (routeOptions.url ?? '') : (url.split('?', 1)[0] ?? '')
  const shown = path.slice(0, PATH_CHARS_MAX).replace(/[^\x21-\x7e]/g, '?')
  return MAY_BE_SECRET.test(shown) ? maskSecrets(shown) : shown
}
