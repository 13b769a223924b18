import { readdirSync, readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { AnyEndpoint } from '../kit/declare/endpoint.ts'
import { ApiError } from '../kit/declare/errors.ts'
import { sha256 } from '../kit/hash.ts'
import type { PublicUrl } from '../kit/public-url.ts'
import { homeDocument } from './docs/home.ts'
import { llmsText } from './docs/llms.ts'
import { DOCS_POLICY, docsPage } from './docs/page.ts'
import type { Limits } from './limits.ts'
import { openapi } from './openapi.ts'
import type { PortalPages } from './portal/mount.ts'

export interface PageOptions {
  readonly endpoints: readonly AnyEndpoint[]
  readonly limits: Limits
  readonly publicUrl: PublicUrl
  readonly portalPages: PortalPages
}

const HTML = 'text/html; charset=utf-8'
const GUIDES = new URL('../../../docs/guides/', import.meta.url)
const ICON = new URL('docs/favicon.ico', import.meta.url)

/** Mounts the pages that describe the API: for people, for tools and for language models. */
export function mountPages(app: FastifyInstance, { endpoints, limits, publicUrl, portalPages }: PageOptions): void {
  const onRequest = async ({ ip }: FastifyRequest) => limits.takeAddress(ip)
  const homeAsJson = once(() => pageOf('application/json', homeDocument(publicUrl.get())))
  app.get('/', { onRequest }, async (request, reply) => {
    // A client that names no type, as curl, gets JSON: a browser always asks for HTML.
    if (portalPages.takes(request)) return portalPages.send(reply)
    return sendPage(request, reply, homeAsJson(), 'accept, accept-encoding')
  })
  const pages = {
    '/docs': once(() => pageOf(HTML, docsPage(endpoints, publicUrl.get()), DOCS_POLICY)),
    '/openapi.json': once(() => pageOf('application/json', JSON.stringify(openapi(endpoints, publicUrl.get())))),
    '/llms.txt': once(() => pageOf('text/plain; charset=utf-8', llmsText(endpoints, publicUrl.get()))),
    '/favicon.ico': once(() => pageOf('image/x-icon', readFileSync(ICON))),
  }
  for (const [path, page] of Object.entries(pages))
    app.get(path, { onRequest }, async (request, reply) => sendPage(request, reply, page()))
  const guides = once(readGuides)
  app.get<{ Params: { name: string } }>('/docs/guides/:name', { onRequest }, async (request, reply) => {
    const guide = guides().get(request.params.name)
    if (!guide) throw new ApiError('not_found', 'There is no guide of this name.')
    return sendPage(request, reply, guide)
  })
}

/** The guides by their file names, as Markdown. */
function readGuides(): Map<string, Page> {
  const names = readdirSync(GUIDES).filter((name) => name.endsWith('.md'))
  return new Map(
    names.map((name) => [name, pageOf('text/markdown; charset=utf-8', readFileSync(new URL(name, GUIDES)))]),
  )
}

interface Page {
  readonly type: string
  readonly policy: string | undefined
  readonly plain: Buffer
  readonly zipped: Buffer
  readonly etag: string
}

/** Made by the first request, when the public URL is known. */
function once<T>(make: () => T): () => T {
  let made: T | undefined
  return () => (made ??= make())
}

function pageOf(type: string, content: string | Buffer, policy?: string): Page {
  const plain = Buffer.from(content)
  return { type, policy, plain, zipped: gzipSync(plain), etag: sha256(plain).toString('base64url') }
}

function sendPage(
  { headers }: FastifyRequest,
  reply: FastifyReply,
  { type, policy, plain, zipped, etag }: Page,
  vary = 'accept-encoding',
): FastifyReply {
  const isZipped = /\bgzip\b/.test(headers['accept-encoding'] ?? '')
  const tag = `"${etag}${isZipped ? '-gzip' : ''}"`
  reply.type(type).header('vary', vary).header('etag', tag).header('cache-control', 'no-cache')
  if (policy !== undefined) reply.header('content-security-policy', policy)
  if (headers['if-none-match']?.includes(tag)) return reply.status(304).send()
  if (isZipped) reply.header('content-encoding', 'gzip')
  return reply.send(isZipped ? zipped : plain)
}
