import type { Context } from '../../../kit/context.ts'
import type { LookupResult } from '../../../kit/sources.ts'
import { type Action, readQuestion } from '../../../sources/action.ts'
import { learnPatterns } from '../../../sources/mail/learn-patterns.ts'
import { isPaidRepeat } from '../../billing/credits/free-repeats.ts'
import { bookFor } from '../../billing/credits/published-books.ts'
import { buildPurchase } from '../purchases/keep.ts'
import type { Question } from './contract/requests.ts'
import { createJudge } from './judge.ts'
import { buildAskOptions, type LookupCall, recordSteps } from './lookup-call.ts'
import { unwrapResult } from './result.ts'
import { isSuppressed } from './suppression-checks.ts'
import { openTickets } from './tickets.ts'

export interface LookupReply<Out> {
  readonly status: 'OK'
  readonly data: Out | null
  /** Paid for recently: free this time. */
  readonly repeat?: boolean
}

/** Asks the sources of an action in order. A failure is thrown, never returned as not found. */
export async function lookUp<In, Out extends object>(
  ctx: Context,
  call: LookupCall,
  action: Action<In, Out>,
  { query, filters }: Question,
): Promise<LookupReply<Out>> {
  const { workspaceId } = call
  const input = readQuestion(action, { query, filters: (filters ?? null) as never })
  // A suppressed person is never sent to a vendor.
  if (await isSuppressed(ctx, workspaceId, action.questionSubject(input))) return { status: 'OK', data: null }
  const tickets = openTickets(ctx, workspaceId, action, input)
  const result = await ctx.sources.ask<Out>(action.id, input, {
    ...buildAskOptions(ctx, call),
    judge: createJudge(ctx, workspaceId, action),
    loadTickets: () => tickets.load(),
  })
  await tickets.save(result)
  await learnFrom(ctx, action, input, result)
  await recordSteps(ctx, call, result.steps)
  const data = unwrapResult(result)
  if (data === null || !action.isCharged(data)) return { status: 'OK', data }
  const isRepeat = await isPaidFor(ctx, call, action, input)
  if (!isRepeat && call.keep) {
    const subjects = [action.questionSubject(input), action.answerSubject(data), result.found?.about ?? {}]
    const question = { ...(query !== '' && { query }), ...(filters ? { filters } : {}) }
    const bought = { action: action.id, key: action.subjectKey(input), question }
    call.keep(buildPurchase(ctx, bought, { data, subjects }))
  }
  return { status: 'OK', data, ...(isRepeat && { repeat: true }) }
}

/** Returns true when the data was paid for recently, so that it is free; otherwise this request pays. */
export async function isPaidFor<In, Out>(
  ctx: Context,
  call: LookupCall,
  action: Action<In, Out>,
  input: In,
): Promise<boolean> {
  const { name: priceBook, repeat_free_days: days } = await bookFor(ctx, call.workspaceId)
  if (days === null) return false
  return isPaidRepeat(ctx, { ...call, priceBook }, { action: action.id, subject: action.subjectKey(input), days })
}

/** Learns the address pattern of a domain from every verified address, whichever source found it. */
export async function learnFrom<In, Out>(
  ctx: Context,
  action: Action<In, Out>,
  input: In,
  { found }: LookupResult<Out>,
): Promise<void> {
  const proven = found && action.provenAddress?.(input, found.data)
  if (proven) await learnPatterns(ctx.db, [proven], ctx.clock.now())
}
