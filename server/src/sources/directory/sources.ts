import type { Pool } from '../../kit/postgres/db.ts'
import { connectReads } from '../../kit/postgres/pool/read-pool.ts'
import {
  type CompaniesQuestion,
  type EnrichInput,
  enrichPerson,
  type FoundEmail,
  findEmail,
  type PeopleQuestion,
  SEARCH_COMPANIES,
  SEARCH_PEOPLE,
} from '../actions.ts'
import type { NameAtDomain } from '../read-question.ts'
import type { AnySource, Outcome, Source } from '../source.ts'
import type { Company, Person } from './contract.ts'
import { connectForSearch, createCachedSearch } from './search/cached-search.ts'
import { findKnownEmail, findKnownEmails, findPeople, findPerson } from './search/find-people.ts'
import { type FoundCompanies, type FoundPeople, searchCompanies, searchPeople } from './search/search.ts'

export const DIRECTORY = 'directory'

const facts = {
  id: DIRECTORY,
  label: 'The built-in directory',
  lineage: DIRECTORY,
  needs: [],
  costMicros: 0,
  timeoutMs: 10_000,
  perSecond: Number.POSITIVE_INFINITY,
  isBuiltIn: true,
  isLocal: () => true,
} as const

const searchFacts = { ...facts, hasPages: true } as const

/** The built-in directory as sources, like vendors. `replicaUrl` is a replica of its database, which also serves searches. */
export function directorySources(db: Pool, replicaUrl?: string): AnySource[] {
  const searchDb = connectForSearch(db)
  return [peopleSearch(db, searchDb, replicaUrl), companySearch(searchDb), enrich(db), email(db)]
}

function peopleSearch(
  db: Pool,
  searchDb: Pool,
  replicaUrl: string | undefined,
): Source<PeopleQuestion, Person[], FoundPeople> {
  const { max = 1, settings = {} } = searchDb.options
  const replica = connectReads(searchDb, replicaUrl, { max, settings })
  const searchCached = createCachedSearch(searchDb, replicaUrl === undefined ? {} : { replica })
  return {
    ...searchFacts,
    action: SEARCH_PEOPLE,
    async ask({ query, filters, limit, cursor, sinceCursor, trackDelta, countFrom, isOnce }, { workspaceId = '' }) {
      const search = { workspaceId, query, filters: filters ?? {}, limit, cursor }
      const isCacheable = !isOnce && !trackDelta && sinceCursor === undefined
      const page = await (isCacheable
        ? searchCached(search)
        : searchPeople(db, { ...search, sinceCursor, trackDelta, countFrom }))
      const { people } = page
      return people.length > 0 ? { outcome: 'found', data: people, page } : { outcome: 'not_found', page }
    },
    async close() {
      await replica.end()
      await searchDb.end({ timeout: 5 })
    },
  }
}

function companySearch(db: Pool): Source<CompaniesQuestion, Company[], FoundCompanies> {
  return {
    ...searchFacts,
    action: SEARCH_COMPANIES,
    async ask({ filters, ...question }, { workspaceId = '' }) {
      const page = await searchCompanies(db, { workspaceId, ...question, filters: filters ?? {} })
      const { companies } = page
      return companies.length > 0 ? { outcome: 'found', data: companies, page } : { outcome: 'not_found', page }
    },
  }
}

function enrich(db: Pool): Source<EnrichInput, Person> {
  return {
    ...facts,
    action: enrichPerson.id,
    ask: async (input, { workspaceId = '' }) => toOutcome(await findPerson(db, workspaceId, input)),
    askMany: async (inputs, { workspaceId }) => (await findPeople(db, workspaceId, inputs)).map(toOutcome),
  }
}

function email(db: Pool): Source<NameAtDomain, FoundEmail> {
  return {
    ...facts,
    action: findEmail.id,
    ask: async (input, { workspaceId = '' }) => {
      const known = await findKnownEmail(db, workspaceId, input)
      return toOutcome(known && presentEmail(known.email, known.person, input))
    },
    askMany: async (inputs, { workspaceId }) => {
      const known = await findKnownEmails(db, workspaceId, inputs)
      return inputs.map((input, n) => toOutcome(known[n] && presentEmail(known[n].email, known[n].person, input)))
    },
  }
}

function toOutcome<Out>(data: Out | undefined): Outcome<Out> {
  return data === undefined ? { outcome: 'not_found' } : { outcome: 'found', data }
}

/** The status is `unknown`, because an imported address was not checked with the mail server. */
function presentEmail(address: string, person: Person, { domain }: NameAtDomain): FoundEmail {
  const ownDomain = address.slice(address.lastIndexOf('@') + 1)
  const givers = person.sources.filter(({ fields }) => fields.includes('email')).map(({ name }) => name)
  return {
    email: address,
    status: 'unknown',
    confidence: ownDomain === domain ? 0.8 : 0.6,
    domain: ownDomain,
    person: { full_name: person.full_name, first_name: person.first_name, last_name: person.last_name },
    sources: givers.length > 0 ? givers : [DIRECTORY],
    verified_at: null,
  }
}
