import type { Context, Principal } from '../../../kit/context.ts'
import { type Db, transaction } from '../../../kit/postgres/db.ts'
import * as sql from './sql.ts'

/** The same call of the same key within this time is a repetition: its answer is that of the first. */
export const REPEAT_SECONDS = 600
const KEPT_SECONDS = 2 * 24 * 3600

/** A call of a tool that may cost credits, or that makes something which a repetition must not make again. */
export interface ToolCall {
  readonly id: string
  /** The most that it may spend: what was asked for, or less when the cap of the day leaves less. */
  readonly allowed: number
  /** Left of the cap before this call. */
  readonly left: number
  /** The same call was made before, and may still run. */
  readonly isRepeat: boolean
}

export interface ToolCallRequest {
  /** Identifies tool and arguments. */
  readonly fingerprint: Uint8Array
  /** The most credits that it may cost. */
  readonly credits: number
}

/** How the request that was made for a call ended. */
export interface CallOutcome {
  readonly requestId: string | null
  /** `refused`: nothing was done; `unknown`: it may be done and charged; `started`: a job goes on and charges later. */
  readonly ended: 'done' | 'refused' | 'unknown' | 'started' | 'replayed'
  readonly credits: number
}

/**
 * Counts the worst case of a call against the key's cap of the UTC day before it runs, so that calls at the same time on any node do not
 * exceed it together. A process that dies in between leaves the worst case counted for the rest of the day.
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

/** The call that an equal one now would repeat, once it is done. */
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

/** A refused call leaves nothing: the next one of its kind is a new call. What a repetition did not change stays as the first call left it. */
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
