import type { Static } from 'typebox'
import type { Violation } from '../kit/declare/errors.ts'
import { DateTime, Nullable, StringEnum } from '../kit/declare/schema.ts'
import { Type } from '../kit/declare/type.ts'
import { action } from './action.ts'
import { type CompanyFilters, type PeopleFilters, Person } from './directory/contract.ts'
import type { PeopleSearch } from './directory/search/search.ts'
import {
  invalidQuery,
  type NameAtDomain,
  readEmail,
  readNameAtDomain,
  textFilter,
  toNameAtDomainKey,
} from './read-question.ts'

export type EmailStatus = (typeof EMAIL_STATUSES)[number]
export const EMAIL_STATUSES = ['valid', 'risky', 'invalid', 'unknown'] as const

export type VerifiedEmail = Static<typeof VerifiedEmail>
export const VerifiedEmail = Type.Object(
  {
    email: Type.String(),
    status: StringEnum(EMAIL_STATUSES, {
      description: '`unknown` if no server could be asked. Never charged, and never means invalid.',
    }),
    sub_status: Nullable(Type.String()),
    mx: Nullable(Type.String({ description: 'The mail server of the domain.' })),
    catch_all: Nullable(Type.Boolean({ description: 'True if the domain accepts mail for any name.' })),
    disposable: Type.Boolean(),
    role: Type.Boolean({ description: 'True for a role such as info@, not a person.' }),
    checked_at: DateTime,
  },
  { title: 'VerifiedEmail' },
)

export type FoundEmail = Static<typeof FoundEmail>
export const FoundEmail = Type.Object(
  {
    email: Type.String(),
    status: StringEnum(EMAIL_STATUSES),
    confidence: Type.Number({ minimum: 0, maximum: 1 }),
    domain: Type.String(),
    person: Type.Object({
      full_name: Nullable(Type.String()),
      first_name: Nullable(Type.String()),
      last_name: Nullable(Type.String()),
    }),
    sources: Type.Array(Type.String()),
    verified_at: Nullable(DateTime),
  },
  { title: 'FoundEmail' },
)

const phrase = Type.Optional(Type.String({ minLength: 1, maxLength: 255 }))
const NamedFilters = { full_name: phrase, first_name: phrase, last_name: phrase, domain: phrase }

/** From this confidence on, no other source is asked about an unverified address. */
const CONFIDENCE_MIN = 0.75

function readEmailDomain(email: string): string {
  return email.slice(email.lastIndexOf('@') + 1)
}

/** For test keys; a name without Latin letters gets the local part of the example. */
function buildLocalPart(first: string, last: string): string {
  const words = [first, last].map((name) =>
    name
      .normalize('NFD')
      .toLowerCase()
      .replaceAll(/[^a-z0-9]/g, ''),
  )
  return words.filter((word) => word !== '').join('.') || 'ada.example'
}

export const findEmail = action({
  id: 'contacts/find-email',
  summary: 'Find the work email of a person',
  description:
    'Ask with `query` ("Ada Example, example.com") or with `filters` {full_name | first_name, last_name, domain}.',
  filters: Type.Object(NamedFilters),
  output: FoundEmail,
  read: readNameAtDomain,
  subjectKey: toNameAtDomainKey,
  questionSubject: ({ full_name: fullName, domain }) => ({ fullName, domain }),
  answerSubject: ({ email }) => ({ email }),
  freshDays: 180,
  answerDate: ({ verified_at }) => verified_at,
  isConclusive: ({ status, confidence }) => status !== 'unknown' || confidence >= CONFIDENCE_MIN,
  isCharged: () => true,
  provenAddress: (name, { email, status }) => (status === 'valid' ? { email, name } : undefined),
  example: {
    query: 'Ada Example, example.com',
    output: {
      email: 'ada.example@example.com',
      status: 'valid',
      confidence: 0.97,
      domain: 'example.com',
      person: { full_name: 'Ada Example', first_name: 'Ada', last_name: 'Example' },
      sources: ['directory'],
      verified_at: '2026-01-15T09:30:00.000Z',
    },
  },
  echo: ({ full_name, first_name, last_name, domain }, output) => ({
    ...output,
    email: `${buildLocalPart(first_name, last_name)}@${domain}`,
    domain,
    person: { full_name, first_name: first_name || null, last_name: last_name || null },
  }),
  missQuery: 'Nobody Nowhere, example.com',
  failQuery: 'Upstream Failure, example.com',
})

