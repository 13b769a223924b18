import type { Context, Principal } from '../../../kit/context.ts'
import { type Db, transaction } from '../../../kit/postgres/db.ts'
import * as sql from './sql.ts'

/** Time within which the same call of the same key is a repetition and returns the first call's result. */
export const REPEAT_SECONDS = 600
const KEPT_SECONDS = 2 * 24 * 3600

/** A tool call that may cost credits, or that creates something which a repetition must not create again. */
export interface ToolCall {
  readonly id: string
  /** Maximum that it may spend: the requested amount, or less when the daily cap leaves less. */
  readonly allowed: number
  /** Credits left of the cap before this call. */
  readonly left: number
  /** True when the same call was made before; that one may still be running. */
  readonly isRepeat: boolean
}

export interface ToolCallRequest {
  /** Identifies the tool and its arguments. */
  readonly fingerprint: Uint8Array
  /** Maximum cost in credits. */
  readonly credits: number
}

/** Outcome of the request that was made for a call. */
export interface CallOutcome {
  readonly requestId: string | null
  /** `refused`: nothing was done; `unknown`: it may be done and charged; `started`: a job continues and charges later. */
  readonly ended: 'done' | 'refused' | 'unknown' | 'started' | 'replayed'
  readonly credits: number
}

/**
 * Counts the worst case of a call against the key's cap of the UTC day before it runs, so that concurrent calls on all nodes do
 * not exceed the cap together. If the process dies in between, the worst case stays counted for the rest of the day.
 */
export async function beginToolCall(ctx: Context, principal: Principal, wanted: ToolCallRequest): Promise<ToolCall> {
  const { workspaceId, keyId } = principal
  const now = ctx.clock.forDatabase()
  return transaction(ctx.db, async (tx) => {
    await sql.lockToolCalls(tx, workspaceId, keyId)
    const left = wanted.credits > 0 ? await readRemainingCap(ctx, tx, principal) : ctx.config.MCP_CREDITS_PER_DAY
    const repeated = await sql.findRecentToolCall(tx, workspaceId, keyId, {
      fingerprint: wanted.fingerprint,
      now,
      seconds: REPEAT_SECONDS,
    })
    if (repeated)
      return { id: repeated.id, allowed: repeated.is_final ? wanted.credits : repeated.credits, left, isRepeat: true }
    const allowed = Math.min(wanted.credits, left)
    const id = ctx.ids.ulid()
    await sql.insertToolCall(tx, workspaceId, keyId, { id, fingerprint: wanted.fingerprint, credits: allowed, now })
    return { id, allowed, left, isRepeat: false }
  })
}

/** Finds the finished call that an identical call now would repeat. */
export async function findDoneToolCall(
  ctx: Context,
  { workspaceId, keyId }: Principal,
  fingerprint: Uint8Array,
): Promise<{ readonly credits: number } | undefined> {
  const recent = { fingerprint, now: ctx.clock.forDatabase(), seconds: REPEAT_SECONDS }
  const row = await sql.findRecentToolCall(ctx.db, workspaceId, keyId, recent)
  return row?.is_final ? row : undefined
}

async function readRemainingCap(ctx: Context, tx: Db, { workspaceId, keyId }: Principal): Promise<number> {
  const now = ctx.clock.forDatabase()
  await sql.updateOpenToolCalls(tx, workspaceId, keyId, now)
  const spent = await sql.getToolCallCredits(tx, workspaceId, keyId, now)
  return Math.max(0, ctx.config.MCP_CREDITS_PER_DAY - spent)
}

/**
 * Records the end of a call. A refused call is deleted, so that the next one of its kind is a new call. A refused or replayed
 * repetition leaves the record of the first call unchanged.
 */
export async function endToolCall(
  ctx: Context,
  { workspaceId, keyId }: Principal,
  { id, allowed, isRepeat }: ToolCall,
  { ended, credits, requestId }: CallOutcome,
): Promise<void> {
  if (ended === 'replayed' || (ended === 'refused' && isRepeat)) return
  if (ended === 'refused') return sql.deleteToolCall(ctx.db, workspaceId, keyId, id)
  const isFinal = ended === 'done'
  await sql.updateToolCall(ctx.db, workspaceId, keyId, { id, credits: isFinal ? credits : allowed, isFinal, requestId })
}

export async function forgetOldToolCalls(ctx: Context): Promise<number> {
  const which = { olderThanSeconds: KEPT_SECONDS, atMost: 1000 }
  let total = 0
  for (;;) {
    const deleted = await sql.deleteOldToolCalls(ctx.db, ctx.clock.forDatabase(), which)
    total += deleted
    if (deleted < which.atMost) return total
  }
}
