import { ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import type { PublicUrl } from '../kit/config/public-url.ts'
import type { Context } from '../kit/context.ts'
import { ApiError } from '../kit/declare/errors.ts'
import type { Route } from '../kit/declare/route.ts'
import type { Log } from '../kit/log/log.ts'
import { createAuthenticator } from './auth/authenticate.ts'
import { createSessionAuthenticator } from './auth/session.ts'
import { readBodies } from './body/body.ts'
import { limitBodies } from './body/budget.ts'
import { mountDocs } from './docs/mount.ts'
import { fitConnections } from './limits/file-limit.ts'
import { createLimits } from './limits/limits.ts'
import { mountMcp } from './mcp/mount.ts'
import { showNothingCharged } from './metering/pricing.ts'
import { mountRoutes } from './mount.ts'
import { mountOauth } from './oauth/mount.ts'
import { mountPortal, type PortalPages } from './portal/mount.ts'
import { NO_PORTAL, type Portal } from './portal/portal.ts'
import { findAmbiguity } from './request/ambiguous.ts'
import { mountCors } from './request/cors.ts'
import { setRequestIds } from './request/id.ts'
import { keepFailure, logRequests } from './request/log.ts'
import { collectMethods, type KnownPaths, replaceUnusualMethod } from './request/method-not-allowed.ts'
import { decorateWithRoute, getRoute } from './request/route.ts'
import { cutSlowClients } from './request/slow-clients.ts'
import { traceRequests } from './request/trace.ts'
import { limitedBy } from './request/visitor.ts'
import { afterResponses } from './response/after-responses.ts'
import { refuseExpectation, refuseUnreadable, sendError } from './response/error-reply.ts'
import { addSecurityHeaders } from './response/security-headers.ts'
import { createMetrics, type Metrics } from './system/metrics.ts'
import { mountSystemPages, type Readiness } from './system/mount.ts'
import { mountPages } from './system/pages.ts'

export interface AppOptions {
  readonly routes: readonly Route[]
  readonly readiness: Readiness
  readonly metrics?: Metrics
  readonly portal?: Portal
}

const DATA = '/v1/data/'
const REQUEST_MS = 300_000

/** The HTTP front door: a Fastify server with every declared endpoint and the system pages. */
export function createApp(
  ctx: Context,
  { routes, readiness, metrics = createMetrics(), portal = NO_PORTAL }: AppOptions,
): FastifyInstance {
  const app = createServer(ctx)
  decorateWithRoute(app)
  app.server.on('drop', () => metrics.cut('full'))
  cutSlowClients(app, metrics, ctx.config)
  readBodies(app)
  limitBodies(app, ctx.config)
  addHooks(app, { metrics, readiness, publicUrl: ctx.publicUrl })
  traceRequests(app)
  logRequests(app, ctx, metrics.registry)
  const known = collectMethods(app)
  const authenticator = createAuthenticator(ctx)
  const limits = createLimits(ctx.config, {
    limitedBy: (caller) => limitedBy(ctx, caller),
    shared: ctx.sharedLimits,
    onRefused: (limit) => metrics.limited(limit),
  })
  const sessions = createSessionAuthenticator(ctx)
  const endpoints = routes.map((route) => route.endpoint)
  const cors = mountCors(ctx, app, endpoints)
  const portalPages = mountPortal(app, { portal, limits, publicUrl: ctx.publicUrl })
  handleErrors(ctx, app, routes, { known, portalPages })
  app.addHook('onClose', () => Promise.all([authenticator.close(), sessions.close()]))
  mountSystemPages(app, { readiness, metrics, limits })
  mountPages(app, { limits, publicUrl: ctx.publicUrl, endpoints, portalPages })
  mountDocs(ctx, app, { limits, endpoints })
  mountRoutes(ctx, app, routes, { authenticator, sessions, limits, cors })
  mountMcp(ctx, app, { authenticator, limits })
  mountOauth(ctx, app, limits)
  known.close()
  return app
}

function createServer(ctx: Context): FastifyInstance {
  const app = Fastify({
    loggerInstance: childless(ctx.log),
    logController: new LogController({ disableRequestLogging: true }),
    forceCloseConnections: 'idle',
    // Our own code validates requests and writes replies: the framework's compilers are not loaded.
    schemaController: { compilersFactory: { buildValidator: unused, buildSerializer: unused } },
    trustProxy: ctx.config.TRUST_PROXY ?? false,
    // `requestTimeout` bounds the whole request; slow-clients.ts bounds its body too. An idle connection outlives any call.
    requestTimeout: REQUEST_MS,
    connectionTimeout: (2 * ctx.config.CALL_SECONDS + 60) * 1000,
    http: { headersTimeout: ctx.config.SLOW_CLIENT_SECONDS * 1000, connectionsCheckingInterval: 1000 },
    routerOptions: { maxParamLength: 512 },
    rewriteUrl: (request) => {
      replaceUnusualMethod(request)
      return plainPath(request.url ?? '/')
    },
    genReqId: () => ctx.ids.next('request'),
    // Both run before any route or hook: a path that cannot be decoded, whose request has no proxy information, and bytes that
    // are not HTTP.
    frameworkErrors: (error, request, reply) => {
      addSecurityHeaders(ctx.publicUrl, request, reply)
      sendError(ctx, error, request, setRequestIds(request, reply))
    },
    clientErrorHandler: (error, socket) => refuseUnreadable(ctx, error, socket),
  })
  // Before any connection is accepted, so that no request finds an unknown port.
  app.server.once('listening', () => ctx.publicUrl.setPort((app.server.address() as AddressInfo).port))
  const { max, warning } = fitConnections(ctx.config)
  if (warning) ctx.log.warn(warning)
  app.server.maxConnections = max
  routeUnusual(ctx, app)
  return app
}

/**
 * Log lines contain their request's id themselves: a child logger would cost more than most requests, and so would our own
 * factory.
 */
function childless(log: Log): FastifyBaseLogger {
  const logger: FastifyBaseLogger = Object.assign(Object.create(log), { child: () => logger })
  return logger
}

function unused(): never {
  throw new Error('No route passes schemas to the framework.')
}

/** Removes the trailing slash of a path, and unescapes the colon of `:estimate`, which some clients escape. */
function plainPath(url: string): string {
  if (!/%3|\/(?:\?|$)/.test(url)) return url
  return url.replace(/^[^?]*/, (path) => path.replace(/%3a/gi, ':').replace(/(?<=.)\/$/, ''))
}

/**
 * Routes requests that Node does not pass on: it closes the connection of CONNECT, and responds to an unknown expectation
 * without a body.
 */
function routeUnusual(ctx: Context, app: FastifyInstance): void {
  app.server.on('connect', (request, duplex) => {
    const socket = duplex as Socket
    socket.on('error', () => socket.destroy())
    afterResponses(socket, () => {
      const response = new ServerResponse(request)
      response.shouldKeepAlive = false
      response.assignSocket(socket)
      response.once('finish', () => socket.end())
      app.routing(request, response)
    })
  })
  app.server.on('checkExpectation', (_request, response) => refuseExpectation(ctx, response))
}

function addHooks(
  app: FastifyInstance,
  { metrics, readiness, publicUrl }: { metrics: Metrics; readiness: Readiness; publicUrl: PublicUrl },
): void {
  app.addHook('onRequest', (request, reply, done) => {
    setRequestIds(request, reply)
    const isEarly = readiness.isStarting?.() && getRoute(request).config.operation
    done(isEarly ? starting() : findAmbiguity(request.raw))
  })
  app.addHook('onSend', (request, reply, payload, done) => {
    addSecurityHeaders(publicUrl, request, reply)
    if (reply.statusCode >= 400) keepFailure(request, payload)
    done(null, payload)
  })
  app.addHook('onResponse', (request, reply, done) => {
    const { operation = 'none', lasts = false } = getRoute(request).config
    // The lifetime of a stream is not a response time.
    metrics.request(operation, request.method, reply.statusCode, lasts ? 0 : reply.elapsedTime / 1000)
    done()
  })
}

function starting(): ApiError {
  return new ApiError('unavailable', 'The server is starting. Try again.', { headers: { 'retry-after': '1' } })
}

function handleErrors(
  ctx: Context,
  app: FastifyInstance,
  routes: readonly Route[],
  { known, portalPages }: { known: KnownPaths; portalPages: PortalPages },
): void {
  app.setErrorHandler(async (error, request, reply) => {
    await showNothingCharged(ctx, request, reply)
    sendError(ctx, error, request, reply)
    return reply
  })
  const actions = listLookupActions(routes).join(', ')
  const nothingAt = (url: string) =>
    new ApiError(
      'not_found',
      url.startsWith(DATA)
        ? `There is no such action. The actions are: ${actions}.`
        : 'There is nothing at this path. See /docs for every endpoint.',
    )
  // Before the body: the framework would refuse some of them first.
  app.addHook('onRequest', (request, _reply, done) => {
    const refusal = request.is404 && (known.refusal(decodePath(request.url)) ?? nothingAt(request.url))
    done(refusal && !portalPages.takes(request) ? refusal : undefined)
  })
}

/** Returns the path as the router reads it. One that cannot be decoded was refused before. */
function decodePath(url: string): string {
  return decodeURI(url.replace(/[?#].*$/s, ''))
}

/** Lists the names of the lookup actions, for the error about a misspelt one. */
function listLookupActions(routes: readonly Route[]): string[] {
  const lookups = routes.filter(({ endpoint }) => endpoint.path.startsWith(DATA) && typeof endpoint.price === 'object')
  return lookups.map(({ endpoint }) => endpoint.path.slice(DATA.length))
}
