import { setTimeout as sleep } from 'node:timers/promises'
import type { PriceBook } from '../../domains/billing/credits/price-book.ts'
import {
  beginToolCall,
  type CallOutcome,
  endToolCall,
  findDoneToolCall,
  type ToolCall,
} from '../../domains/billing/tool-calls/service.ts'
import { hashRequest } from '../../domains/identity/idempotency/fingerprint.ts'
import type { Context } from '../../kit/context.ts'
import { type Operation, operations } from '../openapi/operations-list.ts'
import type { ApiResponse, Arguments, Caller, Dispatch } from './dispatch.ts'
import { buildToolInputs, type Input } from './inputs.ts'
import { type Confirmation, failed, type ToolResult, toErrorResult } from './result.ts'

/** Context of the tools of one request. */
export interface ToolContext {
  readonly ctx: Context
  readonly caller: Caller
  readonly book: PriceBook
  readonly dispatch: Dispatch
}

export interface GuardedCall {
  readonly operation: Operation
  readonly inputs: ReadonlyMap<string, Input>
  readonly args: Arguments
  /** Undefined for an operation without a price. */
  readonly maxCredits: number | undefined
  readonly quote: string | undefined
}

/** The response, and notes for the model. */
export interface AnnotatedResponse {
  readonly response: ApiResponse
  readonly notes: readonly string[]
  /** Credits that a job may still charge. */
  readonly held?: number
  /** Credits charged by the original call, if this is a repeated one. */
  readonly replayed?: number
}

type GuardedResult = AnnotatedResponse | ToolResult | Confirmation

/**
 * Calls an operation that costs credits or creates something. It spends no more than the call, the client and the key's daily
 * cap allow. Above the threshold it needs a confirmation. The same call again within minutes gets the result of the first.
 */
export async function callGuarded(door: ToolContext, call: GuardedCall): Promise<GuardedResult> {
  const { ctx, caller, dispatch } = door
  const { operation, inputs, args } = call
  const fingerprint = await hashRequest({
    method: operation.endpoint.method,
    url: `tool:${operation.id}`,
    body: args,
    keyId: caller.principal.keyId,
  })
  const ceiling = await resolveCeiling(door, call, fingerprint)
  if (typeof ceiling === 'object') return ceiling
  const guards = ceiling === undefined ? {} : { maxCredits: ceiling }
  if (caller.principal.mode === 'test') return annotateResponse(call, await dispatch(operation, inputs, args, guards))

  const record = await beginToolCall(ctx, caller.principal, { fingerprint, credits: ceiling ?? 0 })
  const response = await whenNotRunning(() =>
    dispatch(operation, inputs, args, {
      ...(ceiling !== undefined && { maxCredits: record.allowed }),
      idempotencyKey: `mcp_${record.id}`,
    }),
  )
  await endToolCall(ctx, caller.principal, record, toCallOutcome(operation, response))
  if (response.body?.['code'] === 'max_credits_exceeded') return overCeiling(door, call, { response, record, ceiling })
  return annotateResponse(call, response, ceiling === undefined ? undefined : capNote(door, record, response))
}

const WAITS_MS = [100, 200, 400, 800, 1600, 3200]

/** Waits a while for the first of two equal calls, so that the second gets its result. */
async function whenNotRunning(call: () => Promise<ApiResponse>): Promise<ApiResponse> {
  for (const ms of WAITS_MS) {
    const response = await call()
    if (response.body?.['code'] !== 'idempotency_in_progress') return response
    await sleep(ms)
  }
  return call()
}

/** Returns the most that the call may cost, undefined when it has no price, or the reason why it does not run yet. */
async function resolveCeiling(
  { ctx, caller, dispatch }: ToolContext,
  { operation, args, maxCredits, quote }: GuardedCall,
  fingerprint: Buffer,
): Promise<number | undefined | ToolResult | Confirmation> {
  if (maxCredits === undefined) return undefined
  const ceiling = Math.min(maxCredits, caller.maxCredits ?? maxCredits)
  const threshold = ctx.config.MCP_CONFIRM_CREDITS
  if (ceiling <= threshold) return ceiling
  // The result of an equal call is stored: it is repeated without another confirmation, even if the quote has expired.
  const earlier = await findDoneToolCall(ctx, caller.principal, fingerprint)
  if (earlier) return Math.min(ceiling, earlier.credits)
  if (quote !== undefined) {
    const agreed = readQuote(ctx, quote, fingerprint)
    return agreed === undefined ? invalidQuote() : Math.min(ceiling, agreed)
  }
  const estimate = await requestEstimate(operation, args, dispatch)
  if (estimate && estimate.status >= 400) return toErrorResult(estimate)
  const { credits: worst } = (estimate?.body?.['data'] ?? { credits: ceiling }) as { credits: number }
  // More than the ceiling: the operation itself refuses it and says how much it needs.
  if (worst > ceiling) return ceiling
  if (worst <= threshold) return worst
  const { text, expiresAt } = writeQuote(ctx, fingerprint, worst)
  return { confirm: { credits: worst, quote: text, expiresAt } }
}

