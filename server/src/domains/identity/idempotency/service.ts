import type { Context, Mode } from '../../../kit/context.ts'
import { ApiError, InvalidRequest, missingField } from '../../../kit/declare/errors.ts'
import { IdempotencyKey } from '../../../kit/declare/headers.ts'
import { findMismatches } from '../../../kit/declare/violations.ts'
import type { StoredResponse } from '../../../kit/ledger.ts'
import { type Db, transaction, violatedConstraint } from '../../../kit/postgres/db.ts'
import * as sql from './sql.ts'

export interface IdempotentOperation {
  readonly workspaceId: string
  readonly mode: Mode
  readonly key: string
  /** Identifies the request; a key is bound to the fingerprint it was first used with. */
  readonly fingerprint: Uint8Array
  readonly requestId: string
}

export interface IdempotentResult {
  readonly response: StoredResponse
  /** The request that did the work, when this one gets its stored response. */
  readonly replayOf?: string
}

const KEPT_SECONDS = 24 * 3600
/** Age of a claim after which its process must have died: calls end sooner. */
const CLAIM_SECONDS = 120

/**
 * Returns the stored response of a key even when its work is refused before the key is looked up: by a rule that depends on the
 * time, by prices, quotas or budgets. Such rules apply to the first call. A retry that they would refuse gets the stored
 * response, and looking for it only then costs the first call nothing (decision 0062).
 */
export async function runOrReplay(
  ctx: Context,
  operation: IdempotentOperation,
  run: () => Promise<IdempotentResult>,
): Promise<IdempotentResult> {
  try {
    return await run()
  } catch (error) {
    const isTaken = isKeyTaken(error)
    if (!isTaken && !isRefusal(error)) throw error
    const earlier = await findEarlierResponse(ctx, operation)
    if (earlier) return earlier
    throw isTaken ? idempotencyInProgress() : error
  }
}

/**
 * Returns true when a call of another kind used the key at the same moment: metered calls claim it without the lock that others
 * take.
 */
function isKeyTaken(error: unknown): boolean {
  return violatedConstraint(error) === 'idempotency_keys_pkey'
}

const OWN_CODES = new Set<string>(['idempotency_in_progress', 'idempotency_key_reused'])

/** Returns false for errors that already imply a lookup of the key, and for internal failures, after which a client retries. */
function isRefusal(error: unknown): boolean {
  return error instanceof ApiError && error.status < 500 && !OWN_CODES.has(error.code)
}

/** Reads under the lock of the key, so that a running call is seen too: its retry is not refused, but waits for it. */
function findEarlierResponse(ctx: Context, operation: IdempotentOperation): Promise<IdempotentResult | undefined> {
  return transaction(ctx.db, (tx) => lockResponse(ctx, tx, operation))
}

/** Locks the key until the transaction ends, and returns its response if it has one. Releases the claim of a dead process. */
async function lockResponse(
  ctx: Context,
  tx: Db,
  operation: IdempotentOperation,
): Promise<IdempotentResult | undefined> {
  const { workspaceId, mode, key } = operation
  if (!(await sql.lockIdempotencyKey(tx, workspaceId, { mode, key }))) throw idempotencyInProgress()
  const lapsed = { now: ctx.clock.forDatabase(), olderThanSeconds: CLAIM_SECONDS }
  await sql.deleteIdempotencyClaim(tx, workspaceId, { mode, key }, lapsed)
  const stored = await sql.findIdempotencyKey(tx, workspaceId, { mode, key })
  return stored && replay(operation, stored)
}

/**
 * Runs the work once per key. The work writes through the given transaction, and its response commits with it, so after a crash
 * both are stored or neither is. An error rolls back and thereby releases the key.
 */
export async function runOnce(
  ctx: Context,
  operation: IdempotentOperation,
  work: (tx: Db) => Promise<StoredResponse>,
): Promise<IdempotentResult> {
  const { workspaceId } = operation
  const id = { mode: operation.mode, key: operation.key }
  return transaction(ctx.db, async (tx) => {
    if (!(await sql.lockIdempotencyKey(tx, workspaceId, id))) throw idempotencyInProgress()
    const stored = await sql.findIdempotencyKey(tx, workspaceId, id)
    if (stored) return replay(operation, stored)
    const response = await work(tx)
    await sql.insertIdempotencyKey(tx, ctx.clock.forDatabase(), { ...toKeyRow(operation), ...response })
    return { response }
  })
}

