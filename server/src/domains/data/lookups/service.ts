import type { Context } from '../../../kit/context.ts'
import { ApiError, tooComplex } from '../../../kit/declare/errors.ts'
import type { Meter } from '../../../kit/declare/price.ts'
import { isDataError } from '../../../kit/postgres/db.ts'
import { type Action, readQuestion } from '../../../sources/action.ts'
import type { PeopleQuestion } from '../../../sources/actions.ts'
import type { Person } from '../../../sources/directory/contract.ts'
import { isNameSuppressed } from '../../../sources/directory/search/find-people.ts'
import {
  type FoundPeople,
  type PeopleSearch,
  searchPeople as searchDirectory,
  searchCompanies as searchDirectoryCompanies,
} from '../../../sources/directory/search/search.ts'
import { DIRECTORY } from '../../../sources/directory/sources.ts'
import {
  isSubjectSuppressed,
  listSuppressedSubjects,
  type Subject,
} from '../../../sources/directory/suppress/subject.ts'
import { learnPatterns } from '../../../sources/mail/learn-patterns.ts'
import { sourcesOf } from '../../../sources/registry.ts'
import { type Source, SourceError } from '../../../sources/source.ts'
import type { Fall, Step, Ticket, Verdict } from '../../../sources/waterfall.ts'
import { isPaidRepeat } from '../../billing/credits/free-repeats.ts'
import { bookFor } from '../../billing/credits/published-books.ts'
import { recordSources } from '../../billing/credits/receipts.ts'
import type { Estimate, EstimateRequest, Finds } from './contract/estimates.ts'
import { estimateIn } from './contract/estimates.ts'
import { LIMIT_DEFAULT, type Question } from './contract/requests.ts'
import type { CompaniesFound, CompaniesRequest, PeopleFound, PeopleRequest } from './contract/search.ts'
import { readDeltaPage, sealDeltaPage } from './delta-page.ts'
import { keptTickets } from './tickets.ts'

/** Who asks, under which request: what a receipt is kept for. */
export interface Asking {
  readonly workspaceId: string
  readonly keyId: string
  readonly requestId: string
  /** The line of the receipt this belongs to, when the call has several. */
  readonly step?: string
  /** What is left of the call's time, when it asks one thing after another. */
  readonly deadlineMs?: number
  /** Nobody will ask the same again soon, so that the answer is not worth its room in memory. */
  readonly isOnce?: boolean
}

export const SEARCH_PEOPLE = 'search/people'
/** Whoever asked to be left out is a miss, whatever anybody knows. */
const UNASKED = {
  found: undefined,
  weak: undefined,
  failure: undefined,
  pending: [],
  unread: [],
  steps: [],
} satisfies Fall<never>
const NO_SOURCE = 'No source for this is configured on this server.'
const NOTHING = { people: [], hasMore: false, nextCursor: null, found: 0 } satisfies FoundPeople

export async function searchPeople(
  ctx: Context,
  asking: Asking,
  request: PeopleRequest,
  meter: Meter,
): Promise<PeopleFound> {
  const page = await findPeople(ctx, asking, request)
  // A delta shows less and costs the same: what the search finds without it.
  if (page.people.length > 0) await meter.charge('', { [SEARCH_PEOPLE]: page.found })
  return presentPage(page)
}

const presented = new WeakMap<FoundPeople, PeopleFound>()

/** A page that is found again, which the directory remembers, is the same reply again: frozen, so it is written once. */
function presentPage(page: FoundPeople): PeopleFound {
  const known = presented.get(page)
  if (known) return known
  const { people, hasMore, nextCursor, cursor } = page
  const reply: PeopleFound = Object.freeze({
    status: 'OK',
    data: people.length > 0 ? people : null,
    has_more: hasMore,
    next_cursor: nextCursor,
    ...(cursor !== undefined && { cursor }),
  })
  presented.set(page, reply)
  return reply
}