export const verifyEmail = action({
  id: 'contacts/verify-email',
  summary: 'Verify that a mailbox exists',
  description: 'Ask with the address as `query` or as `filters.email`.',
  filters: Type.Object({ email: phrase }),
  output: VerifiedEmail,
  read: readEmail,
  subjectKey: ({ email }) => email,
  questionSubject: ({ email }) => ({ email }),
  answerSubject: () => ({}),
  freshDays: 1,
  answerDate: ({ checked_at }) => checked_at,
  isConclusive: ({ status }) => status !== 'unknown',
  isCharged: (output) => output.status !== 'unknown',
  example: {
    query: 'ada.example@example.com',
    output: {
      email: 'ada.example@example.com',
      status: 'valid',
      sub_status: null,
      mx: 'mx.example.com',
      catch_all: false,
      disposable: false,
      role: false,
      checked_at: '2026-01-15T09:30:00.000Z',
    },
  },
  echo: ({ email }, output) => ({ ...output, email, mx: `mx.${readEmailDomain(email)}` }),
  missQuery: 'nobody@example.com',
  failQuery: 'failure@example.com',
})

export type EnrichInput =
  | { readonly by: 'email'; readonly email: string }
  | { readonly by: 'id'; readonly id: string }
  | ({ readonly by: 'name' } & NameAtDomain)

export const enrichPerson = action({
  id: 'people/enrich',
  summary: 'Enrich a person',
  description: 'Ask with an email as `query`, with `filters.person_id`, or with a name and a domain as for find-email.',
  filters: Type.Object({ ...NamedFilters, email: phrase, person_id: phrase }),
  output: Person,
  read(question): EnrichInput | Violation {
    const id = textFilter(question, 'person_id')
    if (id) return { by: 'id', id }
    if (textFilter(question, 'email') !== undefined || /^\s*[^\s,|]+@[^\s,|]+\s*$/.test(question.query)) {
      const read = readEmail(question)
      return 'loc' in read ? read : { by: 'email', ...read }
    }
    const named = readNameAtDomain(question)
    return 'loc' in named
      ? invalidQuery('send an email, a name with a domain, or an id as filters.person_id')
      : { by: 'name', ...named }
  },
  subjectKey: (input) => (input.by === 'id' ? input.id : input.by === 'email' ? input.email : toNameAtDomainKey(input)),
  questionSubject: (input) => {
    if (input.by === 'id') return { personId: input.id }
    return input.by === 'email' ? { email: input.email } : { fullName: input.full_name, domain: input.domain }
  },
  answerSubject: ({ id, company }) => ({ personId: id, domain: company?.domain ?? null }),
  freshDays: 730,
  answerDate: ({ updated_at }) => updated_at,
  isConclusive: () => true,
  isCharged: () => true,
  example: {
    query: 'ada.example@example.com',
    output: {
      id: 'per_01KA2Z3W9GQ8F0T5V6X7Y8Z9AA',
      full_name: 'Ada Example',
      first_name: 'Ada',
      last_name: 'Example',
      title: 'Head of Research',
      seniority: 'head',
      department: 'research',
      company: { name: 'Example', domain: 'example.com', industry: 'software', size: '51-200', country: 'GB' },
      location: { city: 'London', region: null, country: 'GB' },
      skills: ['analysis'],
      links: [],
      sources: [],
      updated_at: '2026-01-15T09:30:00.000Z',
    },
  },
  echo(input, output) {
    if (input.by === 'id') return { ...output, id: input.id }
    const { full_name, first_name, last_name } = input.by === 'name' ? input : output
    const domain = input.by === 'name' ? input.domain : readEmailDomain(input.email)
    return { ...output, full_name, first_name, last_name, company: output.company && { ...output.company, domain } }
  },
  missQuery: 'nobody@example.com',
  failQuery: 'failure@example.com',
})

export const SEARCH_PEOPLE = 'search/people'
export const SEARCH_COMPANIES = 'search/companies'

/** The question to a source of `search/people`. It returns a list of people, and `not_found` instead of an empty one. */
export interface PeopleQuestion extends Pick<PeopleSearch, 'cursor' | 'sinceCursor' | 'trackDelta' | 'countFrom'> {
  readonly query: string
  readonly filters: PeopleFilters | null
  readonly limit: number
  /** True if it is unlikely to be asked again soon, so that caching the result does not pay. */
  readonly isOnce?: boolean
}

/** The question to a source of `search/companies`. */
export interface CompaniesQuestion {
  readonly query: string
  readonly filters: CompanyFilters | null
  readonly limit: number
  readonly cursor?: string | undefined
}
