import type { FastifyInstance } from 'fastify'
import { beginTrace, endSpan, inSpan, isTracing, type Span } from '../../kit/trace.ts'

/** Records a span for each request, which continues the caller's trace. It contains the route, never the ids in paths. */
export function traceRequests(app: FastifyInstance): void {
  if (!isTracing()) return
  const spans = new WeakMap<object, Span>()
  app.addHook('onRequest', (request, _reply, done) => {
    const span = beginTrace(request.method, 'server', String(request.headers['traceparent'] ?? ''))
    spans.set(request, span)
    inSpan(span, done)
  })
  app.addHook('onResponse', (request, reply, done) => {
    const span = spans.get(request)
    if (span) {
      const { operation } = request.routeOptions.config
      const route = request.routeOptions.url ?? 'none'
      span.name = operation ?? `${request.method} ${route}`
      Object.assign(span.attributes, {
        'http.request.method': request.method,
        'http.route': route,
        'http.response.status_code': reply.statusCode,
        'quoin.request_id': request.id,
      })
      if (reply.statusCode >= 500) span.error = String(reply.statusCode)
      endSpan(span)
    }
    done()
  })
}