async function findPeople(ctx: Context, asking: Asking, request: PeopleRequest): Promise<FoundPeople> {
  const { workspaceId } = asking
  const { query, track_delta: trackDelta } = request
  const limit = request.limit ?? LIMIT_DEFAULT
  const [cursor, sinceCursor] = [request.cursor ?? undefined, request.since_cursor ?? undefined]
  const filters = request.filters ?? {}
  const search = { workspaceId, query, filters, limit, cursor }
  if (sinceCursor !== undefined) return findChanges(ctx, { ...search, sinceCursor })
  const inDirectory = () =>
    trackDelta || asking.isOnce
      ? searchDirectory(ctx.db, { ...search, trackDelta })
      : sourcesOf(ctx).searchDirectory(search)
  const sources: readonly Source<PeopleQuestion, Person[]>[] = sourcesOf(ctx).of(SEARCH_PEOPLE)
  // Only the directory has pages and changes; alone it is asked without ado.
  const isAlone = sources.length === 1 && sources[0]?.id === DIRECTORY
  if (isAlone || trackDelta || cursor !== undefined) return inDirectory()

  let page: FoundPeople | undefined
  const paged = async (): ReturnType<Source<PeopleQuestion, Person[]>['ask']> => {
    page = await inDirectory()
    return page.people.length > 0 ? { outcome: 'found', data: page.people } : { outcome: 'not_found' }
  }
  const order = sources.map((source) => (source.id === DIRECTORY ? { ...source, ask: paged } : source))
  const question = { query, filters: request.filters ?? null, limit }
  const fall = await sourcesOf(ctx).ask(order, question, { ...askingOptions(ctx, asking), judge: () => 'good' })
  await record(ctx, asking, fall.steps)
  const known = answerOf(fall)
  if (fall.found?.source === DIRECTORY && page) return page
  const people = known === null ? [] : await unsuppressed(ctx, workspaceId, known.slice(0, limit))
  return { ...NOTHING, people, found: people.length }
}

async function findChanges(ctx: Context, search: PeopleSearch): Promise<FoundPeople> {
  const { cursor, countFrom } = search.cursor === undefined ? {} : readDeltaPage(ctx.secrets, search.cursor)
  return sealDeltaPage(ctx.secrets, await searchDirectory(ctx.db, { ...search, cursor, countFrom }), countFrom)
}

export async function unsuppressed(ctx: Context, workspaceId: string, people: readonly Person[]): Promise<Person[]> {
  const subjects = people.map((person) => ({ ...subjectOf(person), person }))
  const left = new Set(await listSuppressedSubjects(ctx.db, workspaceId, subjects))
  return subjects.filter((subject) => !left.has(subject)).map(({ person }) => person)
}

function subjectOf({ id, company }: Person): Subject {
  return { personId: id, domain: company?.domain ?? null }
}

export async function searchCompanies(
  ctx: Context,
  workspaceId: string,
  { query, filters, limit, cursor }: CompaniesRequest,
): Promise<CompaniesFound> {
  const search = { workspaceId, query, filters: filters ?? {}, limit: limit ?? LIMIT_DEFAULT }
  const page = await searchDirectoryCompanies(ctx.db, { ...search, cursor: cursor ?? undefined })
  const { companies, hasMore, nextCursor } = page
  return { status: 'OK', data: companies.length > 0 ? companies : null, has_more: hasMore, next_cursor: nextCursor }
}

export interface Found<Out> {
  readonly status: 'OK'
  readonly data: Out | null
  /** Paid for lately: free this time. */
  readonly repeat?: boolean
}

