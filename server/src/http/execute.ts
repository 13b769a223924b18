import type { FastifyReply, FastifyRequest } from 'fastify'
import type { PriceBook } from '../domains/billing/credits/price-book.ts'
import { bookFor } from '../domains/billing/credits/published-books.ts'
import { runBatched } from '../domains/identity/idempotency/batched-responses.ts'
import { hashRequest } from '../domains/identity/idempotency/fingerprint.ts'
import {
  type IdempotentResult,
  missingIdempotencyKey,
  readIdempotencyKey,
  runClaimed,
  runOnce,
  runOrReplay,
  toStoredResponse,
} from '../domains/identity/idempotency/service.ts'
import type { Context } from '../kit/context.ts'
import type { AnyEndpoint } from '../kit/declare/endpoint.ts'
import { type Meter, type MeteredPrice, NO_METER } from '../kit/declare/price.ts'
import type { Download } from '../kit/declare/reply.ts'
import type { PendingResponse, RawRequest } from '../kit/declare/route.ts'
import type { StoredResponse } from '../kit/ledger.ts'
import type { Db } from '../kit/postgres/db.ts'
import { assertMayWrite, type Operation, readRequestInput, recheckAccess } from './auth/check-access.ts'
import { setActor } from './auth/operator.ts'
import { NO_LASTING } from './limits/long-running-calls.ts'
import { type HandlerResult, type MeteredCall, readMaxCredits, runMetered } from './metering/meter.ts'
import { findPrice, priceHeaders, showPrice } from './metering/pricing.ts'
import { assertReachesNamedProfile } from './request/named-profile.ts'
import { sentIn } from './request/original.ts'
import { readVisitor, UNKNOWN_VISITOR } from './request/visitor.ts'
import {
  buildExampleResponse,
  isStreamed,
  sendDownload,
  sendResponse,
  unwrapReply,
  writeResponse,
} from './response/reply.ts'
import { whenReady } from './when-ready.ts'

const NO_RAW: RawRequest = { body: '', headers: {} }

/** Runs the steps after the body is read: schema, idempotency, declared check, test key, credits, handler, reply. */
export function execute(operation: Operation, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { endpoint, limits } = operation
  if (!endpoint.verifiesSender) return respond(operation, request, reply)
  return limits.countUnverified(request, () => respond(operation, request, reply))
}

async function respond(operation: Operation, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  validate(operation, request)
  if (request.sentFile) return executeWithFile(operation, request, reply)
  const { access, streams, lasts } = operation.endpoint
  const isTest = access !== 'public' && request.principal.mode === 'test'
  if (streams && !isTest) {
    check(operation, request)
    const download = await runDownload(operation, request, reply)
    if (!lasts) cutWhenRefused(operation, request, reply)
    return sendDownload(request, reply, download)
  }
  const outcome = await produceResponse(operation, request, reply)
  if (isStreamed(outcome)) cutWhenRefused(operation, request, reply)
  return sendResponse(operation, reply, outcome)
}

/** Cuts a long response when its caller loses access. */
function cutWhenRefused(operation: Operation, request: FastifyRequest, reply: FastifyReply): void {
  const recheck = () => recheckAccess(operation, request)
  operation.lastingCalls.follow(reply, recheck, () => void reply.raw.destroy())
}

/** A refused file is not read to its end: the connection is closed after the response. */
async function executeWithFile(
  operation: Operation,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const recheck = () => recheckAccess(operation, request)
  operation.lastingCalls.follow(reply, recheck, (error) => request.sentFile?.cancel(error))
  try {
    return sendResponse(operation, reply, await produceResponse(operation, request, reply))
  } catch (error) {
    reply.header('connection', 'close')
    throw error
  } finally {
    request.sentFile?.close()
  }
}

function validate({ endpoint, validator }: Operation, request: FastifyRequest): void {
  if (endpoint.takesDryRun && !isDryRun(request)) assertMayWrite(endpoint, request.principal)
  if (endpoint.isBodyOptional) request.body ??= {}
  const sent = readRequestInput(request)
  const { query, body } = request.sentFile ? validator.pathAndQuery(sent) : validator.schemas(sent)
  request.sent = sentIn(request)
  request.query = query
  request.body = body
  if (endpoint.access === 'operator') setActor(endpoint, request)
}

