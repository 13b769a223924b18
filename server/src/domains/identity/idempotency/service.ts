import type { Context, Mode } from '../../../kit/context.ts'
import { ApiError, InvalidRequest } from '../../../kit/declare/errors.ts'
import type { StoredAnswer } from '../../../kit/ledger.ts'
import { type Db, transaction } from '../../../kit/postgres/db.ts'
import * as sql from './sql.ts'

export { fingerprintOf } from './fingerprint.ts'

export interface Operation {
  readonly workspaceId: string
  readonly mode: Mode
  readonly key: string
  /** What the key is bound to: everything that makes the request this request. */
  readonly fingerprint: Uint8Array
  readonly requestId: string
}

export interface Outcome {
  readonly answer: StoredAnswer
  /** The request that did the work, when this one was answered from the store. */
  readonly replayOf?: string
}

const KEPT_SECONDS = 24 * 3600

/**
 * Runs the work once per key. The work writes through the transaction it is given, and its answer commits with it: killed
 * anywhere, either both are there or neither. An error rolls back and so releases the key.
 */
export async function answerOnce(
  ctx: Context,
  operation: Operation,
  work: (tx: Db) => Promise<StoredAnswer>,
): Promise<Outcome> {
  const { workspaceId, mode, key } = operation
  return transaction(ctx.db, async (tx) => {
    if (!(await sql.lockIdempotencyKey(tx, workspaceId, mode, key))) throw inProgress()
    const stored = await sql.findIdempotencyKey(tx, workspaceId, mode, key)
    if (stored) return replay(operation, stored)
    const answer = await work(tx)
    await sql.insertIdempotencyKey(tx, ctx.clock.forDatabase(), { ...rowOf(operation), ...answer })
    return { answer }
  })
}

function rowOf({ workspaceId, mode, key, fingerprint, requestId }: Operation) {
  return { workspace_id: workspaceId, mode, key, fingerprint, request_id: requestId }
}

function replay(operation: Operation, stored: sql.IdempotencyRow): Outcome {
  if (!Buffer.from(stored.fingerprint).equals(operation.fingerprint)) throw reused(operation.key)
  const { status, headers, body } = stored
  if (status === null || headers === null || body === null) throw inProgress()
  return { answer: { status, headers, body }, replayOf: stored.request_id }
}

/** By then whoever claimed a key is no more: its calls end sooner. */
const CLAIM_SECONDS = 120

/**
 * The same for work that calls the network and so cannot run in a transaction: the key is claimed before it starts, and
 * its answer stored, or the key released, when it ends. Killed in between, the claim lapses and a retry runs again.
 */
export async function answerClaimed(
  ctx: Context,
  operation: Operation,
  work: () => Promise<StoredAnswer>,
): Promise<Outcome> {
  const { workspaceId, mode, key } = operation
  const claim = ctx.ids.ulid()
  const now = ctx.clock.forDatabase()
  const stored = await transaction(ctx.db, async (tx) => {
    if (!(await sql.lockIdempotencyKey(tx, workspaceId, mode, key))) throw inProgress()
    await sql.deleteIdempotencyClaim(tx, workspaceId, mode, key, { now, olderThanSeconds: CLAIM_SECONDS })
    const found = await sql.findIdempotencyKey(tx, workspaceId, mode, key)
    if (found) return replay(operation, found)
    await sql.insertIdempotencyKey(tx, now, { ...rowOf(operation), claim })
  })
  if (stored) return stored
  try {
    const answer = await work()
    await sql.updateIdempotencyClaim(ctx.db, workspaceId, mode, key, claim, answer)
    return { answer }
  } catch (error) {
    await sql.deleteIdempotencyClaim(ctx.db, workspaceId, mode, key, { claim })
    throw error
  }
}

export function inProgress(): ApiError {
  const detail = 'A call with this Idempotency-Key is still running; its answer will be here soon.'
  return new ApiError('idempotency_in_progress', detail, { headers: { 'retry-after': '1' } })
}

export function reused(key: string): InvalidRequest {
  const msg =
    'This Idempotency-Key was used for another request, or by another API key; take a new one for a new operation'
  return new InvalidRequest(
    [{ type: 'idempotency_key_reused', loc: ['header', 'Idempotency-Key'], msg, input: key }],
    'idempotency_key_reused',
  )
}

/** Both `abc` and the quoted `"abc"` of the IETF draft name the same key. */
export function readIdempotencyKey(header: string | string[] | undefined): string | null {
  if (header === undefined) return null
  const text = String(header)
  const key = /^"(.*)"$/.exec(text)?.[1] ?? text
  if (/^[\x21-\x7e]{1,255}$/.test(key)) return key
  const msg = 'Value error, an Idempotency-Key has 1 to 255 visible ASCII characters'
  throw new InvalidRequest([{ type: 'value_error', loc: ['header', 'Idempotency-Key'], msg, input: null }])
}

export function missingIdempotencyKey(): InvalidRequest {
  return new InvalidRequest([
    { type: 'missing', loc: ['header', 'Idempotency-Key'], msg: 'Field required', input: null },
  ])
}

/** Deletes answers older than promised; says how many. */
export async function forgetOldAnswers(ctx: Context): Promise<number> {
  let total = 0
  for (;;) {
    const deleted = await sql.deleteOldIdempotencyKeys(ctx.db, ctx.clock.forDatabase(), KEPT_SECONDS, 1000)
    total += deleted
    if (deleted < 1000) return total
  }
}
