import { Readable } from 'node:stream'
import fastJson from 'fast-json-stringify'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { PriceBook } from '../domains/billing/credits/price-book.ts'
import { bookFor, defaultBook } from '../domains/billing/credits/published-books.ts'
import { fingerprintOf } from '../domains/identity/idempotency/fingerprint.ts'
import {
  answerClaimed,
  answerOnce,
  missingIdempotencyKey,
  readIdempotencyKey,
} from '../domains/identity/idempotency/service.ts'
import { countTestCall } from '../domains/identity/workspaces/service.ts'
import type { Context, Principal } from '../kit/context.ts'
import { runCooperatively } from '../kit/cooperative.ts'
import type { AnyEndpoint } from '../kit/declare/endpoint.ts'
import { ApiError } from '../kit/declare/errors.ts'
import { type Meter, type Metered, UNPRICED } from '../kit/declare/price.ts'
import { Document, type Download, Redirect, Streamed } from '../kit/declare/reply.ts'
import type { RawRequest, Route } from '../kit/declare/route.ts'
import type { StoredAnswer } from '../kit/ledger.ts'
import type { Db } from '../kit/postgres/db.ts'
import type { Authenticator } from './authenticate.ts'
import type { Limits } from './limits.ts'
import { type Locate, locatorOf } from './location.ts'
import { readMaxCredits, runMetered } from './meter.ts'
import { assertOperator } from './operator.ts'
import { validatorOf } from './validate.ts'

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
  readonly limits: Limits
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
/** Its keys live in a realm of their own, beside those of the workspaces. */
const OPERATOR: Principal = { ...NOBODY, workspaceId: 'operator', permission: 'read_write' }
const NO_RAW: RawRequest = { body: '', headers: {} }
const BODY_BYTES_MAX = 1_048_576

/** Makes Fastify routes of the declarations. Order: key, permission, scope, rate, schema, idempotency, credits, handler, reply schema. */
export function mount(app: FastifyInstance, routes: readonly Route[], ctx: Context, doors: Doors): void {
  app.decorateRequest('principal', null as never)
  const endpoints = routes.map(({ endpoint }) => endpoint)
  for (const route of routes) mountOne(app, route, ctx, { ...doors, locate: locatorOf(route.endpoint, endpoints) })
  refuseOtherMethods(app, routes)
}

