import type { FastifyReply, FastifyRequest } from 'fastify'
import type { PriceBook } from '../domains/billing/credits/price-book.ts'
import { bookFor } from '../domains/billing/credits/published-books.ts'
import {
  type IdempotentOperation,
  type IdempotentResult,
  runOnce,
  runOrReplay,
} from '../domains/identity/idempotency/service.ts'
import type { Download } from '../kit/declare/reply.ts'
import { assertMayWrite, type Operation, readRequestInput, recheckAccess } from './auth/check-access.ts'
import { setActor } from './auth/operator.ts'
import { atPool, buildCall, runPlain, runPriced, toResponse } from './call.ts'
import { chooseIdempotency, identifyCall, readKey } from './idempotency.ts'
import { readMaxCredits } from './metering/meter.ts'
import { findPrice } from './metering/pricing.ts'
import { assertReachesNamedProfile } from './request/named-profile.ts'
import { sentIn } from './request/original.ts'
import { buildExampleReply, isStreamed, sendDownload, sendResponse } from './response/reply.ts'
import { whenReady } from './when-ready.ts'

type Execute = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>

/** Returns the steps of a call after its body is read. What depends only on the declaration is decided here, once. */
export function createExecutor(operation: Operation): Execute {
  const { endpoint, limits } = operation
  const run = endpoint.access === 'public' ? createPublicRun(operation) : createKeyedRun(operation)
  const respond: Execute = async (request, reply) => {
    validate(operation, request)
    if (endpoint.special.streams && request.principal.mode === 'live')
      return respondWithDownload(operation, request, reply)
    const result = request.sentFile ? await runWithFile(operation, request, reply, run) : await run(request)
    if (isStreamed(result)) cutWhenRefused(operation, request, reply)
    return sendResponse(operation, reply, result)
  }
  if (!endpoint.special.verifiesSender) return respond
  return (request, reply) => limits.countUnverified(request, () => respond(request, reply))
}

function validate({ endpoint, validator }: Operation, request: FastifyRequest): void {
  if (endpoint.special.takesDryRun && !isDryRun(request)) assertMayWrite(endpoint, request.principal)
  if (endpoint.special.isBodyOptional) request.body ??= {}
  const sent = readRequestInput(request)
  const { query, body } = request.sentFile ? validator.pathAndQuery(sent) : validator.schemas(sent)
  request.sent = sentIn(request)
  request.query = query
  request.body = body
  if (endpoint.access === 'operator') setActor(endpoint, request)
}

/** Read before the body is validated. */
function isDryRun({ body }: FastifyRequest): boolean {
  return (body as { dry_run?: unknown } | null | undefined)?.dry_run === true
}

/** Produces the response of a call. */
type Run = (request: FastifyRequest) => Promise<IdempotentResult>

function createPublicRun(operation: Operation): Run {
  return (request) => {
    check(operation, request)
    return runPlain(operation, request)
  }
}

/** Returns the steps of a call with a key or a session: idempotency, price, declared check, test key, credits, handler. */
function createKeyedRun(operation: Operation): Run {
  const { ctx, endpoint } = operation
  const runIdempotent = chooseIdempotency(operation)
  const isNeverCharged = endpoint.access === 'operator' || endpoint.access === 'user'

  function run(request: FastifyRequest, book: PriceBook, maxCredits?: number, idempotency?: IdempotentOperation) {
    const isFree = isNeverCharged || (endpoint.special.takesDryRun && isDryRun(request))
    const price = isFree ? undefined : findPrice(endpoint, book)
    if (price || endpoint.price !== 'free') request.priceBook = book
    check(operation, request)
    if (request.principal.mode === 'test') return runExample(operation, request, idempotency)
    if (price) return runPriced(operation, request, { price, book, maxCredits }, idempotency)
    return idempotency ? runIdempotent(request, idempotency) : runPlain(operation, request)
  }

  return (request) => {
    const key = readKey(endpoint, request)
    const maxCredits = readMaxCredits(request.headers['x-max-credits'])
    return whenReady(bookFor(ctx, request.principal.workspaceId), (book) => {
      if (key === null) return run(request, book, maxCredits)
      return identifyCall(request, key).then((idempotency) =>
        runOrReplay(ctx, idempotency, () => run(request, book, maxCredits, idempotency)),
      )
    })
  }
}

function check({ ctx, validator }: Operation, request: FastifyRequest): void {
  if (!request.sentFile) validator.check(readRequestInput(request), ctx.clock.now())
}

/** Refuses what a live key is refused, and returns the declared example: nothing is changed or charged. */
async function runExample(
  operation: Operation,
  request: FastifyRequest,
  idempotency: IdempotentOperation | undefined,
): Promise<IdempotentResult> {
  const { ctx, endpoint } = operation
  if (request.quotaRefusal) throw request.quotaRefusal
  const work = async () => {
    await assertReachesNamedProfile(ctx, endpoint, request)
    await operation.check?.(buildCall(operation, request, atPool(ctx)))
    return toResponse(operation, request, buildExampleReply(endpoint, request))
  }
  return idempotency ? runOnce(ctx, idempotency, work) : { response: await work() }
}

/** A refused file is not read to its end: the connection is closed after the response. */
async function runWithFile(
  operation: Operation,
  request: FastifyRequest,
  reply: FastifyReply,
  run: Run,
): Promise<IdempotentResult> {
  const recheck = () => recheckAccess(operation, request)
  operation.lastingCalls.follow(reply, recheck, (error) => request.sentFile?.cancel(error))
  try {
    return await run(request)
  } catch (error) {
    reply.header('connection', 'close')
    throw error
  } finally {
    request.sentFile?.close()
  }
}

async function respondWithDownload(
  operation: Operation,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  check(operation, request)
  const call = buildCall(operation, request, atPool(operation.ctx))
  const lasting = operation.endpoint.special.lasts && {
    signal: operation.lastingCalls.begin(reply, () => recheckAccess(operation, request)),
  }
  const download = (await operation.handle(lasting ? { ...call, lasting } : call)) as Download
  if (!lasting) cutWhenRefused(operation, request, reply)
  return sendDownload(request, reply, download)
}

/** Cuts a long response when its caller loses access. */
function cutWhenRefused(operation: Operation, request: FastifyRequest, reply: FastifyReply): void {
  const recheck = () => recheckAccess(operation, request)
  operation.lastingCalls.follow(reply, recheck, () => void reply.raw.destroy())
}