const QUOTE_PURPOSE = 'mcp.quote'
const QUOTE_SECONDS = 300

/** The maximum cost of a confirmed call: for one key, tool and arguments, valid for a few minutes. */
interface Quote {
  readonly text: string
  readonly expiresAt: Date
}

/** The fingerprint covers key, tool and arguments. Any node can open the quote: it is sealed with the master key. */
function writeQuote(ctx: Context, fingerprint: Buffer, credits: number): Quote {
  const expiresAt = new Date(ctx.clock.now().getTime() + QUOTE_SECONDS * 1000)
  const body = [fingerprint.toString('base64url'), credits, expiresAt.getTime()]
  return { text: ctx.secrets.seal(JSON.stringify(body), QUOTE_PURPOSE), expiresAt }
}

/** Returns the credits of a quote for this call; undefined when it belongs to another call, is too old, or is not ours. */
function readQuote(ctx: Context, quote: string, fingerprint: Buffer): number | undefined {
  try {
    const [of, credits, until] = JSON.parse(ctx.secrets.open(quote, QUOTE_PURPOSE)) as [string, number, number]
    return of === fingerprint.toString('base64url') && until > ctx.clock.now().getTime() ? credits : undefined
  } catch {
    return undefined
  }
}

/** Requests the maximum cost from the API's own estimate; undefined for an operation without one. */
async function requestEstimate(
  operation: Operation,
  args: Arguments,
  dispatch: Dispatch,
): Promise<ApiResponse | undefined> {
  const path = `${operation.endpoint.path}:estimate`
  const estimate = operations.find(({ endpoint }) => endpoint.path === path)
  return estimate && dispatch(estimate, buildToolInputs(estimate), args)
}

function invalidQuote(): ToolResult {
  return failed({
    code: 'invalid_quote',
    message: 'This quote belongs to another call or has expired.',
    what_to_do: 'Call again without `quote` to get a new one.',
  })
}

function toCallOutcome(
  { endpoint }: Operation,
  { status, credits, isReplayed, requestId, body }: ApiResponse,
): CallOutcome {
  const ended = (): CallOutcome['ended'] => {
    if (isReplayed || body?.['code'] === 'idempotency_in_progress') return 'replayed'
    if (status >= 500) return 'unknown'
    if (status >= 400) return 'refused'
    return endpoint.price === 'later' ? 'started' : 'done'
  }
  return { ended: ended(), credits, requestId }
}

const REPLAYED =
  'This is the result of the same call a few minutes ago: it did not run again, and nothing more was charged. To run it again, change an argument or wait ten minutes.'

function annotateResponse({ operation }: GuardedCall, response: ApiResponse, note?: string): AnnotatedResponse {
  const { held } = (response.body?.['credits'] ?? {}) as { held?: number }
  if (response.isReplayed)
    return { response: { ...response, credits: 0 }, notes: [REPLAYED], replayed: response.credits + (held ?? 0) }
  const holds = operation.endpoint.price === 'later' && response.status < 400 && held !== undefined ? { held } : {}
  return { response, notes: note !== undefined && response.status < 400 ? [note] : [], ...holds }
}

function capNote({ ctx }: ToolContext, { left }: ToolCall, { credits, body }: ApiResponse): string {
  const { held = 0 } = (body?.['credits'] ?? {}) as { held?: number }
  const spent = held > 0 ? `Holds ${held} credits until the job ends.` : `Charged ${credits} credits.`
  return `${spent} ${Math.max(0, left - credits - held)} of ${ctx.config.MCP_CREDITS_PER_DAY} are left for the tools of this key today (UTC).`
}

/** Returns the error of the limit that refused the call, one of three. */
function overCeiling(
  { ctx, caller }: ToolContext,
  { maxCredits = 0 }: GuardedCall,
  { response, record, ceiling = 0 }: { response: ApiResponse; record: ToolCall; ceiling: number | undefined },
): ToolResult {
  const required = String(response.body?.['required'])
  if (record.allowed < ceiling)
    return toErrorResult(response, {
      limit_source: 'mcp_day_cap',
      message: `This call can cost ${required} credits; ${record.allowed} are left of the ${ctx.config.MCP_CREDITS_PER_DAY} that tools may spend with this key per UTC day.`,
      what_to_do:
        'Ask for less, or tell the user: the cap resets at 00:00 UTC, and the operator sets it (MCP_CREDITS_PER_DAY).',
    })
  if (caller.maxCredits !== undefined && caller.maxCredits < maxCredits)
    return toErrorResult(response, {
      limit_source: 'client',
      message: `This call can cost ${required} credits; the client allows ${caller.maxCredits} more.`,
      what_to_do:
        'Ask for less, or tell the user that the spending limit in the configuration of their client is reached.',
    })
  return toErrorResult(response, { limit_source: 'max_credits' })
}
