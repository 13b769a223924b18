import { setTimeout as sleep } from 'node:timers/promises'
import type { Answer, Asker } from './ask-source.ts'
import type { Subject } from './directory/suppress/subject.ts'
import { type Outcome, type Source, SourceError } from './source.ts'

/** One source's part in an answer: what receipts show. */
export interface Step {
  readonly source: string
  readonly outcome: Outcome<unknown>['outcome'] | 'inconclusive' | 'stale' | SourceError['kind']
  readonly ms: number
  readonly cost_micros: number
}

interface Told<Out> {
  readonly data: Out
  readonly source: string
  /** What the source knows of its subject and does not show. */
  readonly about?: Subject
}

/** What a source owes: it has taken the question and has no answer yet. */
export interface Ticket {
  readonly source: string
  readonly ticket: string
  readonly retryAfterMs: number
  /** Not to be asked before, in milliseconds of the clock. */
  readonly dueAt?: number
  /** The day whose budget it was paid from. */
  readonly paidOn?: string
  /** Travels with a job's tickets: what is answered when they come to nothing. */
  readonly weak?: Told<unknown>
}

export interface Fall<Out> {
  /** Undefined when nobody who could be asked knew it. */
  readonly found: Told<Out> | undefined
  /** What to answer when `pending` is not waited for. */
  readonly weak: Told<Out> | undefined
  /** The last failure, when one kept a source from answering: then a miss is not certain. */
  readonly failure: SourceError | undefined
  readonly pending: readonly Ticket[]
  /** Tickets that could not be asked about: they are good still. */
  readonly unread: readonly Ticket[]
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
  /** Tickets of an earlier call: their sources are not asked anew. Read before the first source that costs something. */
  readonly recall?: () => Promise<readonly Ticket[]>
}

interface Tools {
  readonly ask: Asker
  /** The clock, in milliseconds. */
  readonly now: () => number
}

interface Owed<In, Out> {
  readonly source: Source<In, Out>
  readonly ticket: Ticket & { readonly dueAt: number }
  readonly readyAt: number
}

/** What a withheld answer looks like in the receipt: a miss. */
const NOTED = { good: 'found', weak: 'inconclusive', stale: 'stale', withheld: 'not_found' } as const

/**
 * Asks sources in their order until one answers. One that needs time does not keep the next from being asked; only when
 * none of them knows is it waited for.
 */
export async function fallThrough<In, Out>(
  { ask, now }: Tools,
  sources: readonly Source<In, Out>[],
  input: In,
  { workspaceId, deadlineMs, judge, waits, tickets, recall }: AskOptions<Out>,
): Promise<Fall<Out>> {
  const deadline = performance.now() + deadlineMs
  const steps: Step[] = []
  const unread: Ticket[] = []
  let owed: Owed<In, Out>[] = []
  let failure: SourceError | undefined
  let found: Told<Out> | undefined
  let weak: Told<Out> | undefined
  let isWithheld = false

  /** Keeps an answer for what it is worth; says whether that ends the matter. */
  function take(told: Told<Out>, verdict: Verdict): boolean {
    if (verdict === 'good') found = told
    if (verdict === 'weak') weak ??= told
    isWithheld = verdict === 'withheld'
    return verdict === 'good' || isWithheld
  }

  async function hear(source: Source<In, Out>, answer: Answer<Out>, note: Note): Promise<boolean> {
    if (answer.outcome === 'found') {
      const { data, about } = answer
      const verdict = await judge(data, about ?? {})
      note(NOTED[verdict], source.costMicros)
      return take({ data, source: source.id, ...(about && { about }) }, verdict)
    }
    note(answer.outcome)
    if (answer.outcome === 'not_found') return false
    const { ticket, retryAfterMs, paidOn, meanwhile } = answer
    const named = { source: source.id, ticket, retryAfterMs, ...(paidOn !== undefined && { paidOn }) }
    owed.push(owedBy(source, { ...named, dueAt: now() + retryAfterMs }))
    if (meanwhile === undefined) return false
    const verdict = await judge(meanwhile, {})
    return take({ data: meanwhile, source: source.id }, verdict === 'good' ? 'weak' : verdict)
  }

  /** Asks one source and notes what came of it; says whether that ends the matter. */
  async function turn(source: Source<In, Out>, ticket?: Ticket): Promise<boolean> {
    const started = performance.now()
    const note: Note = (outcome, cost_micros = 0) => {
      steps.push({ source: source.id, outcome, ms: Math.round(performance.now() - started), cost_micros })
    }
    try {
      const leftMs = deadline - started
      if (leftMs <= 0) throw new SourceError('timeout', `No time was left to ask ${source.label}`)
      const asked = { workspaceId, deadlineMs: leftMs, ticket: ticket?.ticket, paidOn: ticket?.paidOn }
      return await hear(source, await ask(source, input, asked), note)
    } catch (error) {
      if (!(error instanceof SourceError)) throw error
      failure = error
      // A job asks again and again: who was not asked is told once, by the row.
      if (waits || !error.isRefusal) note(error.kind)
      // A vendor that refuses has given the question up; any other may still answer it.
      if (ticket && error.kind !== 'rejected')
        unread.push({ ...ticket, retryAfterMs: error.retryAfterMs ?? 0, dueAt: now() + (error.retryAfterMs ?? 0) })
      return false
    }
  }

  /** A source that is no longer there has not said no. */
  function missSources(): void {
    for (const ticket of tickets ?? []) {
      if (sources.some(({ id }) => id === ticket.source)) continue
      failure = new SourceError('unavailable', `${ticket.source} is not configured any more`)
      unread.push(ticket)
    }
  }

  function owedBy(source: Source<In, Out>, ticket: Owed<In, Out>['ticket']): Owed<In, Out> {
    return { source, ticket, readyAt: performance.now() + Math.max(0, ticket.dueAt - now()) }
  }

  async function waitForOwed(): Promise<void> {
    while (owed.length > 0) {
      const [next, ...others] = owed.toSorted((a, b) => a.readyAt - b.readyAt) as [Owed<In, Out>, ...Owed<In, Out>[]]
      if (next.readyAt >= deadline) return
      owed = others
      await sleep(Math.max(0, next.readyAt - performance.now()))
      if (await turn(next.source, next.ticket)) return
    }
  }

  async function askAll(): Promise<void> {
    const told = tickets?.find((ticket) => ticket.weak)?.weak as Told<Out> | undefined
    if (told && take(told, await judge(told.data, told.about ?? {}))) return
    missSources()
    let known = tickets
    for (const source of sources) {
      if (source.costMicros > 0) known ??= await recall?.()
      const ticket = known?.find((each) => each.source === source.id)
      if (tickets && !ticket) continue
      if (ticket?.dueAt !== undefined && ticket.dueAt > now()) {
        steps.push({ source: source.id, outcome: 'pending', ms: 0, cost_micros: 0 })
        owed.push(owedBy(source, { ...ticket, dueAt: ticket.dueAt }))
      } else if (await turn(source, ticket)) return
    }
    if (waits) await waitForOwed()
  }

  await askAll()
  const nothing = { found: undefined, weak: undefined, failure: undefined, pending: [], unread: [], steps }
  if (isWithheld) return nothing
  const pending = owed.map(({ ticket }, n) => ({
    ...ticket,
    retryAfterMs: Math.max(0, ticket.dueAt - now()),
    ...(weak && !waits && n === 0 && { weak }),
  }))
  const isAnswered = waits || pending.length === 0
  return { found: found ?? (isAnswered ? weak : undefined), weak, failure, pending, unread, steps }
}

type Note = (outcome: Step['outcome'], costMicros?: number) => void
