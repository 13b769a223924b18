import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { ApiError } from '../../kit/declare/errors.ts'

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE']

/** Treats an unlisted method like TRACE: no path accepts either. */
export function replaceUnusualMethod(request: Pick<IncomingMessage, 'method'>): void {
  if (!METHODS.includes(request.method ?? '')) request.method = 'TRACE'
}

interface KnownPath {
  readonly url: string
  /** The path with `{}` for each parameter: two routes of one path may name its parameters differently. */
  readonly template: string
  readonly pattern: RegExp
  readonly taken: Set<string>
}

/** The mounted paths and their methods. */
export interface KnownPaths {
  /** Returns the 405 of a known path, which lists its methods. */
  refusal(path: string): ApiError | undefined
  /** Must be called after the last route. */
  close(): void
}

/**
 * A known path with another method gets 405. It is looked up when the router finds no route: routes for every method of every
 * path took 40 ms of each start.
 */
export function collectMethods(app: FastifyInstance): KnownPaths {
  const byTemplate = new Map<string, KnownPath>()
  let inOrder: readonly KnownPath[] = []
  let isClosed = false
  app.addHook('onRoute', ({ url, method }) => {
    if (isClosed) return
    const template = toTemplate(url)
    const known = byTemplate.get(template) ?? { url, template, pattern: compilePattern(template), taken: new Set() }
    byTemplate.set(template, known)
    for (const each of [method].flat()) known.taken.add(each)
  })
  return {
    refusal(path) {
      const known = inOrder.find(({ pattern }) => pattern.test(path))
      return known && buildMethodRefusal(known)
    },
    close() {
      isClosed = true
      inOrder = [...byTemplate.values()].toSorted((a, b) => (rank(a) < rank(b) ? -1 : 1))
      for (const known of inOrder) mountRefusals(app, known, inOrder)
    },
  }
}

/** `/media/uploads`, with a method that only `/media/:id` accepts, is not about a medium called `uploads`. */
function mountRefusals(app: FastifyInstance, known: KnownPath, all: readonly KnownPath[]): void {
  const sample = known.template.replaceAll('{}', '-')
  const others = all.filter((other) => other !== known && other.pattern.test(sample))
  const method = METHODS.filter((each) => !known.taken.has(each) && others.some(({ taken }) => taken.has(each)))
  if (method.length === 0) return
  const onRequest = async () => {
    throw buildMethodRefusal(known)
  }
  app.route({ method, url: known.url, onRequest, handler: async () => {} })
}

function buildMethodRefusal({ taken }: KnownPath): ApiError {
  const allow = [...taken].toSorted().join(', ')
  return new ApiError('method_not_allowed', `This path accepts ${allow}.`, { headers: { allow } })
}

/** A double colon is a literal one. */
function toTemplate(url: string): string {
  return url.replaceAll(/(?<!:):\w+/g, '{}').replaceAll('::', ':')
}

function compilePattern(template: string): RegExp {
  const parts = template.split('{}').map((part) => part.replaceAll(/[^\w/]/g, '\\$&'))
  return new RegExp(`^${parts.join('[^/]+')}$`)
}

/** The router prefers a literal segment to a parameter. */
function rank({ template }: KnownPath): string {
  return template.replaceAll('{}', '\uffff')
}
