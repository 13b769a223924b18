import type { FastifyInstance, FastifyRequest } from 'fastify'
import { ApiError } from '../../kit/declare/errors.ts'
import type { Limits } from '../limits/limits.ts'
import { isFromUnknownProxy } from '../request/visitor.ts'
import type { Metrics } from './metrics.ts'

export interface Readiness {
  /** Returns undefined when ready, otherwise the reason. */
  check(): Promise<string | undefined>
  /**
   * True until the first start is complete: no operation is served before, so that a stranger cannot be faster than the
   * operator.
   */
  isStarting?(): boolean
}

export interface SystemOptions {
  readonly readiness: Readiness
  readonly metrics: Metrics
  readonly limits: Limits
}

/** Mounts the endpoints for machines: health and metrics. */
export function mountSystemPages(app: FastifyInstance, { readiness, metrics, limits }: SystemOptions): void {
  const onRequest = async (request: FastifyRequest) => limits.takeAddress(request)
  // Health checks are never refused, and cost almost nothing however often they come.
  app.get('/healthz', async () => ({ status: 'ok' }))
  const check = coalesced(() => readiness.check())
  app.get('/readyz', async (_request, reply) => {
    const reason = await check()
    return reply
      .status(reason === undefined ? 200 : 503)
      .send(reason === undefined ? { status: 'ready' } : { status: 'not_ready', reason })
  })
  const collect = coalesced(() => metrics.registry.metrics())
  app.get('/metrics', { onRequest: [onRequest, refuseForwarded] }, async (_request, reply) =>
    reply.type(metrics.registry.contentType).send(await collect()),
  )
}

/** Metrics are for clients that reach the process directly: a request through a proxy may come from anyone. */
async function refuseForwarded(request: FastifyRequest): Promise<void> {
  const { headers } = request
  if (headers['x-forwarded-for'] === undefined && headers['forwarded'] === undefined) return
  const refusal = 'Metrics are not served through a proxy. Read them at the address of the process.'
  // `doctor --deep` looks for it: only the server knows the address that the proxy's requests come from.
  const hint = isFromUnknownProxy(request) ? ' The address of this proxy is not in TRUST_PROXY.' : ''
  throw new ApiError('not_found', refusal + hint)
}

/** Shares the result between calls that overlap. */
function coalesced<T>(run: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | undefined
  return () =>
    (running ??= run().finally(() => {
      running = undefined
    }))
}
