import type { Context } from '../../../kit/context.ts'
import type { PendingResponse } from '../../../kit/declare/route.ts'
import type { StoredResponse } from '../../../kit/ledger.ts'
import type { Db } from '../../../kit/postgres/db.ts'
import { type IdempotentOperation, type IdempotentResult, idempotencyInProgress, replay } from './service.ts'
import * as sql from './sql.ts'

/*
 * Idempotent calls whose work is done in batches: one transaction does the work of several calls and stores their responses.
 * After a crash, the work and the response of each call are both stored or both missing, as in a separate transaction.
 */

/** Thrown when an earlier call with the key has a stored response. */
class AlreadyDone extends Error {
  override name = 'AlreadyDone'
  readonly stored: sql.IdempotencyRow
  constructor(stored: sql.IdempotencyRow) {
    super('A call with this Idempotency-Key already has a response.')
    this.stored = stored
  }
}

/** Runs work that stores its own response with `storeResponses`, unless `lockResponses` finds an existing one. */
export async function runBatched(
  operation: IdempotentOperation,
  work: () => Promise<StoredResponse>,
): Promise<IdempotentResult> {
  try {
    return { response: await work() }
  } catch (error) {
    if (error instanceof AlreadyDone) return replay(operation, error.stored)
    throw error
  }
}

const formatKeyId = ({ mode, key }: sql.KeyId) => `${mode}/${key}`

/**
 * Locks the keys of calls until the transaction ends. Returns the error of each call that must not run, because its key is in use
 * or was used; undefined for the others.
 */
export async function lockResponses(
  tx: Db,
  workspaceId: string,
  calls: readonly (PendingResponse | null)[],
): Promise<readonly (Error | undefined)[]> {
  const keyed = calls.filter((call) => call !== null)
  if (keyed.length === 0) return []
  // The responses are read by a statement after the locks, so that a response which another call stored before releasing its lock
  // is visible.
  const [taken, rows] = await Promise.all([
    sql.lockIdempotencyKeys(tx, workspaceId, keyed),
    sql.listIdempotencyKeys(tx, workspaceId, keyed),
  ])
  const locked = new Set(keyed.filter((_, at) => taken[at]))
  const stored = new Map(rows.map((row) => [formatKeyId(row), row]))
  const first = new Map(keyed.toReversed().map((call) => [formatKeyId(call), call]))
  return calls.map((call) => {
    if (call === null) return undefined
    const known = stored.get(formatKeyId(call))
    if (known) return new AlreadyDone(known)
    // A transaction can lock a key twice: the second call of a batch is refused like one of another batch.
    return locked.has(call) && first.get(formatKeyId(call)) === call ? undefined : idempotencyInProgress()
  })
}

/** Stores the responses of calls whose keys are locked, in the transaction that did their work. */
export async function storeResponses(
  ctx: Context,
  tx: Db,
  workspaceId: string,
  responses: readonly { readonly call: PendingResponse; readonly result: unknown }[],
): Promise<void> {
  if (responses.length === 0) return
  const rows = responses.map(({ call, result }) => {
    const { mode, key, fingerprint, requestId } = call
    return { mode, key, fingerprint, request_id: requestId, ...call.write(result) }
  })
  await sql.insertResponses(tx, workspaceId, ctx.clock.forDatabase(), rows)
}
