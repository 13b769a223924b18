import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Answer, answerOnce, fingerprintOf, readIdempotencyKey } from '../domains/idempotency/service.ts'
import { countTestCall } from '../domains/workspaces/service.ts'
import type { Context, Principal } from '../kit/context.ts'
import type { Db } from '../kit/db.ts'
import type { AnyEndpoint } from '../kit/endpoint.ts'
import { ApiError } from '../kit/errors.ts'
import type { Route } from '../kit/route.ts'
import type { Authenticator } from './authenticate.ts'
import type { RateLimiter } from './rate-limit.ts'
import { compileValidation } from './validate.ts'

declare module 'fastify' {
  interface FastifyRequest {
    principal: Principal
  }
  interface FastifyContextConfig {
    operation?: string
  }
}

export interface Doors {
  readonly authenticator: Authenticator
  readonly limiter: RateLimiter
}

const NOBODY: Principal = {
  workspaceId: '',
  keyId: '',
  mode: 'live',
  permission: 'read',
  profileIds: null,
  expiresAt: null,
  monthlyBudget: null,
}
const BODY_BYTES_MAX = 1_048_576

/** Makes Fastify routes of the declarations. Order: key, permission, scope, rate, schema, idempotency, handler, reply schema. */
export function mount(app: FastifyInstance, routes: readonly Route[], ctx: Context, doors: Doors): void {
  app.decorateRequest('principal', null as never)
  for (const route of routes) mountOne(app, route, ctx, doors)
  refuseOtherMethods(app, routes)
}

function mountOne(
  app: FastifyInstance,
  { endpoint, handle }: Route,
  ctx: Context,
  { authenticator, limiter }: Doors,
): void {
  const validate = compileValidation(endpoint)
  const isMutation = endpoint.method !== 'GET'

  async function run(request: FastifyRequest, reply: FastifyReply, db: Db, key: string | null): Promise<Answer> {
    const call = inputOf(request)
    const result = await handle({
      ...call,
      principal: request.principal,
      ctx,
      db,
      requestId: request.id,
      idempotencyKey: key,
    })
    return answer(reply, endpoint, result)
  }

  app.route({
    method: endpoint.method,
    url: fastifyPath(endpoint.path),
    bodyLimit: endpoint.bodyBytesMax ?? BODY_BYTES_MAX,
    config: { operation: endpoint.id },
    schema: { response: { [endpoint.status]: endpoint.reply } },
    onRequest: async (request, reply) => {
      request.principal = NOBODY
      if (endpoint.access === 'public') return
      const principal = await authenticator.authenticate(request.headers.authorization)
      request.principal = principal
      assertAllowed(endpoint, principal)
      reply.header('ratelimit-policy', limiter.policy).header('ratelimit', limiter.take(principal.keyId))
    },
    handler: async (request, reply) => {
      validate(inputOf(request), ctx.clock.now())
      const { principal } = request
      const key = isMutation ? readIdempotencyKey(request.headers['idempotency-key']) : null
      if (principal.mode === 'test') await countTestCall(ctx, principal.workspaceId)
      const work =
        principal.mode === 'test'
          ? async () => answerTest(request, reply, endpoint)
          : (db: Db) => run(request, reply, db, key)
      if (key === null || endpoint.access === 'public') {
        const { headers, body } = await work(ctx.db)
        ctx.control.dispatch()
        return reply.status(endpoint.status).headers(headers).send(body)
      }
      const operation = {
        workspaceId: principal.workspaceId,
        mode: principal.mode,
        key,
        fingerprint: fingerprintOf({
          method: request.method,
          url: request.url,
          body: request.body,
          reach: principal.profileIds,
        }),
        requestId: request.id,
      }
      const { answer: given, replayOf } = await answerOnce(ctx, operation, work)
      ctx.control.dispatch()
      if (replayOf !== undefined) reply.header('idempotency-replayed', 'true').header('x-original-request-id', replayOf)
      return reply.status(given.status).headers(given.headers).send(given.body)
    },
  })
}

function assertAllowed(endpoint: AnyEndpoint, principal: Principal): void {
  if (endpoint.access === 'write' && principal.permission === 'read')
    throw new ApiError(
      'read_only_key',
      'This key has permission read; the call needs a key with permission read_write.',
    )
  if (endpoint.scope === 'full' && principal.profileIds)
    throw new ApiError('out_of_scope', 'This key reaches only its profiles; the call needs a key of scope full.')
}

function inputOf(request: FastifyRequest) {
  return { params: request.params, query: request.query, body: request.body }
}

/** Serialised here and not by the framework, so that the very bytes can be stored with the work they answer. */
function answer(reply: FastifyReply, endpoint: AnyEndpoint, result: unknown): Answer {
  const body = reply.serializeInput(result as Record<string, unknown>, String(endpoint.status))
  return { status: endpoint.status, headers: { 'content-type': 'application/json; charset=utf-8' }, body: String(body) }
}

/** A test key is answered the declared example, fitted to the request; nothing is read or changed. */
function answerTest(request: FastifyRequest, reply: FastifyReply, endpoint: AnyEndpoint): Answer {
  const { example } = endpoint
  return answer(reply, endpoint, example.echo ? example.echo(inputOf(request), example.reply) : example.reply)
}

/** OpenAPI writes `{id}` and takes a colon for a colon; the router writes `:id` and `::`. */
function fastifyPath(path: string): string {
  return path.replaceAll(':', '::').replace(/\{(\w+)\}/g, ':$1')
}

/** A known path with another method is 405 and names the methods it takes. */
function refuseOtherMethods(app: FastifyInstance, routes: readonly Route[]): void {
  const byPath = Map.groupBy(routes, ({ endpoint }) => endpoint.path.replace(/\{\w+\}/g, '{}'))
  for (const group of byPath.values()) {
    const [first] = group
    if (!first) continue
    const taken = group.map(({ endpoint }) => endpoint.method as string)
    const allow = taken.includes('GET') ? [...taken, 'HEAD'] : taken
    app.route({
      method: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'].filter((method) => !allow.includes(method)),
      url: fastifyPath(first.endpoint.path),
      onRequest: async () => {
        throw new ApiError('method_not_allowed', `This path takes ${allow.join(', ')}.`, {
          headers: { allow: allow.join(', ') },
        })
      },
      handler: async () => {},
    })
  }
}
