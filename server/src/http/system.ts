import { gzipSync } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import type { AnyEndpoint } from '../kit/endpoint.ts'
import { DOCS_POLICY, docsPage } from './docs/page.ts'
import type { Metrics } from './metrics.ts'
import { openapi } from './openapi.ts'

export interface Readiness {
  /** Undefined when ready, else why not. */
  check(): Promise<string | undefined>
}

export interface SystemOptions {
  readonly endpoints: readonly AnyEndpoint[]
  readonly readiness: Readiness
  readonly metrics: Metrics
  readonly publicUrl: () => string
}

/** The pages that are not part of the API's contract: health, metrics, description, documentation. */
export function mountSystem(app: FastifyInstance, { endpoints, readiness, metrics, publicUrl }: SystemOptions): void {
  app.get('/healthz', async () => ({ status: 'ok' }))
  app.get('/readyz', async (_request, reply) => {
    const reason = await readiness.check()
    return reply
      .status(reason === undefined ? 200 : 503)
      .send(reason === undefined ? { status: 'ready' } : { status: 'not_ready', reason })
  })
  app.get('/metrics', async (_request, reply) =>
    reply.type(metrics.registry.contentType).send(await metrics.registry.metrics()),
  )
  app.get('/openapi.json', async (_request, reply) =>
    reply.type('application/json').send(JSON.stringify(openapi(endpoints, publicUrl()))),
  )
  let page = { url: '', text: '', zipped: Buffer.alloc(0) }
  app.get('/docs', async (request, reply) => {
    const url = publicUrl()
    if (page.url !== url) {
      const text = docsPage(endpoints, url)
      page = { url, text, zipped: gzipSync(text) }
    }
    const isZipped = /\bgzip\b/.test(request.headers['accept-encoding'] ?? '')
    if (isZipped) reply.header('content-encoding', 'gzip')
    return reply
      .header('vary', 'accept-encoding')
      .type('text/html; charset=utf-8')
      .header('content-security-policy', DOCS_POLICY)
      .send(isZipped ? page.zipped : page.text)
  })
}
