import { type Static, Type } from 'typebox'
import type { Violation } from '../kit/declare/errors.ts'
import { DateTime, Nullable, OneOf } from '../kit/declare/schema.ts'
import { action, type DataQuestion, missing } from './action.ts'
import { type PeopleFilters, Person } from './directory/contract.ts'
import { asciiDomain, asciiEmail } from './directory/text/domain-name.ts'

const EMAIL = /^[^\s@<>"(),;:\\[\]]{1,64}@[a-z0-9-]+(?:\.[a-z0-9-]+)+$/i
const DOMAIN = /^(?=.{4,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+(?:[a-z]{2,63}|xn--[a-z0-9-]{1,59})$/i

export type EmailStatus = (typeof EMAIL_STATUSES)[number]
export const EMAIL_STATUSES = ['valid', 'risky', 'invalid', 'unknown'] as const

export type VerifiedEmail = Static<typeof VerifiedEmail>
export const VerifiedEmail = Type.Object(
  {
    email: Type.String(),
    status: OneOf(EMAIL_STATUSES, {
      description: '`unknown` when nobody could be asked; it is never charged and never means invalid.',
    }),
    sub_status: Nullable(Type.String()),
    mx: Nullable(Type.String({ description: 'The mail server that answers for the domain.' })),
    catch_all: Nullable(Type.Boolean({ description: 'The domain takes mail for any name.' })),
    disposable: Type.Boolean(),
    role: Type.Boolean({ description: 'A function such as info@, not a person.' }),
    checked_at: DateTime,
  },
  { title: 'VerifiedEmail' },
)

export type FoundEmail = Static<typeof FoundEmail>
export const FoundEmail = Type.Object(
  {
    email: Type.String(),
    status: OneOf(EMAIL_STATUSES),
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

export interface NameAtDomain {
  readonly first_name: string
  readonly last_name: string
  readonly full_name: string
  readonly domain: string
}

/** From here on an address that nobody verified needs no second opinion. */
const CONFIDENCE_MIN = 0.75

export const findEmail = action({
  id: 'contacts/find-email',
  summary: 'Find the work email of a person',
  description:
    'Ask with `query` ("Ada Example, example.com") or with `filters` {full_name | first_name, last_name, domain}.',
  filters: Type.Object(NamedFilters),
  output: FoundEmail,
  read: readNameAtDomain,
  subject: nameAtDomain,
  asksAbout: ({ full_name: fullName, domain }) => ({ fullName, domain }),
  tellsAbout: ({ email }) => ({ email }),
  freshDays: 180,
  asOf: ({ verified_at }) => verified_at,
  isConclusive: ({ status, confidence }) => status !== 'unknown' || confidence >= CONFIDENCE_MIN,
  isCharged: () => true,
  teaches: (name, { email, status }) => (status === 'valid' ? { email, name } : undefined),
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
  missQuery: 'Nobody Nowhere, example.com',
  failQuery: 'Upstream Failure, example.com',
})

export const verifyEmail = action({
  id: 'contacts/verify-email',
  summary: 'Tell whether a mailbox exists',
  description: 'Ask with the address as `query` or as `filters.email`.',
  filters: Type.Object({ email: phrase }),
  output: VerifiedEmail,
  read(question): { email: string } | Violation {
    const email = emailIn(question)
    const rule = 'this is no email address; send one, such as ada@example.com, as query or filters.email'
    return EMAIL.test(email) ? { email } : missing(rule, question.query)
  },
  subject: ({ email }) => email,
  asksAbout: ({ email }) => ({ email }),
  tellsAbout: () => ({}),
  freshDays: 1,
  asOf: ({ checked_at }) => checked_at,
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
  missQuery: 'nobody@example.com',
  failQuery: 'failure@example.com',
})

export type EnrichInput =
  | { readonly by: 'email'; readonly email: string }
  | { readonly by: 'id'; readonly id: string }
  | ({ readonly by: 'name' } & NameAtDomain)

export const enrichPerson = action({
  id: 'people/enrich',
  summary: 'Read everything known about one person',
  description: 'Ask with an email as `query`, with `filters.person_id`, or with a name and a domain as for find-email.',
  filters: Type.Object({ ...NamedFilters, email: phrase, person_id: phrase }),
  output: Person,
  read(question): EnrichInput | Violation {
    const id = text(question, 'person_id')
    if (id) return { by: 'id', id }
    const email = emailIn(question)
    if (EMAIL.test(email)) return { by: 'email', email }
    const named = readNameAtDomain(question)
    return 'loc' in named
      ? missing('send an email, a name with a domain, or an id as filters.person_id', question.query)
      : { by: 'name', ...named }
  },
  subject: (input) => (input.by === 'id' ? input.id : input.by === 'email' ? input.email : nameAtDomain(input)),
  asksAbout: (input) => {
    if (input.by === 'id') return { personId: input.id }
    return input.by === 'email' ? { email: input.email } : { fullName: input.full_name, domain: input.domain }
  },
  tellsAbout: ({ id, company }) => ({ personId: id, domain: company?.domain ?? null }),
  freshDays: 730,
  asOf: ({ updated_at }) => updated_at,
  isConclusive: () => true,
  isCharged: () => true,
  example: {
    query: 'ada.example@example.com',
    output: {
      id: 'person_example',
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
  missQuery: 'nobody@example.com',
  failQuery: 'failure@example.com',
})

/** What a source of `search/people` is asked; it answers a list of people, and `not_found` instead of an empty one. */
export interface PeopleQuestion {
  readonly query: string
  readonly filters: PeopleFilters | null
  readonly limit: number
}

function text(question: DataQuestion, name: string): string | undefined {
  const value = question.filters?.[name]
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined
}

function emailIn(question: DataQuestion): string {
  return asciiEmail((text(question, 'email') ?? question.query).trim().toLowerCase())
}

function nameAtDomain({ full_name, domain }: NameAtDomain): string {
  return `${full_name.toLowerCase()}@${domain}`
}

const SEPARATOR = /[\s,@|]/

/** What stands before the last word, and that word if it is like a domain. In one pass: anybody may send anything. */
function splitAtDomain(query: string): readonly [said: string, at: string] {
  const given = query.trimEnd()
  let start = given.length
  while (start > 0 && !SEPARATOR.test(given.charAt(start - 1))) start--
  const at = given.slice(start)
  if (start === 0 || !/.\../s.test(at)) return ['', '']
  let end = start
  while (end > 0 && SEPARATOR.test(given.charAt(end - 1))) end--
  return [given.slice(0, end), at]
}

function readNameAtDomain(question: DataQuestion): NameAtDomain | Violation {
  const [said, at] = splitAtDomain(question.query)
  const site = (text(question, 'domain') ?? at)
    .toLowerCase()
    .replace(/^https?:\/\//, '')
    .replace(/^www\.|\/.*$/g, '')
  const domain = asciiDomain(site)
  const first = text(question, 'first_name')
  const last = text(question, 'last_name')
  const full =
    text(question, 'full_name') ??
    (first && last ? `${first} ${last}` : said || (text(question, 'domain') ? question.query : '')).trim()
  if (!DOMAIN.test(domain))
    return missing('name the domain of the company, as in "Ada Example, example.com"', question.query)
  if (full.length < 2 || full.length > 200)
    return missing('name the person, as in "Ada Example, example.com"', question.query)
  const words = full.split(/\s+/)
  return {
    full_name: full,
    first_name: first ?? words[0] ?? full,
    last_name: last ?? (words.length > 1 ? (words.at(-1) ?? '') : ''),
    domain,
  }
}
