import type { FastifyRequest } from 'fastify'
import type { IdempotentOperation, IdempotentResult } from '../domains/identity/idempotency/service.ts'
import type { Context } from '../kit/context.ts'
import { type Meter, NO_METER } from '../kit/declare/price.ts'
import type { PendingResponse, RawRequest } from '../kit/declare/route.ts'
import type { IfMatch } from '../kit/declare/version.ts'
import type { StoredResponse } from '../kit/ledger.ts'
import type { Db } from '../kit/postgres/db.ts'
import { type Operation, readRequestInput } from './auth/check-access.ts'
import { NO_LASTING } from './limits/long-running-calls.ts'
import { type MeteredCall, readMaxCredits, runMetered } from './metering/meter.ts'
import { showPrice } from './metering/pricing.ts'
import { readVisitor, UNKNOWN_VISITOR } from './request/visitor.ts'
import { unwrapReply, type WriteReply, writeResponse } from './response/reply.ts'

const NO_RAW: RawRequest = { body: '', headers: {} }

/** Context of a handler in addition to its input. */
interface CallScope {
  readonly db: Db
  readonly idempotencyKey: string | null
  readonly meter: Meter
  readonly pendingResponse?: PendingResponse
}

/** Returns the scope of a handler outside a transaction. */
export function atPool({ db }: Context, idempotencyKey: string | null = null): CallScope {
  return { db, idempotencyKey, meter: NO_METER }
}

export function buildCall({ ctx, endpoint, write }: Operation, request: FastifyRequest, scope: CallScope) {
  const { db, idempotencyKey, meter, pendingResponse = null } = scope
  const { params, query, body, headers, principal, id: requestId } = request
  return {
    params,
    query,
    body,
    principal,
    requestId,
    idempotencyKey,
    maxCredits: readMaxCredits(headers['x-max-credits']),
    ifMatch: endpoint.special.versioned && headers['if-match'] ? readIfMatch(headers['if-match'], write) : undefined,
    raw: (endpoint.special.rawBody ?? endpoint.special.streams) ? { body: request.rawText, headers } : NO_RAW,
    file: request.sentFile ?? undefined,
    visitor: endpoint.seesVisitor ? readVisitor(ctx, request) : UNKNOWN_VISITOR,
    ctx,
    db,
    meter,
    pendingResponse,
    lasting: NO_LASTING,
  }
}

function readIfMatch(tags: string, write: WriteReply): IfMatch {
  return { tags, present: (resource) => JSON.parse(write(resource)) as unknown }
}

/** Writes a response as it is stored for retries: it shows the price, and a secret that is shown once is sealed. */
export function toResponse(operation: Operation, request: FastifyRequest, result: unknown): StoredResponse {
  const { ctx, endpoint } = operation
  const written = writeResponse(operation, request, result)
  const response = endpoint.showsSecret ? { ...written, body: ctx.secrets.seal(written.body, endpoint.id) } : written
  return request.priceBook ? showPrice(response, request.priceBook, 0) : response
}

export async function runHandler(
  operation: Operation,
  request: FastifyRequest,
  scope: CallScope,
): Promise<StoredResponse> {
  return toResponse(operation, request, await operation.handle(buildCall(operation, request, scope)))
}

/** Runs a call without credits and without an Idempotency-Key. */
export async function runPlain(operation: Operation, request: FastifyRequest): Promise<IdempotentResult> {
  return { response: await runHandler(operation, request, atPool(operation.ctx)) }
}

export function runPriced(
  operation: Operation,
  request: FastifyRequest,
  terms: Pick<MeteredCall, 'price' | 'book' | 'maxCredits'>,
  idempotency: IdempotentOperation | undefined,
): Promise<IdempotentResult> {
  const { ctx } = operation
  const { price, book, maxCredits } = terms
  const { principal, id: requestId } = request
  const run = async (meter: Meter) => {
    const scope = { db: ctx.db, idempotencyKey: idempotency?.key ?? null, meter }
    const result = await operation.handle(buildCall(operation, request, scope))
    return { reply: unwrapReply(result), response: toResponse(operation, request, result) }
  }
  const input = readRequestInput(request)
  return runMetered(ctx, { price, book, principal, input, requestId, idempotency, maxCredits, run })
}
