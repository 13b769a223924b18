import type { FastifyRequest } from 'fastify'
import { runBatched } from '../domains/identity/idempotency/batched-responses.ts'
import { hashRequest } from '../domains/identity/idempotency/fingerprint.ts'
import {
  type IdempotentOperation,
  type IdempotentResult,
  missingIdempotencyKey,
  readIdempotencyKey,
  runClaimed,
  runOnce,
} from '../domains/identity/idempotency/service.ts'
import type { AnyEndpoint } from '../kit/declare/endpoint.ts'
import { NO_METER } from '../kit/declare/price.ts'
import type { StoredResponse } from '../kit/ledger.ts'
import type { Operation } from './auth/check-access.ts'
import { atPool, buildCall, runHandler, toResponse } from './call.ts'

export function readKey(endpoint: AnyEndpoint, { headers }: FastifyRequest): string | null {
  const key = endpoint.method === 'GET' ? null : readIdempotencyKey(headers['idempotency-key'])
  if (key === null && endpoint.special.needsIdempotencyKey) throw missingIdempotencyKey()
  return key
}

/** Identifies a call by its key and content. A file counts by its type and length: its bytes are not read before the work. */
export async function identifyCall(request: FastifyRequest, key: string): Promise<IdempotentOperation> {
  const { method, url, body, principal, headers, sentFile, id: requestId } = request
  const { workspaceId, mode, keyId } = principal
  const file = sentFile && [headers['content-type']?.replace(/;.*/s, ''), headers['content-length']]
  const fingerprint = await hashRequest({ method, url, body: file ?? body, keyId })
  return { workspaceId, mode, key, fingerprint, requestId }
}

/** Runs a call that costs nothing, once for its Idempotency-Key. */
type RunIdempotent = (request: FastifyRequest, idempotency: IdempotentOperation) => Promise<IdempotentResult>

/**
 * Chooses how the response is stored: by the handler with its work, after work that calls out or reads a file, or in one
 * transaction with the work.
 */
export function chooseIdempotency(operation: Operation): RunIdempotent {
  const { ctx, endpoint } = operation
  const claimed: RunIdempotent = (request, idempotency) =>
    runClaimed(ctx, idempotency, () => runHandler(operation, request, atPool(ctx, idempotency.key)))
  const once: RunIdempotent = (request, idempotency) =>
    runOnce(ctx, idempotency, (db) =>
      runHandler(operation, request, { db, idempotencyKey: idempotency.key, meter: NO_METER }),
    )
  if (endpoint.special.storesResponse) return (request, idempotency) => runStoring(operation, request, idempotency)
  if (endpoint.callsOut) return claimed
  return endpoint.special.takesFile ? (request, id) => (request.sentFile ? claimed : once)(request, id) : once
}

/** The handler writes and stores the response with the work: exactly these bytes are sent. */
function runStoring(
  operation: Operation,
  request: FastifyRequest,
  idempotency: IdempotentOperation,
): Promise<IdempotentResult> {
  const { ctx, endpoint } = operation
  return runBatched(idempotency, async () => {
    let response: StoredResponse | undefined
    const write = (result: unknown) => (response = toResponse(operation, request, result))
    const scope = { ...atPool(ctx, idempotency.key), pendingResponse: { ...idempotency, write } }
    await operation.handle(buildCall(operation, request, scope))
    if (!response) throw new Error(`${endpoint.id} declares storesResponse but stored none`)
    return response
  })
}
