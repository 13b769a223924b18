import { readFileSync } from 'node:fs'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { PublicUrl } from '../../kit/config/public-url.ts'
import type { AnyEndpoint } from '../../kit/declare/endpoint.ts'
import { type CompressedContent, compressContent, sendContent } from '../body/compressed.ts'
import type { Limits } from '../limits/limits.ts'
import type { PortalPages } from '../portal/mount.ts'

export interface PageOptions {
  readonly endpoints: readonly AnyEndpoint[]
  readonly limits: Limits
  readonly publicUrl: PublicUrl
  readonly portalPages: PortalPages
}

const ICON = new URL('../docs/favicon.ico', import.meta.url)

/** Mounts the root, the API description for tools, and the icon. */
export function mountPages(app: FastifyInstance, { endpoints, limits, publicUrl, portalPages }: PageOptions): void {
  const onRequest = async (request: FastifyRequest) => limits.takeAddress(request)
  const homeAsJson = once(async () => {
    const { homeDocument } = await import('../docs/home.ts')
    return compressContent('application/json', homeDocument(publicUrl.get()))
  })
  app.get('/', { onRequest }, async (request, reply) => {
    // A client without an Accept header, such as curl, gets JSON: a browser always asks for HTML.
    if (portalPages.takes(request)) return portalPages.send(reply)
    return sendContent(request, reply, await homeAsJson(), { vary: 'accept, accept-encoding' })
  })
  const pages = {
    '/openapi.json': once(async () => {
      const { openapi } = await import('../openapi/document.ts')
      return compressContent('application/json', JSON.stringify(openapi(endpoints, publicUrl.get())))
    }),
    '/openapi-3.0.json': once(async () => {
      const { openapi } = await import('../openapi/document.ts')
      const { convertTo30 } = await import('../openapi/convert-to-3-0.ts')
      return compressContent('application/json', JSON.stringify(convertTo30(openapi(endpoints, publicUrl.get()))))
    }),
    '/favicon.ico': once(() => compressContent('image/x-icon', readFileSync(ICON))),
  }
  for (const [path, page] of Object.entries(pages))
    app.get(path, { onRequest }, async (request, reply) => sendContent(request, reply, await page()))
}

/** The first request builds it, when the public URL is known. */
function once(make: () => Promise<CompressedContent>): () => Promise<CompressedContent> {
  let made: Promise<CompressedContent> | undefined
  return () => (made ??= make())
}
