import type { FastifyInstance, FastifyRequest } from 'fastify'

type RouteOptions = FastifyRequest['routeOptions']

declare module 'fastify' {
  interface FastifyRequest {
    knownRoute: RouteOptions | null
  }
}

export function decorateWithRoute(app: FastifyInstance): void {
  app.decorateRequest('knownRoute', null)
}

/** The route of a request. The framework makes its options anew each time it is asked for them. */
export function getRoute(request: FastifyRequest): RouteOptions {
  return (request.knownRoute ??= request.routeOptions)
}
