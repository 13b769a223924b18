import { setTimeout as sleep } from 'node:timers/promises'
import {
  type AskOptions,
  type FoundAnswer,
  type LookupResult,
  SourceError,
  type SourceStep,
  type Ticket,
  type Verdict,
} from '../kit/sources.ts'
import type { AskSource, PaidOutcome } from './ask-source.ts'
import type { Source } from './source.ts'

interface WaterfallTools {
  readonly ask: AskSource
  /** The clock, in milliseconds. */
  readonly now: () => number
}

interface PendingSource<In, Out, Page> {
  readonly source: Source<In, Out, Page>
  readonly ticket: Ticket & { readonly dueAt: number }
  /** By `performance.now()`. */
  readonly readyAt: number
}

interface Lookup<In, Out, Page> {
  readonly tools: WaterfallTools
  readonly sources: readonly Source<In, Out, Page>[]
  readonly input: In
  readonly options: AskOptions<Out>
  /** By `performance.now()`. */
  readonly deadline: number
  readonly steps: SourceStep[]
  readonly unchecked: Ticket[]
  pending: PendingSource<In, Out, Page>[]
  failure: SourceError | undefined
  found: FoundAnswer<Out> | undefined
  page: Page | undefined
  weak: FoundAnswer<Out> | undefined
  isWithheld: boolean
}

/**
 * Asks sources in order until one has a good result. A pending result does not keep the next source from being asked; it is
 * waited for only when no source has a result.
 */
export async function runWaterfall<In, Out, Page = undefined>(
  tools: WaterfallTools,
  sources: readonly Source<In, Out, Page>[],
  input: In,
  options: AskOptions<Out>,
): Promise<LookupResult<Out, Page>> {
  const lookup = startLookup(tools, sources, input, options)
  const { tickets } = options
  if (tickets) {
    if (await acceptStoredAnswer(lookup, tickets)) return buildLookupResult(lookup)
    failMissingSources(lookup, tickets)
  }
  let known = tickets
  for (const source of sources) {
    if (!source.isLocal?.(input)) await options.hold?.()
    if (source.costMicros > 0) known ??= await options.loadTickets?.()
    const ticket = known?.find((each) => each.source === source.id)
    if (tickets && !ticket) continue
    if (ticket?.dueAt !== undefined && ticket.dueAt > tools.now()) {
      lookup.steps.push({ source: source.id, outcome: 'pending', ms: 0, cost_micros: 0 })
      addPending(lookup, source, { ...ticket, dueAt: ticket.dueAt })
    } else if (await askOne(lookup, source, ticket)) return buildLookupResult(lookup)
  }
  if (options.canWait && lookup.pending.length > 0) await waitForPending(lookup)
  return buildLookupResult(lookup)
}

function startLookup<In, Out, Page>(
  tools: WaterfallTools,
  sources: readonly Source<In, Out, Page>[],
  input: In,
  options: AskOptions<Out>,
): Lookup<In, Out, Page> {
  return {
    tools,
    sources,
    input,
    options,
    deadline: performance.now() + options.deadlineMs,
    steps: [],
    unchecked: [],
    pending: [],
    failure: undefined,
    found: undefined,
    page: undefined,
    weak: undefined,
    isWithheld: false,
  }
}

async function waitForPending<In, Out, Page>(lookup: Lookup<In, Out, Page>): Promise<void> {
  for (;;) {
    const [next, ...others] = lookup.pending.toSorted((a, b) => a.readyAt - b.readyAt)
    if (!next || next.readyAt >= lookup.deadline) return
    lookup.pending = others
    await sleep(Math.max(0, next.readyAt - performance.now()))
    if (await askOne(lookup, next.source, next.ticket)) return
  }
}

/** A ticket whose source is no longer configured is a failure, not a miss. */
function failMissingSources<In, Out, Page>(lookup: Lookup<In, Out, Page>, tickets: readonly Ticket[]): void {
  for (const ticket of tickets) {
    if (lookup.sources.some(({ id }) => id === ticket.source)) continue
    lookup.failure = new SourceError('unavailable', `${ticket.source} is no longer configured`)
    lookup.unchecked.push(ticket)
  }
}

/** Judges the weak result of an earlier round again: its subject may be suppressed by now. */
async function acceptStoredAnswer<In, Out, Page>(
  lookup: Lookup<In, Out, Page>,
  tickets: readonly Ticket[],
): Promise<boolean> {
  const stored = tickets.find((ticket) => ticket.weak)?.weak as FoundAnswer<Out> | undefined
  return stored !== undefined && accept(lookup, stored, await lookup.options.judge(stored.data, stored.about ?? {}))
}

/** Outcomes in the receipt; a withheld result looks like a miss. */
const NOTED = { good: 'found', weak: 'inconclusive', stale: 'stale', withheld: 'not_found' } as const