/** Asks the action's sources in their order. A failure is told as one, never as a miss. */
export async function lookUp<In, Out>(
  ctx: Context,
  asking: Asking,
  asked: Action<In, Out>,
  { query, filters }: Question,
): Promise<Found<Out>> {
  const { workspaceId } = asking
  const input = readQuestion(asked, { query, filters: (filters ?? null) as never })
  // Whoever asked to be left out is not named to a vendor either.
  if (await isLeftOut(ctx, workspaceId, asked.asksAbout(input))) return { status: 'OK', data: null }
  const sources = sourcesOf(ctx)
  const tickets = keptTickets(ctx, workspaceId, asked, input)
  const fall = await sources.ask(sources.of(asked.id), input, {
    ...askingOptions(ctx, asking),
    judge: judgeOf(ctx, workspaceId, asked),
    recall: () => tickets.recall(),
  })
  await tickets.settle(fall)
  await learn(ctx, asked, input, fall)
  await record(ctx, asking, fall.steps)
  const data = answerOf(fall)
  const isRepeat = data !== null && asked.isCharged(data) && (await isPaidFor(ctx, asking, asked, input))
  return { status: 'OK', data, ...(isRepeat && { repeat: true }) }
}

/** Whether an answer was paid for lately and is free now; if not, this request is the one that pays. */
export async function isPaidFor<In, Out>(
  ctx: Context,
  asking: Asking,
  asked: Action<In, Out>,
  input: In,
): Promise<boolean> {
  const { name: priceBook, repeat_free_days: days } = await bookFor(ctx, asking.workspaceId)
  if (days === null) return false
  return isPaidRepeat(ctx, { ...asking, priceBook }, { action: asked.id, subject: asked.subject(input), days })
}

/**
 * The same for many questions of a job, asked together of the first source if that can: the datum, null for a miss, or
 * undefined when the question has to be asked on its own.
 */
export async function lookUpMany<In, Out>(
  ctx: Context,
  workspaceId: string,
  asked: Action<In, Out>,
  inputs: readonly In[],
): Promise<(Out | null | undefined)[]> {
  const [first, ...others]: readonly Source<In, Out>[] = sourcesOf(ctx).of(asked.id)
  if (!first?.askMany) return inputs.map(() => undefined)
  const left = await leftOut(
    ctx,
    workspaceId,
    inputs.map((input) => asked.asksAbout(input)),
  )
  const told = await first.askMany(inputs, { workspaceId })
  const data = told.map((each) => (each.outcome === 'found' ? each.data : undefined))
  const withheld = await leftOut(
    ctx,
    workspaceId,
    data.map((each) => (each === undefined ? {} : asked.tellsAbout(each))),
  )
  return data.map((each, n) => {
    if (left[n] || withheld[n]) return null
    if (each !== undefined && isFresh(ctx, asked, each) && (asked.isConclusive(each) || others.length === 0))
      return each
    return others.length === 0 ? null : undefined
  })
}

async function leftOut(ctx: Context, workspaceId: string, subjects: readonly Subject[]): Promise<boolean[]> {
  const named = subjects.filter((subject) => !isNobody(subject))
  const left = new Set(named.length > 0 ? await listSuppressedSubjects(ctx.db, workspaceId, named) : [])
  return subjects.map((subject) => left.has(subject))
}

/** The same for one question of a job, which does not wait for what sources owe: it comes back with the tickets. */
export async function lookUpInTurns<In, Out>(
  ctx: Context,
  asking: Asking & { readonly step: string },
  asked: Action<In, Out>,
  input: In,
  tickets: readonly Ticket[] | undefined,
): Promise<Fall<Out>> {
  const { workspaceId } = asking
  if (await isLeftOut(ctx, workspaceId, asked.asksAbout(input))) return UNASKED
  const sources = sourcesOf(ctx)
  const order = sources.of(asked.id)
  if (order.length === 0) return { ...UNASKED, failure: new SourceError('rejected', NO_SOURCE) }
  const fall = await sources.ask(order, input, {
    ...optionsOf(ctx, workspaceId),
    judge: judgeOf(ctx, workspaceId, asked),
    waits: false,
    ...(tickets && { tickets }),
  })
  await learn(ctx, asked, input, fall)
  await record(ctx, asking, fall.steps)
  return fall
}

/** Every address that is known to be right tells how its domain makes them, whoever found it. */
async function learn<In, Out>(ctx: Context, asked: Action<In, Out>, input: In, { found }: Fall<Out>): Promise<void> {
  const known = found && asked.teaches?.(input, found.data)
  if (known) await learnPatterns(ctx.db, [known], ctx.clock.now())
}

