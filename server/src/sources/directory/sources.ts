import type { Db } from '../../kit/postgres/db.ts'
import {
  type EnrichInput,
  enrichPerson,
  type FoundEmail,
  findEmail,
  type NameAtDomain,
  type PeopleQuestion,
} from '../actions.ts'
import type { AnySource, Outcome, Source } from '../source.ts'
import type { Person } from './contract.ts'
import { findKnownEmail, findKnownEmails, findPeople, findPerson } from './search/find-people.ts'
import { searchPeople } from './search/search.ts'

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
} as const

/** The built-in directory behind the interface that vendors have. */
export function directorySources(db: Db): AnySource[] {
  const search: Source<PeopleQuestion, Person[]> = {
    ...facts,
    action: 'search/people',
    ask: async ({ query, filters, limit }, { workspaceId = '' }) => {
      const { people } = await searchPeople(db, { workspaceId, query, filters: filters ?? {}, limit })
      return people.length > 0 ? { outcome: 'found', data: people } : { outcome: 'not_found' }
    },
  }
  const enrich: Source<EnrichInput, Person> = {
    ...facts,
    action: enrichPerson.id,
    ask: async (input, { workspaceId = '' }) => answerOf(await findPerson(db, workspaceId, input)),
    askMany: async (inputs, { workspaceId }) => (await findPeople(db, workspaceId, inputs)).map(answerOf),
  }
  const email: Source<NameAtDomain, FoundEmail> = {
    ...facts,
    action: findEmail.id,
    ask: async (input, { workspaceId = '' }) => {
      const known = await findKnownEmail(db, workspaceId, input)
      return answerOf(known && presentEmail(known.email, known.person, input))
    },
    askMany: async (inputs, { workspaceId }) => {
      const known = await findKnownEmails(db, workspaceId, inputs)
      return inputs.map((input, n) => answerOf(known[n] && presentEmail(known[n].email, known[n].person, input)))
    },
  }
  return [search, enrich, email]
}

function answerOf<Out>(data: Out | undefined): Outcome<Out> {
  return data === undefined ? { outcome: 'not_found' } : { outcome: 'found', data }
}

/** Somebody brought it; nobody has asked the mail server. */
function presentEmail(email: string, person: Person, { domain }: NameAtDomain): FoundEmail {
  const at = email.slice(email.lastIndexOf('@') + 1)
  const givers = person.sources.filter(({ fields }) => fields.includes('email')).map(({ name }) => name)
  return {
    email,
    status: 'unknown',
    confidence: at === domain ? 0.8 : 0.6,
    domain: at,
    person: { full_name: person.full_name, first_name: person.first_name, last_name: person.last_name },
    sources: givers.length > 0 ? givers : [DIRECTORY],
    verified_at: null,
  }
}
