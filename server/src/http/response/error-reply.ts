import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../../kit/context.ts'
import { ApiError } from '../../kit/declare/errors.ts'
import { isDataError } from '../../kit/postgres/db.ts'
import { callersRequestId } from '../request/id.ts'
import { sentIn } from '../request/original.ts'
import { afterResponses } from './after-responses.ts'
import { buildProblem, headersBeforeRouting, rawProblem, toApiError } from './problem.ts'

/** Responds with a problem to anything that was thrown. */
export function sendError(ctx: Context, thrown: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const error = toApiError(thrown)
  if (error.status >= 500 || isDataError(error.cause)) logFailure(request, error)
  const problem = buildProblem(error, request.id, docsUrl(ctx), sentIn(request))
  reply.status(problem.status).headers(problem.headers).send(problem.body)
}

/** Connections that received bytes that are not HTTP: only the first such bytes get a response. */
const unreadable = new WeakSet<Socket>()

export function refuseUnreadable(ctx: Context, error: Error & { code?: string }, socket: Socket): void {
  if (unreadable.has(socket)) return
  unreadable.add(socket)
  afterResponses(socket, (current) => {
    // Part of this request's own response was sent: a second response now would be read as its body.
    if (!socket.writable || current?.headersSent) socket.destroy(error)
    else socket.end(rawProblem(error, ctx.ids.next('request'), docsUrl(ctx)))
  })
}

/** Node calls this before the request is routed: only `Expect: 100-continue` can be met. */
export function refuseExpectation(ctx: Context, response: ServerResponse): void {
  const id = ctx.ids.next('request')
  const error = new ApiError('expectation_failed', 'Send no Expect header, or Expect: 100-continue.')
  const { status, headers, body } = buildProblem(error, id, docsUrl(ctx))
  const length = { 'content-length': Buffer.byteLength(body), connection: 'close' }
  response.writeHead(status, { ...headers, ...headersBeforeRouting(id), ...length }).end(body)
}

function docsUrl(ctx: Context): string {
  return `${ctx.publicUrl.get()}/docs`
}

/** Logs a bug with its stack, and a failure elsewhere (a source, a platform, the database) without one. */
function logFailure(request: FastifyRequest, error: ApiError): void {
  const named = {
    request_id: request.id,
    client_request_id: callersRequestId(request),
    operation: request.routeOptions.config.operation,
    code: error.code,
  }
  if (error.code === 'internal') request.log.error({ ...named, err: error.cause ?? error }, error.message)
  else
    request.log.warn(
      { ...named, cause: error.cause instanceof Error ? error.cause.message.slice(0, 500) : undefined },
      error.message,
    )
}
