import { setTimeout as sleep } from 'node:timers/promises'
import type { Asker } from './asker.ts'
import { type Outcome, type Source, SourceError } from './source.ts'

/** One source's part in an answer: what receipts show. */
export interface Step {
  readonly source: string
  readonly outcome: Outcome<unknown>['outcome'] | 'stale' | SourceError['kind']
  readonly ms: number
  readonly cost_micros: number
}

/** What a source owes: it has taken the question and has no answer yet. */
export interface Ticket {
  readonly source: string
  readonly ticket: string
  readonly retryAfterMs: number
}

export interface Fall<Out> {
  /** Undefined when nobody who could be asked knew it. */
  readonly found: { readonly data: Out; readonly source: Source<never, Out> } | undefined
  /** The last failure, when one kept a source from answering: then a miss is not certain. */
  readonly failure: SourceError | undefined
  readonly pending: readonly Ticket[]
  readonly steps: readonly Step[]
}

export type Verdict = 'good' | 'stale' | 'withheld'

export interface AskOptions<Out> {
  readonly workspaceId: string
  /** Over all sources together, waiting included. */
  readonly deadlineMs: number
  /** Whether an answer counts: `stale` leaves it to the next source, `withheld` is a miss whoever else may know. */
  readonly judge: (data: Out) => Verdict | Promise<Verdict>
  /** Whether to wait for what sources owe. A job does not: it comes back with the tickets. */
  readonly waits: boolean
  /** What is owed from before: only these sources are asked. */
  readonly tickets?: readonly Ticket[]
}

interface Owed<In, Out> {
  readonly source: Source<In, Out>
  readonly ticket: Ticket
  readonly dueAt: number
}

/**
 * Asks sources in their order until one answers. One that needs time does not keep the next from being asked; only when
 * none of them knows is it waited for.
 */
export async function fallThrough<In, Out>(
  ask: Asker,
  sources: readonly Source<In, Out>[],
  input: In,
  { workspaceId, deadlineMs, judge, waits, tickets }: AskOptions<Out>,
): Promise<Fall<Out>> {
  const deadline = performance.now() + deadlineMs
  const steps: Step[] = []
  let owed: Owed<In, Out>[] = []
  let failure: SourceError | undefined
  let isWithheld = false

  async function turn(source: Source<In, Out>, ticket?: string): Promise<Fall<Out>['found']> {
    const started = performance.now()
    const note = (outcome: Step['outcome'], cost_micros = 0) => {
      steps.push({ source: source.id, outcome, ms: Math.round(performance.now() - started), cost_micros })
    }
    try {
      const leftMs = deadline - started
      if (leftMs <= 0) throw new SourceError('timeout', `No time was left to ask ${source.label}`)
      const answer = await ask(source, input, { workspaceId, deadlineMs: leftMs, ticket })
      if (answer.outcome !== 'found') {
        note(answer.outcome)
        if (answer.outcome === 'pending') owed.push(owedBy(source, answer))
        return undefined
      }
      const verdict = await judge(answer.data)
      // What is withheld looks like a miss, in the receipt too.
      note(verdict === 'good' ? 'found' : verdict === 'stale' ? 'stale' : 'not_found', source.costMicros)
      isWithheld = verdict === 'withheld'
      return verdict === 'good' ? { data: answer.data, source: source as never } : undefined
    } catch (error) {
      if (!(error instanceof SourceError)) throw error
      failure = error
      note(error.kind)
      return undefined
    }
  }

  const order = tickets
    ? sources.flatMap((source) => tickets.filter((each) => each.source === source.id).map((each) => ({ source, each })))
    : sources.map((source) => ({ source, each: undefined }))
  let found: Fall<Out>['found']
  for (const { source, each } of order) {
    found = await turn(source, each?.ticket)
    if (found || isWithheld) break
  }
  while (waits && !found && !isWithheld && owed.length > 0) {
    const [next, ...others] = owed.toSorted((a, b) => a.dueAt - b.dueAt) as [Owed<In, Out>, ...Owed<In, Out>[]]
    if (next.dueAt >= deadline) break
    owed = others
    await sleep(Math.max(0, next.dueAt - performance.now()))
    found = await turn(next.source, next.ticket.ticket)
  }
  if (isWithheld) return { found: undefined, failure: undefined, pending: [], steps }
  return { found, failure, pending: owed.map(({ ticket }) => ticket), steps }
}

function owedBy<In, Out>(
  source: Source<In, Out>,
  { ticket, retryAfterMs }: { ticket: string; retryAfterMs: number },
): Owed<In, Out> {
  return { source, ticket: { source: source.id, ticket, retryAfterMs }, dueAt: performance.now() + retryAfterMs }
}
