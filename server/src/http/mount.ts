import type { FastifyInstance } from 'fastify'
import type { Context, Principal } from '../kit/context.ts'
import type { ApiError } from '../kit/declare/errors.ts'
import type { Route } from '../kit/declare/route.ts'
import { checkAccess, type Guards, type Operation } from './auth/check-access.ts'
import { createValidator } from './body/validate.ts'
import { createExecutor } from './execute.ts'
import { trackLasting } from './limits/long-running-calls.ts'
import { buildDeprecationHeaders } from './response/deprecation.ts'
import { createLocator } from './response/location.ts'
import { replyWriter } from './response/reply.ts'

declare module 'fastify' {
  interface FastifyRequest {
    principal: Principal
    /** The refusal of a call with a test key and an Idempotency-Key when the daily quota is used up. */
    quotaRefusal: ApiError | null
  }
  interface FastifyContextConfig {
    operation?: string
    lasts?: boolean
  }
}

const BODY_BYTES_MAX = 1_048_576

/** Turns the declarations into Fastify routes. `execute.ts` has the steps of a call. */
export function mountRoutes(ctx: Context, app: FastifyInstance, routes: readonly Route[], guards: Guards): void {
  app.decorateRequest('principal', null as never)
  app.decorateRequest('sent', null)
  app.decorateRequest('quotaRefusal', null)
  app.decorateRequest('priceBook', null)
  const endpoints = routes.map(({ endpoint }) => endpoint)
  const lastingCalls = trackLasting(ctx, app)
  for (const route of routes) {
    const { endpoint } = route
    const validator = createValidator(endpoint)
    const locate = createLocator(endpoint, endpoints)
    const write = replyWriter(endpoint)
    mountOperation(app, { ...route, ...guards, ctx, validator, write, locate, lastingCalls })
  }
}

function mountOperation(app: FastifyInstance, operation: Operation): void {
  const { endpoint } = operation
  const deprecation = buildDeprecationHeaders(endpoint)
  app.route({
    method: endpoint.method,
    url: fastifyPath(endpoint.path),
    bodyLimit: endpoint.bodyBytesMax ?? BODY_BYTES_MAX,
    config: {
      operation: endpoint.id,
      lasts: endpoint.special.lasts ?? false,
      rawBody: endpoint.special.rawBody ?? false,
      hasBody: endpoint.body !== undefined,
      takesFile: endpoint.special.takesFile ?? false,
      showsPrice: endpoint.price !== 'free',
    },
    onRequest: (request, reply, done) => {
      if (deprecation) reply.headers(deprecation)
      return checkAccess(operation, request, reply) ?? done()
    },
    handler: createExecutor(operation),
  })
}

/** OpenAPI writes `{id}` and takes a colon literally; the router writes `:id` and `::`. */
function fastifyPath(path: string): string {
  return path.replaceAll(':', '::').replace(/\{(\w+)\}/g, ':$1')
}
