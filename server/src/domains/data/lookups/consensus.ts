import type { Context } from '../../../kit/context.ts'
import type { AskOptions, SourceError, SourceStep, Ticket } from '../../../kit/sources.ts'
import { type EnrichInput, enrichPerson, type PeopleQuestion, SEARCH_PEOPLE } from '../../../sources/actions.ts'
import type { Person } from '../../../sources/directory/contract.ts'
import { DIRECTORY } from '../../../sources/directory/sources.ts'
import { buildListPurchase } from '../purchases/keep.ts'
import {
  describePerson,
  findAgreement,
  groupByPerson,
  type PersonDescription,
  toDirectoryDescriptions,
} from './agreement.ts'
import {
  type AgreedPerson,
  type ConsensusFound,
  type ConsensusRequest,
  RATIO_MIN,
  VOTES_MIN,
} from './contract/consensus.ts'
import { LIMIT_DEFAULT } from './contract/requests.ts'
import { describeSearch } from './datum.ts'
import { createJudge } from './judge.ts'
import { buildAskOptions, type LookupCall, recordSteps } from './lookup-call.ts'
import { unwrapResult } from './result.ts'
import { withoutSuppressed } from './suppression-checks.ts'

/** Candidates examined per requested person, because sources do not agree on all of them. */
const CANDIDATES_PER_WANTED = 3
const CANDIDATES_MAX = 100

/**
 * Finds people on whom independent lineages agree. Every source that can search is asked. When that is not decisive for a person,
 * the sources that can enrich one person are asked in turn until it is.
 */
export async function findConsensus(
  ctx: Context,
  call: LookupCall,
  request: ConsensusRequest,
): Promise<ConsensusFound> {
  const poll = openPoll(ctx, call)
  const wanted = request.limit ?? LIMIT_DEFAULT
  const candidates = Math.min(CANDIDATES_MAX, wanted * CANDIDATES_PER_WANTED)
  const groups = groupByPerson(await searchAll(ctx, poll, request.query, candidates))
  const agreed: AgreedPerson[] = []
  for (const descriptions of groups) {
    const one = findAgreement(descriptions) ?? (await confirm(ctx, poll, descriptions))
    if (one && agreed.push(one) === wanted) break
  }
  await recordSteps(ctx, call, poll.steps)
  const data = unwrapResult<AgreedPerson[]>({ ...poll, found: agreed.length > 0 ? { data: agreed } : undefined })
  if (data) call.keep?.(buildListPurchase(ctx, { action: 'consensus', ...describeSearch(request) }, data))
  return {
    status: 'OK',
    data,
    considered: groups.length,
    threshold: { votes: VOTES_MIN, ratio: RATIO_MIN },
  }
}

/** All questions of one call, within one deadline. */
interface Poll {
  readonly workspaceId: string
  readonly steps: SourceStep[]
  readonly pending: Ticket[]
  failure: SourceError | undefined
  /** Asks one source alone. */
  ask<Out>(action: string, source: string, input: unknown, judge: AskOptions<Out>['judge']): Promise<Out | undefined>
}

function openPoll(ctx: Context, call: LookupCall): Poll {
  const options = buildAskOptions(ctx, call)
  const deadline = performance.now() + options.deadlineMs
  const poll: Poll = {
    workspaceId: call.workspaceId,
    steps: [],
    pending: [],
    failure: undefined,
    async ask<Out>(action: string, source: string, input: unknown, judge: AskOptions<Out>['judge']) {
      const deadlineMs = Math.max(0, deadline - performance.now())
      const result = await ctx.sources.ask<Out>(action, input, { ...options, deadlineMs, judge, only: source })
      poll.steps.push(...result.steps)
      poll.pending.push(...result.pending)
      poll.failure = result.failure ?? poll.failure
      return result.found?.data
    },
  }
  return poll
}

async function searchAll(ctx: Context, poll: Poll, query: string, limit: number): Promise<PersonDescription[]> {
  const question: PeopleQuestion = { query, filters: null, limit }
  const found = ctx.sources.list(SEARCH_PEOPLE).map(async ({ id, lineage }) => {
    const people = (await poll.ask<Person[]>(SEARCH_PEOPLE, id, question, () => 'good')) ?? []
    if (id === DIRECTORY) return people.flatMap(toDirectoryDescriptions)
    return (await withoutSuppressed(ctx, poll.workspaceId, people)).map((person) => describePerson(lineage, person))
  })
  return (await Promise.all(found)).flat()
}

/** Asks lineages that have not described the person yet, until enough agree. */
async function confirm(
  ctx: Context,
  poll: Poll,
  descriptions: readonly PersonDescription[],
): Promise<AgreedPerson | undefined> {
  const person = descriptions.find((each) => each.person.company?.domain)?.person
  const domain = person?.company?.domain
  if (!person || !domain) return undefined
  const { full_name, first_name, last_name } = person
  const input: EnrichInput = {
    by: 'name',
    full_name,
    first_name: first_name ?? '',
    last_name: last_name ?? '',
    domain,
  }
  const judge = createJudge(ctx, poll.workspaceId, enrichPerson)
  const known = [...descriptions]
  for (const { id, lineage } of ctx.sources.list(enrichPerson.id)) {
    if (id === DIRECTORY || known.some((each) => each.lineage === lineage)) continue
    const found = await poll.ask<Person>(enrichPerson.id, id, input, judge)
    if (!found) continue
    known.push(describePerson(lineage, found))
    const agreed = findAgreement(known)
    if (agreed) return agreed
  }
  return undefined
}
