import type { Context } from '../../../kit/context.ts'
import type { Meter } from '../../../kit/declare/price.ts'
import type { Purchase } from '../../../kit/ledger.ts'
import type { Secrets } from '../../../kit/secrets.ts'
import type { LookupResult } from '../../../kit/sources.ts'
import {
  type CompaniesQuestion,
  type PeopleQuestion,
  SEARCH_COMPANIES,
  SEARCH_PEOPLE,
} from '../../../sources/actions.ts'
import type { Company, Person } from '../../../sources/directory/contract.ts'
import { isPersonId } from '../../../sources/directory/ids.ts'
import type {
  FoundCompanies,
  FoundPeople,
  FoundPerson,
  PeopleSearch,
} from '../../../sources/directory/search/search.ts'
import { DIRECTORY } from '../../../sources/directory/sources.ts'
import { buildListPurchase, buildPagePurchase } from '../purchases/keep.ts'
import { LIMIT_DEFAULT } from './contract/requests.ts'
import type { CompaniesFound, CompaniesRequest, PeopleFound, PeopleRequest } from './contract/search.ts'
import { describeSearch } from './datum.ts'
import { buildAskOptions, type LookupCall, recordSteps } from './lookup-call.ts'
import { unwrapResult } from './result.ts'
import { withoutSuppressed } from './suppression-checks.ts'

export async function searchPeople(
  ctx: Context,
  call: LookupCall,
  request: PeopleRequest,
  meter: Meter,
): Promise<PeopleFound> {
  const page = await findPeople(ctx, call, request)
  // A page of changes is shorter and costs the same: what the search finds without `since_cursor`.
  if (page.people.length > 0) {
    await meter.charge('', { [SEARCH_PEOPLE]: page.found })
    if (!isKept(ctx, page)) meter.keep(keepPeople(ctx, request, page))
  }
  return presentPeople(page)
}

/**
 * Time for which the same page is kept once. Measured: keeping it for every repeated search took a fourth of the processor time
 * of the call (decision 0074).
 */
const KEPT_ONCE_MS = 3_600_000
/** When a page was last kept. A repeated search has the same page of the cache, which belongs to one workspace. */
const keptAt = new WeakMap<FoundPeople, number>()

function isKept({ clock }: Context, page: FoundPeople): boolean {
  const at = keptAt.get(page)
  return at !== undefined && clock.now().getTime() - at < KEPT_ONCE_MS
}

/** A page of the directory is kept by ids: they are few bytes, and who is suppressed later disappears from it. */
function keepPeople(ctx: Context, request: PeopleRequest, page: FoundPeople): Purchase {
  const { people } = page
  const bought = { action: SEARCH_PEOPLE, ...describeSearch(request) }
  const present = people.filter(({ change }) => change !== 'removed')
  const isOfDirectory = present.length > 0 && present.every(({ id }) => isPersonId(id))
  if (!isOfDirectory) return buildListPurchase(ctx, bought, people)
  const ids = present.map(({ id }) => id)
  const onStored = () => void keptAt.set(page, ctx.clock.now().getTime())
  return { ...buildPagePurchase(ctx, bought, ids), onStored }
}

const replies = new WeakMap<FoundPeople, PeopleFound>()

/**
 * Presents a page. A page from the directory's cache is the same object again, so its reply is cached too: frozen, and serialised
 * once.
 */
function presentPeople(page: FoundPeople): PeopleFound {
  const known = replies.get(page)
  if (known) return known
  const { people, hasMore, nextCursor, cursor } = page
  const reply: PeopleFound = Object.freeze({
    status: 'OK',
    data: people.length > 0 ? people.map(presentPerson) : null,
    has_more: hasMore,
    next_cursor: nextCursor,
    ...(cursor !== undefined && { cursor }),
  })
  replies.set(page, reply)
  return reply
}

type PersonResult = NonNullable<PeopleFound['data']>[number]

function presentPerson({ change, ...person }: FoundPerson): PersonResult {
  if (change === undefined) return person
  if (change !== 'removed') return { ...person, change }
  const { id, updated_at } = person
  return { id, change, updated_at }
}

/** Finds a page of people without charging. */
export function findPeople(
  ctx: Context,
  call: LookupCall,
  request: PeopleRequest,
  { isOnce = false }: Pick<PeopleQuestion, 'isOnce'> = {},
): Promise<FoundPeople> {
  const { query, filters = null, track_delta: trackDelta } = request
  const limit = request.limit ?? LIMIT_DEFAULT
  const cursor = request.cursor ?? undefined
  const sinceCursor = request.since_cursor ?? undefined
  return sinceCursor === undefined
    ? askForPeople(ctx, call, { query, filters, limit, cursor, trackDelta, isOnce })
    : findChanges(ctx, call, { query, filters, limit, cursor, sinceCursor })
}