/** Asks one source and records the step. Returns true if the lookup is decided and no other source is asked. */
async function askOne<In, Out, Page>(
  lookup: Lookup<In, Out, Page>,
  source: Source<In, Out, Page>,
  ticket?: Ticket,
): Promise<boolean> {
  const { tools, input, options } = lookup
  const startedAt = performance.now()
  try {
    // A search continues in the database when its caller stops waiting, so one that no other source can serve is waited for.
    const isUntimed = source.hasPages === true && lookup.sources.length === 1
    const deadlineMs = isUntimed ? Number.POSITIVE_INFINITY : lookup.deadline - startedAt
    if (deadlineMs <= 0) throw new SourceError('timeout', `There was no time left to ask ${source.label}`)
    const asked = { workspaceId: options.workspaceId, deadlineMs, ticket: ticket?.ticket, paidOn: ticket?.paidOn }
    const answer = await tools.ask(source, input, asked)
    if (answer.outcome === 'found') {
      const { data, about, page } = answer
      const verdict = await options.judge(data, about ?? {})
      lookup.steps.push(createStep(source, startedAt, NOTED[verdict], source.costMicros))
      lookup.page = page
      return accept(lookup, { data, source: source.id, ...(about && { about }) }, verdict)
    }
    lookup.steps.push(createStep(source, startedAt, answer.outcome))
    if (answer.outcome === 'pending') return await acceptPending(lookup, source, answer)
    lookup.page = answer.page
    return false
  } catch (error) {
    if (!(error instanceof SourceError)) throw error
    // A job asks a skipped source again and again, which must not fill its receipt.
    if (options.canWait || !error.isSkipped) lookup.steps.push(createStep(source, startedAt, error.kind))
    lookup.failure = error
    if (ticket) keepTicket(lookup, ticket, error)
    return false
  }
}

function createStep(
  { id }: { readonly id: string },
  startedAt: number,
  outcome: SourceStep['outcome'],
  cost_micros = 0,
): SourceStep {
  return { source: id, outcome, ms: Math.round(performance.now() - startedAt), cost_micros }
}

async function acceptPending<In, Out, Page>(
  lookup: Lookup<In, Out, Page>,
  source: Source<In, Out, Page>,
  { ticket, retryAfterMs, paidOn, interim }: Extract<PaidOutcome<Out, Page>, { outcome: 'pending' }>,
): Promise<boolean> {
  const named = { source: source.id, ticket, retryAfterMs, ...(paidOn !== undefined && { paidOn }) }
  addPending(lookup, source, { ...named, dueAt: lookup.tools.now() + retryAfterMs })
  if (interim === undefined) return false
  const verdict = await lookup.options.judge(interim, {})
  return accept(lookup, { data: interim, source: source.id }, verdict === 'good' ? 'weak' : verdict)
}

/** Keeps a result according to its verdict. Returns true if the lookup is decided. */
function accept<In, Out, Page>(lookup: Lookup<In, Out, Page>, answer: FoundAnswer<Out>, verdict: Verdict): boolean {
  if (verdict === 'good') lookup.found = answer
  if (verdict === 'weak') lookup.weak ??= answer
  lookup.isWithheld = verdict === 'withheld'
  return verdict === 'good' || lookup.isWithheld
}

/** A vendor that rejects a ticket will never return its result; after any other failure it may. */
function keepTicket<In, Out, Page>(lookup: Lookup<In, Out, Page>, ticket: Ticket, error: SourceError): void {
  if (error.kind === 'rejected') return
  const retryAfterMs = error.retryAfterMs ?? 0
  lookup.unchecked.push({ ...ticket, retryAfterMs, dueAt: lookup.tools.now() + retryAfterMs })
}

function addPending<In, Out, Page>(
  lookup: Lookup<In, Out, Page>,
  source: Source<In, Out, Page>,
  ticket: PendingSource<In, Out, Page>['ticket'],
): void {
  lookup.pending.push({ source, ticket, readyAt: performance.now() + Math.max(0, ticket.dueAt - lookup.tools.now()) })
}

const NOTHING = { found: undefined, page: undefined, weak: undefined, failure: undefined, pending: [], unchecked: [] }

function buildLookupResult<In, Out, Page>(lookup: Lookup<In, Out, Page>): LookupResult<Out, Page> {
  const { found, page, weak, failure, unchecked, steps, tools, options } = lookup
  if (lookup.isWithheld) return { ...NOTHING, steps }
  const pending = lookup.pending.map(({ ticket }, n) => ({
    ...ticket,
    retryAfterMs: Math.max(0, ticket.dueAt - tools.now()),
    ...(weak && !options.canWait && n === 0 && { weak }),
  }))
  const isFinal = options.canWait || pending.length === 0
  return { found: found ?? (isFinal ? weak : undefined), page, weak, failure, pending, unchecked, steps }
}