/**
 * Finds the stored response of this key. Throws when a call with the key is running, or the key was used for another request.
 * This is only a read: a response that is missing may be stored a moment later.
 */
export async function findStoredResponse(
  ctx: Context,
  operation: IdempotentOperation,
): Promise<IdempotentResult | undefined> {
  const { workspaceId, mode, key } = operation
  const stored = await sql.findIdempotencyKey(ctx.db, workspaceId, { mode, key })
  return stored && replay(operation, stored)
}

function toKeyRow({ workspaceId, mode, key, fingerprint, requestId }: IdempotentOperation) {
  return { workspace_id: workspaceId, mode, key, fingerprint, request_id: requestId }
}

export function replay(operation: IdempotentOperation, stored: sql.IdempotencyRow): IdempotentResult {
  if (!Buffer.from(stored.fingerprint).equals(operation.fingerprint)) throw idempotencyKeyReused()
  const { status, headers, body } = stored
  if (status === null || headers === null || body === null) throw idempotencyInProgress()
  return { response: { status, headers, body }, replayOf: stored.request_id }
}

/**
 * Runs work that calls the network, and so cannot run in a transaction, once per key. The key is claimed before the work;
 * afterwards the response is stored, or the key is released after an error. If the process dies in between, the claim expires and
 * a retry runs the work again.
 */
export async function runClaimed(
  ctx: Context,
  operation: IdempotentOperation,
  work: () => Promise<StoredResponse>,
): Promise<IdempotentResult> {
  const { workspaceId } = operation
  const id = { mode: operation.mode, key: operation.key }
  const claim = ctx.ids.ulid()
  const stored = await transaction(ctx.db, async (tx) => {
    const earlier = await lockResponse(ctx, tx, operation)
    if (!earlier) await sql.insertIdempotencyKey(tx, ctx.clock.forDatabase(), { ...toKeyRow(operation), claim })
    return earlier
  })
  if (stored) return stored
  try {
    const response = await work()
    await sql.updateIdempotencyClaim(ctx.db, workspaceId, id, { claim, response })
    return { response }
  } catch (error) {
    await sql.deleteIdempotencyClaim(ctx.db, workspaceId, id, { claim })
    throw error
  }
}

export function idempotencyInProgress(): ApiError {
  const detail = 'A call with this Idempotency-Key is still running. Retry in a second to get its response.'
  return new ApiError('idempotency_in_progress', detail, { headers: { 'retry-after': '1' } })
}

export function idempotencyKeyReused(): InvalidRequest {
  const msg =
    'This Idempotency-Key was used for another request, or by another API key; use a new one for a new operation'
  return new InvalidRequest(
    [{ type: 'idempotency_key_reused', loc: ['header', 'Idempotency-Key'], msg }],
    'idempotency_key_reused',
  )
}

/** Reads the key from its header. `abc` and `"abc"`, as the IETF draft quotes it, are the same key. */
export function readIdempotencyKey(header: string | string[] | undefined): string | null {
  if (header === undefined) return null
  const text = String(header)
  const key = /^"(.*)"$/.exec(text)?.[1] ?? text
  const violations = findMismatches(IdempotencyKey, key, ['header', 'Idempotency-Key'])
  if (violations.length > 0) throw new InvalidRequest(violations)
  return key
}

export function missingIdempotencyKey(): InvalidRequest {
  return new InvalidRequest([missingField(['header', 'Idempotency-Key'])])
}

/** Deletes responses that are older than the promised 24 hours; returns their number. */
export async function deleteOldResponses(ctx: Context): Promise<number> {
  let total = 0
  for (;;) {
    const deleted = await sql.deleteOldIdempotencyKeys(ctx.db, ctx.clock.forDatabase(), KEPT_SECONDS, 1000)
    total += deleted
    if (deleted < 1000) return total
  }
}
