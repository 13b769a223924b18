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
import { mount, showOwnBook } from './execute.ts'
import { createLimits } from './limits.ts'
import { createMetrics, type Metrics } from './metrics.ts'
import { keepPace } from './pace.ts'
import { problemOf, rawProblem, toApiError } from './problem.ts'
import { callersRequestId, identify } from './request-id.ts'
import { addSafeHeaders } from './safe-headers.ts'
import { mountSystem, type Readiness } from './system.ts'

export interface AppOptions {
  readonly routes: readonly Route[]
  readonly readiness: Readiness
  readonly metrics?: Metrics
}

const DATA = '/v1/data/'
const REQUEST_MS = 300_000

/** What broke here is told whole; what failed elsewhere (a source, a platform, the database) is no fault to be looked for here. */
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

/** Something of an answer has left: a second one in its middle would be read as its body. */
function isAnswering(socket: Socket): boolean {
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
    // The whole request; its body has a pace of its own besides. A connection on which nothing happens is longer than any call.
    requestTimeout: REQUEST_MS,
    connectionTimeout: (2 * ctx.config.CALL_SECONDS + 60) * 1000,
    http: { headersTimeout: ctx.config.SLOW_CLIENT_SECONDS * 1000, connectionsCheckingInterval: 1000 },
    routerOptions: { maxParamLength: 512 },
    // Some clients escape the colon of `:estimate`.
    rewriteUrl: ({ url = '/' }) =>
      url.includes('%3') ? url.replace(/^[^?]*/, (path) => path.replace(/%3a/gi, ':')) : url,
    genReqId: () => ctx.ids.next('request'),
    // Both happen before any route or hook: a path that cannot be read, and bytes that are not HTTP.
    frameworkErrors: (error, request, reply) => {
      addSafeHeaders(reply)
      answerError(error, request, identify(request, reply))
    },
    clientErrorHandler: (error, socket) => {
      if (socket.writable && !isAnswering(socket)) socket.end(rawProblem(error, ctx.ids.next('request'), docsUrl()))
      else socket.destroy(error)
    },
  })
  // Before any connection is accepted: no request meets an unknown port.
  app.server.once('listening', () => ctx.publicUrl.setPort((app.server.address() as AddressInfo).port))
  app.server.maxConnections = ctx.config.CONNECTIONS_MAX
  app.server.on('drop', () => metrics.cut('full'))
  keepPace(app, metrics, ctx.config)
  readBodies(app)
  limitBodies(app, ctx.config)

  // Log lines name their request themselves; a logger for every request would cost more than most requests do.
  app.setChildLoggerFactory((log) => log)
  app.addHook('onRequest', (request, reply, done) => {
    identify(request, reply)
    done()
  })
  app.addHook('onSend', (_request, reply, payload, done) => {
    addSafeHeaders(reply)
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
    await showOwnBook(ctx, request, reply)
    answerError(error, request, reply)
    return reply
  })
  const actions = actionsOf(routes).join(', ')
  app.setNotFoundHandler(({ url }) => {
    throw new ApiError(
      'not_found',
      url.startsWith(DATA)
        ? `There is no such action. The actions are: ${actions}.`
        : 'Nothing is at this path; /docs lists every endpoint.',
    )
  })

  const authenticator = createAuthenticator(ctx)
  const limits = createLimits(ctx.config)
  app.addHook('onClose', () => authenticator.close())
  mountSystem(app, {
    readiness,
    metrics,
    limits,
    publicUrl: ctx.publicUrl,
    endpoints: routes.map((route) => route.endpoint),
  })
  mount(app, routes, ctx, { authenticator, limits })
  return app
}

/** What can be looked up: whoever misspells an action is told. */
function actionsOf(routes: readonly Route[]): string[] {
  const metered = routes.filter(({ endpoint }) => endpoint.path.startsWith(DATA) && typeof endpoint.price === 'object')
  return metered.map(({ endpoint }) => endpoint.path.slice(DATA.length))
}