async function findChanges(ctx: Context, call: LookupCall, question: PeopleQuestion): Promise<FoundPeople> {
  const { cursor } = question
  const start = cursor === undefined ? undefined : readDeltaCursor(ctx.secrets, cursor)
  const changes = await askForPeople(ctx, call, { ...question, ...start })
  return sealDeltaCursor(ctx.secrets, changes, start?.countFrom)
}

async function askForPeople(ctx: Context, call: LookupCall, question: PeopleQuestion): Promise<FoundPeople> {
  const { limit, cursor, sinceCursor, trackDelta } = question
  const needsPages = cursor !== undefined || sinceCursor !== undefined || trackDelta === true
  const options = { ...buildAskOptions(ctx, call), judge: acceptAll, needsPages }
  const result = await ctx.sources.ask<Person[], FoundPeople>(SEARCH_PEOPLE, question, options)
  if (needsPages || isDirectoryOnly(ctx, SEARCH_PEOPLE)) throwOwnFailure(result)
  else await recordSteps(ctx, call, result.steps)
  const found = unwrapResult(result)
  if (result.page) return result.page
  const people = found === null ? [] : await withoutSuppressed(ctx, call.workspaceId, found.slice(0, limit))
  return { people, hasMore: false, nextCursor: null, found: people.length }
}

export async function searchCompanies(
  ctx: Context,
  call: LookupCall,
  request: CompaniesRequest,
): Promise<CompaniesFound> {
  const { companies, hasMore, nextCursor } = await findCompanies(ctx, call, request)
  if (companies.length > 0)
    call.keep?.(buildListPurchase(ctx, { action: SEARCH_COMPANIES, ...describeSearch(request) }, companies))
  return { status: 'OK', data: companies.length > 0 ? companies : null, has_more: hasMore, next_cursor: nextCursor }
}

/** Finds a page of companies without charging. */
export async function findCompanies(
  ctx: Context,
  call: LookupCall,
  { query, filters = null, limit, cursor }: CompaniesRequest,
): Promise<FoundCompanies> {
  const question: CompaniesQuestion = { query, filters, limit: limit ?? LIMIT_DEFAULT, cursor: cursor ?? undefined }
  const needsPages = question.cursor !== undefined
  const options = { ...buildAskOptions(ctx, call), judge: acceptAll, needsPages }
  const result = await ctx.sources.ask<Company[], FoundCompanies>(SEARCH_COMPANIES, question, options)
  if (needsPages || isDirectoryOnly(ctx, SEARCH_COMPANIES)) throwOwnFailure(result)
  else await recordSteps(ctx, call, result.steps)
  const found = unwrapResult(result)
  return result.page ?? { companies: found ?? [], hasMore: false, nextCursor: null }
}

const acceptAll = () => 'good' as const

/**
 * Throws an error of our own code in a search of the directory alone: it is a bug, not a failure upstream, so it becomes a 500 or
 * a failed row.
 */
function throwOwnFailure({ failure }: Pick<LookupResult<unknown, unknown>, 'failure'>): void {
  if (failure?.isAboutQuestion && failure.cause !== undefined) throw failure.cause
}

/**
 * Returns true when only the directory is asked. Then no steps are written, which would take longer than the search: the receipt
 * derives the step from the charge.
 */
function isDirectoryOnly(ctx: Context, action: string): boolean {
  const [first, second] = ctx.sources.list(action)
  return first?.id === DIRECTORY && second === undefined
}

type CountFrom = PeopleSearch['countFrom']

/**
 * Reads the cursor of a page of changes, which also contains the position up to which the search is paid for; both are sealed
 * together. A page whose seal does not open is charged like the first.
 */
function readDeltaCursor(secrets: Secrets, given: string): { cursor: string; countFrom: CountFrom } {
  const [cursor = '', sealed = ''] = given.split(/\.(.*)/s)
  try {
    const paidTo = JSON.parse(secrets.open(sealed, buildSealPurpose(cursor))) as { place: number; id: string } | null
    return { cursor, countFrom: paidTo && { rank: paidTo.place, id: paidTo.id } }
  } catch {
    return { cursor, countFrom: undefined }
  }
}

/** Counts the next page from the end of this one; a page without people is free and counts nothing. */
function sealDeltaCursor(secrets: Secrets, page: FoundPeople, countFrom: CountFrom): FoundPeople {
  const { nextCursor: cursor, people, countedTo = null } = page
  const paidTo = people.length > 0 ? countedTo : countFrom
  if (cursor === null || paidTo === undefined) return page
  const sealed = secrets.seal(JSON.stringify(paidTo && { place: paidTo.rank, id: paidTo.id }), buildSealPurpose(cursor))
  return { ...page, nextCursor: `${cursor}.${sealed}` }
}

function buildSealPurpose(cursor: string): string {
  return `delta ${cursor}`
}
