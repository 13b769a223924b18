import type { Context } from '../../../kit/context.ts'
import { type EnrichInput, enrichPerson, type PeopleQuestion } from '../../../sources/actions.ts'
import type { Person } from '../../../sources/directory/contract.ts'
import { DIRECTORY } from '../../../sources/directory/sources.ts'
import { sourcesOf } from '../../../sources/registry.ts'
import type { Source, SourceError } from '../../../sources/source.ts'
import type { AskOptions, Step, Ticket } from '../../../sources/waterfall.ts'
import {
  type AgreedPerson,
  type ConsensusFound,
  type ConsensusRequest,
  RATIO_MIN,
  VOTES_MIN,
} from './contract/consensus.ts'
import { LIMIT_DEFAULT } from './contract/requests.ts'
import { type Asking, answerOf, judgeOf, optionsOf, record, SEARCH_PEOPLE, unsuppressed } from './service.ts'
import { decide, groupTellings, type Telling, tellingOf, tellingsOfDirectory } from './votes.ts'

/** Not everybody found is agreed on: more are looked at than were asked for. */
const CANDIDATES_PER_WANTED = 3
const CANDIDATES_MAX = 100

/**
 * People on whom independent lineages agree. Every source that can search is asked; about whom that does not decide, the
 * sources that know single people are asked one after the other, until it does.
 */
export async function findConsensus(ctx: Context, asking: Asking, request: ConsensusRequest): Promise<ConsensusFound> {
  const poll = openPoll(ctx, asking.workspaceId)
  const wanted = request.limit ?? LIMIT_DEFAULT
  const groups = groupTellings(
    await poll.search(request.query, Math.min(CANDIDATES_MAX, wanted * CANDIDATES_PER_WANTED)),
  )
  const agreed: AgreedPerson[] = []
  for (const tellings of groups) {
    const one = decide(tellings) ?? (await poll.confirm(tellings))
    if (one && agreed.push(one) === wanted) break
  }
  await record(ctx, asking, poll.steps)
  return {
    status: 'OK',
    data: answerOf<AgreedPerson[]>({ ...poll, found: agreed.length > 0 ? { data: agreed } : undefined }),
    considered: groups.length,
    threshold: { votes: VOTES_MIN, ratio: RATIO_MIN },
  }
}

interface Poll {
  readonly steps: Step[]
  readonly pending: Ticket[]
  failure: SourceError | undefined
  search(query: string, limit: number): Promise<Telling[]>
  confirm(tellings: readonly Telling[]): Promise<AgreedPerson | undefined>
}

/** All that one call asks, within one deadline. */
function openPoll(ctx: Context, workspaceId: string): Poll {
  const sources = sourcesOf(ctx)
  const options = optionsOf(ctx, workspaceId)
  const deadline = performance.now() + options.deadlineMs
  const poll: Poll = { steps: [], pending: [], failure: undefined, search, confirm }

  async function ask<In, Out>(source: Source<In, Out>, input: In, judge: AskOptions<Out>['judge']) {
    const fall = await sources.ask([source], input, {
      ...options,
      deadlineMs: Math.max(0, deadline - performance.now()),
      judge,
    })
    poll.steps.push(...fall.steps)
    poll.pending.push(...fall.pending)
    poll.failure = fall.failure ?? poll.failure
    return fall.found?.data
  }

  async function search(query: string, limit: number): Promise<Telling[]> {
    const told = (sources.of(SEARCH_PEOPLE) as readonly Source<PeopleQuestion, Person[]>[]).map(async (source) => {
      const people = (await ask(source, { query, filters: null, limit }, () => 'good')) ?? []
      if (source.id === DIRECTORY) return people.flatMap(tellingsOfDirectory)
      return (await unsuppressed(ctx, workspaceId, people)).map((person) => tellingOf(source.lineage, person))
    })
    return (await Promise.all(told)).flat()
  }

  async function confirm(tellings: readonly Telling[]): Promise<AgreedPerson | undefined> {
    const about = tellings.find(({ person }) => person.company?.domain)?.person
    const domain = about?.company?.domain
    if (!about || !domain) return undefined
    const input = {
      by: 'name',
      full_name: about.full_name,
      first_name: about.first_name ?? '',
      last_name: about.last_name ?? '',
      domain,
    } as const
    const heard = [...tellings]
    for (const source of sources.of(enrichPerson.id) as readonly Source<EnrichInput, Person>[]) {
      if (source.id === DIRECTORY || heard.some(({ lineage }) => lineage === source.lineage)) continue
      const person = await ask(source, input, judgeOf(ctx, workspaceId, enrichPerson))
      if (!person) continue
      heard.push(tellingOf(source.lineage, person))
      const decided = decide(heard)
      if (decided) return decided
    }
    return undefined
  }

  return poll
}
