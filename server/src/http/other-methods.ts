import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { ApiError } from '../kit/declare/errors.ts'

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE']

/**
 * No path takes a method that is not listed, so it is answered as TRACE is, which no path takes either. Routes for all 35 methods of
 * HTTP took 60 ms of every start and 6 MB.
 */
export function replaceUnusualMethod(request: Pick<IncomingMessage, 'method'>): void {
  if (!METHODS.includes(request.method ?? '')) request.method = 'TRACE'
}

/**
 * A known path with another method is 405 and names the methods it takes. Collects the routes that are mounted from now on; call the
 * function that it returns after the last of them.
 */
export function collectMethods(app: FastifyInstance): () => void {
  const byPath = new Map<string, { readonly url: string; readonly taken: Set<string> }>()
  let isDone = false
  app.addHook('onRoute', ({ url, method }) => {
    if (isDone) return
    const path = withoutNames(url)
    const known = byPath.get(path) ?? { url, taken: new Set() }
    byPath.set(path, known)
    for (const each of [method].flat()) known.taken.add(each)
  })
  return () => {
    isDone = true
    for (const { url, taken } of byPath.values()) refuseOthers(app, url, [...taken].toSorted())
  }
}

function refuseOthers(app: FastifyInstance, url: string, taken: readonly string[]): void {
  const allow = taken.join(', ')
  app.route({
    method: METHODS.filter((method) => !taken.includes(method)),
    url,
    onRequest: async () => {
      throw new ApiError('method_not_allowed', `This path takes ${allow}.`, { headers: { allow } })
    },
    handler: async () => {},
  })
}

/** Two routes of one path may name its parameters differently. A double colon is a literal one. */
function withoutNames(url: string): string {
  return url.replaceAll(/(?<!:):\w+/g, ':')
}