function check({ ctx, validator }: Operation, request: FastifyRequest): void {
  if (!request.sentFile) validator.check(readRequestInput(request), ctx.clock.now())
}

function produceResponse(
  operation: Operation,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<IdempotentResult> {
  const { ctx, endpoint } = operation
  if (endpoint.access === 'public') {
    check(operation, request)
    return runAtPool(operation, request)
  }
  const key = readKey(endpoint, request)
  const maxCredits = readMaxCredits(request.headers['x-max-credits'])
  const run = (book: PriceBook, idempotency: Idempotency | undefined) => {
    const price = shownPrice(operation, request, reply, book)
    check(operation, request)
    if (request.principal.mode === 'test') return runExample(operation, request, idempotency)
    return price
      ? runPriced(operation, request, { price, book, idempotency, maxCredits })
      : runFree(operation, request, idempotency)
  }
  return whenReady(bookFor(ctx, request.principal.workspaceId), (book) => {
    if (key === null) return run(book, undefined)
    const headers = endpoint.price === 'free' ? {} : priceHeaders(book)
    return fingerprintRequest(request).then((fingerprint) => {
      const idempotency = { key, fingerprint, headers }
      return runOrReplay(ctx, storedUnder(request, idempotency), () => run(book, idempotency))
    })
  })
}

/** Returns the price of the call, which its headers show from here on. */
function shownPrice(
  { endpoint }: Operation,
  request: FastifyRequest,
  reply: FastifyReply,
  book: PriceBook,
): MeteredPrice<unknown, unknown> | undefined {
  const isFree =
    endpoint.access === 'operator' || endpoint.access === 'user' || (endpoint.takesDryRun && isDryRun(request))
  const price = isFree ? undefined : findPrice(endpoint, book)
  if (endpoint.price !== 'free' || price) showPrice(reply, book)
  return price
}

function runPriced(
  operation: Operation,
  request: FastifyRequest,
  terms: Pick<MeteredCall, 'price' | 'book' | 'idempotency' | 'maxCredits'>,
): Promise<IdempotentResult> {
  const { ctx } = operation
  const { price, book, idempotency, maxCredits } = terms
  const { principal, id: requestId } = request
  const idempotencyKey = idempotency?.key ?? null
  const run = (meter: Meter) => runHandler(operation, request, { db: ctx.db, idempotencyKey, meter })
  const input = readRequestInput(request)
  return runMetered(ctx, { price, book, principal, input, requestId, idempotency, maxCredits, run })
}

async function runAtPool(operation: Operation, request: FastifyRequest): Promise<IdempotentResult> {
  return { response: (await runHandler(operation, request, atPool(operation.ctx))).response }
}

/** The idempotency key of a call. */
interface Idempotency {
  readonly key: string
  readonly fingerprint: Uint8Array
  /** Headers stored in addition to those of the response: they would differ in a retry. */
  readonly headers: Readonly<Record<string, string>>
}

function readKey(endpoint: AnyEndpoint, { headers }: FastifyRequest): string | null {
  const key = endpoint.method === 'GET' ? null : readIdempotencyKey(headers['idempotency-key'])
  if (key === null && endpoint.needsIdempotencyKey) throw missingIdempotencyKey()
  return key
}

/** Identifies a file by its type and length: its bytes are not read before the work. */
function fingerprintRequest({ method, url, body, principal, headers, sentFile }: FastifyRequest): Promise<Uint8Array> {
  const file = sentFile && [headers['content-type']?.replace(/;.*/s, ''), headers['content-length']]
  return hashRequest({ method, url, body: file ?? body, keyId: principal.keyId })
}

/** Refuses what a live key is refused, and returns the declared example: nothing is changed or charged. */
async function runExample(
  operation: Operation,
  request: FastifyRequest,
  idempotency: Idempotency | undefined,
): Promise<IdempotentResult> {
  const { ctx, endpoint } = operation
  if (request.quotaRefusal) throw request.quotaRefusal
  const work = async () => {
    await assertReachesNamedProfile(ctx, endpoint, request)
    await operation.check?.(buildCall(operation, request, atPool(ctx)))
    return sealed(operation, buildExampleResponse(operation, request))
  }
  if (!idempotency) return { response: await work() }
  return runOnce(ctx, storedUnder(request, idempotency), work)
}

function runFree(
  operation: Operation,
  request: FastifyRequest,
  idempotency: Idempotency | undefined,
): Promise<IdempotentResult> {
  const { ctx, endpoint } = operation
  if (!idempotency) return runAtPool(operation, request)
  const work = async (db: Db) =>
    (await runHandler(operation, request, { db, idempotencyKey: idempotency.key, meter: NO_METER })).response
  const stored = storedUnder(request, idempotency)
  if (endpoint.storesResponse) return runStored(operation, request, stored)
  return endpoint.callsOut || request.sentFile
    ? runClaimed(ctx, stored, () => work(ctx.db))
    : runOnce(ctx, stored, work)
}

/** The response was written and stored with the work: exactly these bytes are sent. */
function runStored(
  operation: Operation,
  request: FastifyRequest,
  stored: ReturnType<typeof storedUnder>,
): Promise<IdempotentResult> {
  const { ctx, endpoint } = operation
  return runBatched(stored, async () => {
    let response: StoredResponse | undefined
    const write = (result: unknown) => {
      response = sealed(operation, writeResponse(operation, request, result))
      return toStoredResponse(stored, response)
    }
    const scope = { ...atPool(ctx), idempotencyKey: stored.key, pendingResponse: { ...stored, write } }
    await operation.handle(buildCall(operation, request, scope))
    if (!response) throw new Error(`${endpoint.id} declares storesResponse but stored none`)
    return response
  })
}

function storedUnder({ principal, id }: FastifyRequest, { key, fingerprint, headers }: Idempotency) {
  return { workspaceId: principal.workspaceId, mode: principal.mode, key, fingerprint, headers, requestId: id }
}

/** Context of a handler in addition to its input. */
interface CallScope {
  readonly db: Db
  readonly idempotencyKey: string | null
  readonly meter: Meter
  readonly pendingResponse?: PendingResponse
}

function atPool({ db }: Context): CallScope {
  return { db, idempotencyKey: null, meter: NO_METER }
}

async function runHandler(operation: Operation, request: FastifyRequest, scope: CallScope): Promise<HandlerResult> {
  const result = await operation.handle(buildCall(operation, request, scope))
  return { reply: unwrapReply(result), response: sealed(operation, writeResponse(operation, request, result)) }
}

function runDownload(operation: Operation, request: FastifyRequest, reply: FastifyReply): Promise<Download> {
  const call = buildCall(operation, request, atPool(operation.ctx))
  if (!operation.endpoint.lasts) return operation.handle(call) as Promise<Download>
  const signal = operation.lastingCalls.begin(reply, () => recheckAccess(operation, request))
  return operation.handle({ ...call, lasting: { signal } }) as Promise<Download>
}

function buildCall({ ctx, endpoint }: Operation, request: FastifyRequest, scope: CallScope) {
  const { db, idempotencyKey, meter, pendingResponse = null } = scope
  const { params, query, body, headers, principal, id: requestId } = request
  const file = request.sentFile ?? undefined
  const raw = (endpoint.rawBody ?? endpoint.streams) ? { body: request.rawText, headers } : NO_RAW
  return {
    params,
    query,
    body,
    principal,
    requestId,
    idempotencyKey,
    maxCredits: readMaxCredits(headers['x-max-credits']),
    raw,
    file,
    visitor: endpoint.seesVisitor ? readVisitor(ctx, request) : UNKNOWN_VISITOR,
    ctx,
    db,
    meter,
    pendingResponse,
    lasting: NO_LASTING,
  }
}

/** Seals the copy for retries: a secret that is shown once must not be readable there. */
function sealed({ ctx, endpoint }: Operation, response: StoredResponse): StoredResponse {
  return endpoint.showsSecret ? { ...response, body: ctx.secrets.seal(response.body, endpoint.id) } : response
}

/** Read before the body is validated. */
function isDryRun({ body }: FastifyRequest): boolean {
  return (body as { dry_run?: unknown } | null | undefined)?.dry_run === true
}