function mountOne(
  app: FastifyInstance,
  { endpoint, handle, guard }: Route,
  ctx: Context,
  { authenticator, limits, locate }: Doors & { locate: Locate | undefined },
): void {
  const validate = validatorOf(endpoint)
  const write = writerOf(endpoint)
  // The copy that a retry is answered from is stored: a secret that is shown once must not lie there in the open.
  const sealed = (answer: StoredAnswer): StoredAnswer =>
    endpoint.showsSecret ? { ...answer, body: ctx.secrets.seal(answer.body, endpoint.id) } : answer
  const open = (body: string) => (endpoint.showsSecret ? ctx.secrets.open(body, endpoint.id) : body)

  app.route({
    method: endpoint.method,
    url: fastifyPath(endpoint.path),
    bodyLimit: endpoint.bodyBytesMax ?? BODY_BYTES_MAX,
    config: { operation: endpoint.id, rawBody: endpoint.rawBody ?? false, hasBody: endpoint.body !== undefined },
    onRequest: async (request, reply) => {
      request.principal = NOBODY
      reply.header('cache-control', 'no-store')
      const { ip, headers } = request
      if (endpoint.price !== 'free') showPrice(reply, await defaultBook(ctx))
      if (endpoint.access === 'public') {
        limits.takeAddress(ip)
        if (!guard) return
        validate.address(inputOf(request))
        const { params, query } = request
        await guard({ params, query, headers, ctx })
        return
      }
      if (endpoint.access === 'operator') {
        await limits.countRefusals(ip, () => assertOperator(ctx, headers.authorization))
        request.principal = OPERATOR
        return
      }
      const principal = await limits.countRefusals(ip, (assertMayLookUp) =>
        authenticator.authenticate(headers.authorization, assertMayLookUp),
      )
      request.principal = principal
      if (!endpoint.takesDryRun) assertMayWrite(endpoint, principal)
      assertInScope(endpoint, principal)
      limits.takeKey(reply, principal)
    },
    handler: async (request, reply) => {
      if (endpoint.takesDryRun && !isDryRun(request)) assertMayWrite(endpoint, request.principal)
      if (endpoint.isBodyOptional) request.body ??= {}
      validate.all(inputOf(request), ctx.clock.now())
      if (endpoint.streams) {
        const download = (await handle(callOf(request, ctx.db, null, UNPRICED))) as Download
        return sendDownload(request, reply, download)
      }
      const { answer, replayOf } = await execute(request, reply)
      if (replayOf !== undefined) reply.header('idempotency-replayed', 'true').header('x-original-request-id', replayOf)
      const { status, headers, body, chunks }: Answer = answer
      return reply
        .status(status)
        .headers(headers)
        .send(chunks ? Readable.from(chunks) : open(body))
    },
  })

  async function execute(
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<{ answer: StoredAnswer; replayOf?: string }> {
    const { principal } = request
    if (endpoint.access === 'public') return { answer: (await run(request, ctx.db, null, UNPRICED)).answer }
    const key = endpoint.method === 'GET' ? null : readIdempotencyKey(request.headers['idempotency-key'])
    if (key === null && endpoint.needsIdempotencyKey) throw missingIdempotencyKey()
    const maxCredits = readMaxCredits(request.headers['x-max-credits'])
    const { workspaceId, mode, keyId } = principal
    const book = await bookFor(ctx, workspaceId)
    const isFree = endpoint.access === 'operator' || (endpoint.takesDryRun && isDryRun(request))
    const price = isFree ? undefined : priceIn(book, endpoint)
    if (endpoint.price !== 'free' || price) showPrice(reply, book)
    const idempotency =
      key === null
        ? undefined
        : {
            key,
            fingerprint: await fingerprintOf({ method: request.method, url: request.url, body: request.body, keyId }),
          }

    if (mode === 'test') await countTestCall(ctx, workspaceId)
    else if (price) {
      const work = (meter: Meter) => run(request, ctx.db, key, meter)
      return runMetered(ctx, {
        price,
        book,
        principal,
        input: inputOf(request),
        requestId: request.id,
        idempotency,
        maxCredits,
        run: work,
      })
    }
    const work =
      mode === 'test'
        ? async () => sealed(await answerTest(request, endpoint, { write, locate }))
        : async (db: Db) => (await run(request, db, key, UNPRICED)).answer
    if (!idempotency) return { answer: await work(ctx.db) }
    const operation = { workspaceId, mode, ...idempotency, requestId: request.id }
    if (endpoint.callsOut && mode === 'live') return answerClaimed(ctx, operation, () => work(ctx.db))
    return answerOnce(ctx, operation, work)
  }

  async function run(request: FastifyRequest, db: Db, idempotencyKey: string | null, meter: Meter) {
    const result = await handle(callOf(request, db, idempotencyKey, meter))
    return {
      reply: result instanceof Document || result instanceof Redirect ? result.value : result,
      answer: sealed(answerOf(request, endpoint, result, { write, locate })),
    }
  }

  function callOf(request: FastifyRequest, db: Db, idempotencyKey: string | null, meter: Meter) {
    const { headers, principal, id: requestId } = request
    const raw = (endpoint.rawBody ?? endpoint.streams) ? { body: request.rawText, headers } : NO_RAW
    const maxCredits = readMaxCredits(headers['x-max-credits'])
    return { ...inputOf(request), principal, ctx, db, requestId, idempotencyKey, meter, maxCredits, raw }
  }
}

/** The book can price any operation per call, also one that declares no price. */
function priceIn(book: PriceBook, endpoint: AnyEndpoint): Metered<unknown, unknown> | undefined {
  if (typeof endpoint.price === 'object') return endpoint.price
  if (!book.actions[endpoint.id]) return undefined
  const one = { [endpoint.id]: 1 }
  return { action: endpoint.id, atMost: () => one, found: () => one }
}

/** Until a charge is committed, that is the truth of every answer of a metered route. */
function showPrice(reply: FastifyReply, book: PriceBook): void {
  reply.header('x-credits-charged', '0').header('x-price-book', book.name)
}

/**
 * An error of a caller who is known names the book that the call would have been priced by. It is looked up here, where
 * nothing is in a hurry; a call that got as far as its price has named it.
 */
export async function showOwnBook(ctx: Context, { principal }: FastifyRequest, reply: FastifyReply): Promise<void> {
  const named = reply.getHeader('x-price-book')
  if (!principal?.workspaceId || named === undefined) return
  try {
    if (named === (await defaultBook(ctx)).name)
      reply.header('x-price-book', (await bookFor(ctx, principal.workspaceId)).name)
  } catch {
    // Without the database the error itself is what has to be told.
  }
}

function assertMayWrite(endpoint: AnyEndpoint, principal: Principal): void {
  if (endpoint.access === 'write' && principal.permission === 'read')
    throw new ApiError(
      'read_only_key',
      'This key has permission read; the call needs a key with permission read_write.',
    )
}

/** Asked before the body is held to its schema. */
function isDryRun({ body }: FastifyRequest): boolean {
  return (body as { dry_run?: unknown } | null | undefined)?.dry_run === true
}

function assertInScope(endpoint: AnyEndpoint, principal: Principal): void {
  if (endpoint.scope === 'full' && principal.profileIds)
    throw new ApiError('out_of_scope', 'This key reaches only its profiles; the call needs a key of scope full.')
}

function inputOf(request: FastifyRequest) {
  return { params: request.params, query: request.query, body: request.body }
}

/** Writes a reply by its declared schema, compiled when the first is written. One that is frozen is written once. */
type Write = (result: unknown) => string

function writerOf({ reply }: AnyEndpoint): Write {
  let compiled: Write | undefined
  const written = new WeakMap<object, string>()
  return (result) => {
    compiled ??= fastJson(reply)
    if (typeof result !== 'object' || result === null || !Object.isFrozen(result)) return compiled(result)
    let text = written.get(result)
    if (text === undefined) written.set(result, (text = compiled(result)))
    return text
  }
}

interface Writing {
  readonly write: Write
  readonly locate: Locate | undefined
}

interface Answer extends StoredAnswer {
  /** Sent instead of the body. */
  readonly chunks?: AsyncIterable<string>
}

/** Serialised here and not by the framework, so that the very bytes can be stored with the work they answer. */
function answerOf(request: FastifyRequest, endpoint: AnyEndpoint, result: unknown, { write, locate }: Writing): Answer {
  const { status } = endpoint
  if (result instanceof Document || result instanceof Streamed) {
    const name = result.fileName && { 'content-disposition': `attachment; filename="${result.fileName}"` }
    const headers = { 'content-type': result.contentType, ...name }
    return result instanceof Document
      ? { status, headers, body: result.body }
      : { status, headers, body: '', chunks: result.chunks }
  }
  if (result instanceof Redirect) return { status: 303, headers: { location: result.location }, body: '' }
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    ...(locate && { location: locate(request.params, result) }),
  }
  return { status, headers, body: write(result) }
}

/** The framework ends the stream with the connection, whoever breaks it off. */
async function sendDownload(request: FastifyRequest, reply: FastifyReply, { status, headers, open }: Download) {
  const body = request.method === 'HEAD' ? Readable.from([]) : await open()
  return reply.status(status).headers(headers).send(body)
}

/** A test key is answered the declared example, fitted to the request; nothing is read or changed. */
async function answerTest(request: FastifyRequest, endpoint: AnyEndpoint, writing: Writing): Promise<StoredAnswer> {
  const { validate, echo, reply } = endpoint.example
  if (validate) await runCooperatively(validate(inputOf(request)))
  return answerOf(request, endpoint, echo ? echo(inputOf(request), reply) : reply, writing)
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