/** Some of the call's time is left for the ledger. */
export function optionsOf(ctx: Context, workspaceId: string) {
  return { workspaceId, waits: true, deadlineMs: ctx.config.CALL_SECONDS * 900 }
}

function askingOptions(ctx: Context, { workspaceId, deadlineMs }: Asking) {
  return { ...optionsOf(ctx, workspaceId), ...(deadlineMs !== undefined && { deadlineMs }) }
}

/** What to think of an answer: whether it is fresh, about somebody who may be shown, and enough. */
export function judgeOf<Out>(
  ctx: Context,
  workspaceId: string,
  asked: Pick<Action<never, Out>, 'asOf' | 'freshDays' | 'isConclusive' | 'tellsAbout'>,
): (data: Out, about: Subject) => Promise<Verdict> {
  return async (data, about) => {
    if (!isFresh(ctx, asked, data)) return 'stale'
    if (await isLeftOut(ctx, workspaceId, { ...asked.tellsAbout(data), ...about })) return 'withheld'
    return asked.isConclusive(data) ? 'good' : 'weak'
  }
}

function isFresh<Out>(ctx: Context, asked: Pick<Action<never, Out>, 'asOf' | 'freshDays'>, data: Out): boolean {
  const asOf = asked.asOf(data)
  return asOf === null || Date.parse(asOf) >= ctx.clock.now().getTime() - asked.freshDays * 86_400_000
}

/** Whether whom this is about asked to be left out, also when only the directory knows that the name is theirs. */
export async function isLeftOut(ctx: Context, workspaceId: string, subject: Subject): Promise<boolean> {
  if (isNobody(subject)) return false
  if (await isSubjectSuppressed(ctx.db, workspaceId, subject)) return true
  const { fullName, domain } = subject
  return fullName && domain ? isNameSuppressed(ctx.db, workspaceId, { full_name: fullName, domain }) : false
}

function isNobody({ email, domain, personId }: Subject): boolean {
  return !email && !domain && !personId
}

export async function record(ctx: Context, asking: Asking, steps: readonly Step[]): Promise<void> {
  const { name: priceBook } = await bookFor(ctx, asking.workspaceId)
  await recordSources(ctx, { ...asking, priceBook }, [{ step: asking.step ?? '', steps }])
}

/** Found, else what failed, else what is still owed, else a miss. */
export function answerOf<Out>({
  found,
  failure,
  pending,
  steps,
}: Pick<Fall<Out>, 'failure' | 'pending' | 'steps'> & { found: { data: Out } | undefined }): Out | null {
  if (found) return found.data
  if (failure) throw upstreamError(failure)
  const [owed] = pending
  if (owed)
    throw new ApiError('upstream_timeout', 'A source is still working on it. Nothing was charged; ask again later.', {
      headers: { 'retry-after': seconds(owed.retryAfterMs) },
    })
  if (steps.length === 0) throw new ApiError('upstream_error', `${NO_SOURCE} Nothing was charged.`)
  return null
}

function upstreamError(cause: SourceError): ApiError {
  if (isDataError(cause.cause)) return tooComplex(cause.cause)
  const { kind, retryAfterMs } = cause
  const extras = {
    cause,
    members: { reason: kind },
    ...(retryAfterMs !== undefined && { headers: { 'retry-after': seconds(retryAfterMs) } }),
  }
  return kind === 'timeout'
    ? new ApiError('upstream_timeout', 'A source took too long and no other knew. Nothing was charged.', extras)
    : new ApiError('upstream_error', 'A source failed and no other knew. Nothing was charged.', extras)
}

function seconds(ms: number): string {
  return String(Math.max(1, Math.ceil(ms / 1000)))
}

export async function estimate(
  ctx: Context,
  workspaceId: string,
  action: string,
  finds: Finds,
  request: EstimateRequest,
): Promise<Estimate> {
  return estimateIn(await bookFor(ctx, workspaceId), action, finds, request)
}
