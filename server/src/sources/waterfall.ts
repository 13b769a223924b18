import { setTimeout as sleep } from 'node:timers/promises'
import type { Asker } from './asker.ts'
import type { Subject } from './directory/suppress.ts'
import { type Outcome, type Source, SourceError } from './source.ts'

/** One source's part in an answer: what receipts show. */
export interface Step {
  readonly source: string
  readonly outcome: Outcome<unknown>['outcome'] | 'inconclusive' | 'stale' | SourceError['kind']
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
  readonly found: { readonly data: Out; readonly source: string; readonly about?: Subject } | undefined
  /** The last failure, when one kept a source from answering: then a miss is not certain. */
  readonly failure: SourceError | undefined
  readonly pending: readonly Ticket[]
  readonly steps: readonly Step[]
}

/**
 * Whether an answer counts. `stale` leaves it to the next source; so does `weak`, which is kept in case nobody says more;
 * `withheld` is a miss, whoever else may know.
 */
export type Verdict = 'good' | 'weak' | 'stale' | 'withheld'

export interface AskOptions<Out> {
  readonly workspaceId: string
  /** Over all sources together, waiting included. */
  readonly deadlineMs: number
  readonly judge: (data: Out, about: Subject) => Verdict | Promise<Verdict>
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

/** What a withheld answer looks like in the receipt: a miss. */
const NOTED = { good: 'found', weak: 'inconclusive', stale: 'stale', withheld: 'not_found' } as const

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
  let found: Fall<Out>['found']
  let weak: Fall<Out>['found']
  let isWithheld = false

  /** Asks one source and notes what came of it; says whether that ends the matter. */
  async function turn(source: Source<In, Out>, ticket?: string): Promise<boolean> {
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
        return false
      }
      const { about } = answer
      const verdict = await judge(answer.data, about ?? {})
      note(NOTED[verdict], source.costMicros)
      const told = { data: answer.data, source: source.id, ...(about && { about }) }
      if (verdict === 'good') found = told
      if (verdict === 'weak') weak ??= told
      isWithheld = verdict === 'withheld'
      return verdict === 'good' || isWithheld
    } catch (error) {
      if (!(error instanceof SourceError)) throw error
      failure = error
      // A job asks again and again: who was not asked is told once, by the row.
      if (waits || !error.isRefusal) note(error.kind)
      return false
    }
  }

  async function waitForOwed(): Promise<void> {
    while (owed.length > 0) {
      const [next, ...others] = owed.toSorted((a, b) => a.dueAt - b.dueAt) as [Owed<In, Out>, ...Owed<In, Out>[]]
      if (next.dueAt >= deadline) return
      owed = others
      await sleep(Math.max(0, next.dueAt - performance.now()))
      if (await turn(next.source, next.ticket.ticket)) return
    }
  }

  async function askAll(): Promise<void> {
    for (const source of sources) {
      const ticket = tickets?.find((each) => each.source === source.id)?.ticket
      if (tickets && ticket === undefined) continue
      if (await turn(source, ticket)) return
    }
    if (waits) await waitForOwed()
  }

  await askAll()
  if (isWithheld) return { found: undefined, failure: undefined, pending: [], steps }
  return { found: found ?? weak, failure, pending: owed.map(({ ticket }) => ticket), steps }
}

function owedBy<In, Out>(
  source: Source<In, Out>,
  { ticket, retryAfterMs }: { ticket: string; retryAfterMs: number },
): Owed<In, Out> {
  return { source, ticket: { source: source.id, ticket, retryAfterMs }, dueAt: performance.now() + retryAfterMs }
}
