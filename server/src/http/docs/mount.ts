import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Context } from '../../kit/context.ts'
import type { AnyEndpoint } from '../../kit/declare/endpoint.ts'
import type { Limits } from '../limits/limits.ts'
import type { DocsHandlers } from './handlers.ts'

/** Mounts the documentation. Its first request loads the code. */
export function mountDocs(
  ctx: Context,
  app: FastifyInstance,
  { endpoints, limits }: { endpoints: readonly AnyEndpoint[]; limits: Limits },
): void {
  const onRequest = async (request: FastifyRequest) => limits.takeAddress(request)
  let opened: Promise<DocsHandlers> | undefined
  const open = () => (opened ??= import('./handlers.ts').then(({ openDocs }) => openDocs(ctx, endpoints)))

  for (const path of ['/docs', '/docs.md'])
    app.get(path, { onRequest }, async (request, reply) => (await open()).page(request, reply, path))
  app.get<{ Params: { name: string } }>('/docs/:name', { onRequest }, async (request, reply) =>
    (await open()).page(request, reply, `/docs/${request.params.name}`),
  )
  app.get<{ Params: { folder: string; name: string } }>('/docs/:folder/:name', { onRequest }, async (request, reply) =>
    (await open()).page(request, reply, `/docs/${request.params.folder}/${request.params.name}`),
  )
  app.get<{ Params: { name: string } }>('/docs/assets/:name', { onRequest }, async (request, reply) =>
    (await open()).asset(request, reply, request.params.name),
  )
  app.get<{ Params: { name: string } }>('/llms/:name', { onRequest }, async (request, reply) =>
    (await open()).textPart(request, reply, `/llms/${request.params.name}`),
  )
  const handlers = {
    '/docs/search': 'searchPage',
    '/docs/search.json': 'searchData',
    '/llms.txt': 'shortText',
    '/llms-full.txt': 'wholeText',
  } as const
  for (const [path, name] of Object.entries(handlers))
    app.get(path, { onRequest }, async (request, reply) => (await open())[name](request, reply))
}
