import { gzipSync } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { AnyEndpoint } from '../kit/declare/endpoint.ts'
import { sha256 } from '../kit/hash.ts'
import type { PublicUrl } from '../kit/public-url.ts'
import { DOCS_POLICY, docsPage } from './docs/page.ts'
import type { Limits } from './limits.ts'
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
  readonly limits: Limits
  readonly publicUrl: PublicUrl
}

/** Mounts the pages that are not part of the API's contract: health, metrics, description, documentation. */
export function mountSystemPages(
  app: FastifyInstance,
  { endpoints, readiness, metrics, limits, publicUrl }: SystemOptions,
): void {
  const onRequest = async ({ ip }: FastifyRequest) => limits.takeAddress(ip)
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
  app.get('/metrics', { onRequest }, async (_request, reply) =>
    reply.type(metrics.registry.contentType).send(await collect()),
  )
  const description = once(() => pageOf(JSON.stringify(openapi(endpoints, publicUrl.get()))))
  app.get('/openapi.json', { onRequest }, async (request, reply) =>
    sendPage(request, reply.type('application/json'), description()),
  )
  const documentation = once(() => pageOf(docsPage(endpoints, publicUrl.get())))
  app.get('/docs', { onRequest }, async (request, reply) =>
    sendPage(
      request,
      reply.type('text/html; charset=utf-8').header('content-security-policy', DOCS_POLICY),
      documentation(),
    ),
  )
}

/** Calls while it runs share its result. */
function coalesced<T>(run: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | undefined
  return () =>
    (running ??= run().finally(() => {
      running = undefined
    }))
}

interface Page {
  readonly plain: Buffer
  readonly zipped: Buffer
  readonly etag: string
}

/** Made by the first request, when the public URL is known. */
function once<T>(make: () => T): () => T {
  let made: T | undefined
  return () => (made ??= make())
}

function pageOf(text: string): Page {
  const plain = Buffer.from(text)
  return { plain, zipped: gzipSync(plain), etag: sha256(plain).toString('base64url') }
}

function sendPage({ headers }: FastifyRequest, reply: FastifyReply, { plain, zipped, etag }: Page): FastifyReply {
  const isZipped = /\bgzip\b/.test(headers['accept-encoding'] ?? '')
  const tag = `"${etag}${isZipped ? '-gzip' : ''}"`
  reply.header('vary', 'accept-encoding').header('etag', tag).header('cache-control', 'no-cache')
  if (headers['if-none-match']?.includes(tag)) return reply.status(304).send()
  if (isZipped) reply.header('content-encoding', 'gzip')
  return reply.send(isZipped ? zipped : plain)
}
