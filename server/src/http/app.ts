import type { ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify'
import type { Context } from '../kit/context.ts'
import { ApiError } from '../kit/declare/errors.ts'
import type { Route } from '../kit/declare/route.ts'
import { isDataError } from '../kit/postgres/db.ts'
import { createAuthenticator } from './authenticate.ts'
import { readBodies } from './body.ts'
import { limitBodies } from './body-budget.ts'
import { createLimits } from './limits.ts'
import { createMetrics, type Metrics } from './metrics.ts'
import { mountRoutes } from './mount.ts'
import { showCallersBook } from './pricing.ts'
import { problemOf, rawProblem, toApiError } from './problem.ts'
import { callersRequestId, setRequestIds } from './request-id.ts'
import { addSecurityHeaders } from './security-headers.ts'
import { cutSlowClients } from './slow-clients.ts'
import { mountSystemPages, type Readiness } from './system.ts'

export interface AppOptions {
  readonly routes: readonly Route[]
  readonly readiness: Readiness
  readonly metrics?: Metrics
}

const DATA = '/v1/data/'
const REQUEST_MS = 300_000

/** A bug is logged with its stack. A failure elsewhere (a source, a platform, the database) is logged without one. */
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

/** A part of the response was sent: a second response now would be read as its body. */
function hasStartedResponse(socket: Socket): boolean {
  // oxlint-disable-next-line no-underscore-dangle -- Node's own handler of these errors asks the same
  return (socket as { _httpMessage?: ServerResponse })._httpMessage?.headersSent ?? false
}

/** The HTTP front door: a Fastify server with every declared endpoint and the system's own pages. */
export function createApp(ctx: Context, { routes, readiness, metrics = createMetrics() }: AppOptions): FastifyInstance {
  const logger: FastifyBaseLogger = ctx.log
  const docsUrl = () => `${ctx.publicUrl.get()}/docs`
  const answerError = (thrown: unknown, request: FastifyRequest, reply: FastifyReply): void => {
    const error = toApiError(thrown)
    if (error.status >= 500 || isDataError(error.cause)) logFailure(request, error)
    const problem = problemOf(error, request.id, docsUrl())
    reply.status(problem.status).headers(problem.headers).send(problem.body)
  }
  const app = Fastify({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }),
    forceCloseConnections: 'idle',
    trustProxy: ctx.config.TRUST_PROXY ?? false,
    // `requestTimeout` bounds the whole request; slow-clients.ts bounds its body too. An idle connection outlives any call.
    requestTimeout: REQUEST_MS,
    connectionTimeout: (2 * ctx.config.CALL_SECONDS + 60) * 1000,
    http: { headersTimeout: ctx.config.SLOW_CLIENT_SECONDS * 1000, connectionsCheckingInterval: 1000 },
    routerOptions: { maxParamLength: 512 },
    // Some clients escape the colon of `:estimate`.
    rewriteUrl: ({ url = '/' }) =>
      url.includes('%3') ? url.replace(/^[^?]*/, (path) => path.replace(/%3a/gi, ':')) : url,
    genReqId: () => ctx.ids.next('request'),
    // Both run before any route or hook: a path that cannot be decoded, and bytes that are not HTTP.
    frameworkErrors: (error, request, reply) => {
      addSecurityHeaders(reply)
      answerError(error, request, setRequestIds(request, reply))
    },
    clientErrorHandler: (error, socket) => {
      if (socket.writable && !hasStartedResponse(socket))
        socket.end(rawProblem(error, ctx.ids.next('request'), docsUrl()))
      else socket.destroy(error)
    },
  })
  // Before any connection is accepted: no request meets an unknown port.
  app.server.once('listening', () => ctx.publicUrl.setPort((app.server.address() as AddressInfo).port))
  app.server.maxConnections = ctx.config.CONNECTIONS_MAX
  app.server.on('drop', () => metrics.cut('full'))
  cutSlowClients(app, metrics, ctx.config)
  readBodies(app)
  limitBodies(app, ctx.config)

  // Log lines name their request themselves: a child logger would cost more than most requests.
  app.setChildLoggerFactory((log) => log)
  app.addHook('onRequest', (request, reply, done) => {
    setRequestIds(request, reply)
    done()
  })
  app.addHook('onSend', (_request, reply, payload, done) => {
    addSecurityHeaders(reply)
    done(null, payload)
  })
  app.addHook('onResponse', (request, reply, done) => {
    metrics.request(
      request.routeOptions.config.operation ?? 'none',
      request.method,
      reply.statusCode,
      reply.elapsedTime / 1000,
    )
    done()
  })
  app.setErrorHandler(async (error, request, reply) => {
    await showCallersBook(ctx, request, reply)
    answerError(error, request, reply)
    return reply
  })
  const actions = actionsOf(routes).join(', ')
  app.setNotFoundHandler(({ url }) => {
    throw new ApiError(
      'not_found',
      url.startsWith(DATA)
        ? `There is no such action. The actions are: ${actions}.`
        : 'There is nothing at this path; /docs lists every endpoint.',
    )
  })

  const authenticator = createAuthenticator(ctx)
  const limits = createLimits(ctx.config)
  app.addHook('onClose', () => authenticator.close())
  mountSystemPages(app, {
    readiness,
    metrics,
    limits,
    publicUrl: ctx.publicUrl,
    endpoints: routes.map((route) => route.endpoint),
  })
  mountRoutes(ctx, app, routes, { authenticator, limits })
  return app
}

/** The names of the lookup actions, for the error about a misspelt one. */
function actionsOf(routes: readonly Route[]): string[] {
  const lookups = routes.filter(({ endpoint }) => endpoint.path.startsWith(DATA) && typeof endpoint.price === 'object')
  return lookups.map(({ endpoint }) => endpoint.path.slice(DATA.length))
}
