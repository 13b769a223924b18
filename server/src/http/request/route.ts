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

/** Returns the route of a request. The framework builds its options again for each access, so they are cached. */
export function getRoute(request: FastifyRequest): RouteOptions {
  return (request.knownRoute ??= request.routeOptions)
}
