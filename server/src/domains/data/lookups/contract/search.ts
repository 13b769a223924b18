import { type Static, Type } from 'typebox'
import { endpoint } from '../../../../kit/declare/endpoint.ts'
import { Nullable, OneOf } from '../../../../kit/declare/schema.ts'
import { enrichPerson } from '../../../../sources/actions.ts'
import { Company, CompanyFilters, PeopleFilters, Person } from '../../../../sources/directory/contract.ts'
import { DataRequest, LIMIT_DEFAULT, lookup, PagedRequest, scriptedFailure } from './requests.ts'

export type PeopleRequest = Static<typeof PeopleRequest>
const PeopleRequest = DataRequest(PeopleFilters, 'SearchPeopleRequest')

export type CompaniesRequest = Static<typeof CompaniesRequest>
const CompaniesRequest = PagedRequest(CompanyFilters, 'SearchCompaniesRequest')

const FoundPerson = Type.Object(
  {
    ...Person.properties,
    change: Type.Optional(
      OneOf(['added', 'updated', 'removed'], {
        description: 'With `since_cursor`. A removed person has only the id.',
      }),
    ),
  },
  { title: 'FoundPerson' },
)

const page = { has_more: Type.Boolean(), next_cursor: Nullable(Type.String()) }

export type PeopleFound = Static<typeof PeopleFound>
const PeopleFound = Type.Object(
  {
    status: OneOf(['OK']),
    data: Nullable(Type.Array(FoundPerson)),
    ...page,
    cursor: Type.Optional(
      Type.String({ description: 'With `track_delta` or `since_cursor`: send it as `since_cursor` later.' }),
    ),
  },
  { title: 'SearchPeopleResponse' },
)

export type CompaniesFound = Static<typeof CompaniesFound>
const CompaniesFound = Type.Object(
  { status: OneOf(['OK']), data: Nullable(Type.Array(Company)), ...page },
  { title: 'SearchCompaniesResponse' },
)

const person = enrichPerson.example.output
export const companyExample: Static<typeof Company> = {
  id: 'com_01KA2Z3W9GQ8F0T5V6X7Y8Z9AB',
  name: 'Example',
  domain: 'example.com',
  industry: 'software',
  size: '51-200',
  country: 'GB',
  sources: [],
  updated_at: person.updated_at,
}

const MISS = 'nobody'
const FAIL = 'failure'
const scripted = `With a test key the query \`${MISS}\` finds nothing and \`${FAIL}\` fails.`
const nothing = { status: 'OK', data: null, has_more: false, next_cursor: null } as const

export const searches = {
  searchPeople: endpoint({
    ...lookup,
    id: 'data.search_people',
    route: 'POST /v1/data/search/people',
    summary: 'Search people by text and filters',
    description: `Charged per person found. An empty body is valid and buys the first ${LIMIT_DEFAULT} people of the directory, best-known first. With \`since_cursor\` only changes are returned, each page at the price of the same search without it; a page that has nothing to show has \`data\` null and costs nothing, also when \`has_more\` is true. ${scripted}`,
    body: PeopleRequest,
    reply: PeopleFound,
    price: {
      action: 'search/people',
      atMost: ({ body }) => ({ 'search/people': body.limit ?? LIMIT_DEFAULT }),
      found: 'by_step',
    },
    example: {
      body: { query: 'research', limit: 1 },
      reply: { status: 'OK', data: [person], has_more: false, next_cursor: null },
      echo: ({ body }, reply) => {
        if (body.query === FAIL) throw scriptedFailure()
        const found = body.query === MISS ? nothing : reply
        return body.track_delta || body.since_cursor ? { ...found, cursor: 'test' } : found
      },
    },
  }),

  searchCompanies: endpoint({
    ...lookup,
    id: 'data.search_companies',
    route: 'POST /v1/data/search/companies',
    summary: 'Search companies by text and filters',
    description: `Charged per company found. ${scripted}`,
    body: CompaniesRequest,
    reply: CompaniesFound,
    price: {
      action: 'search/companies',
      atMost: ({ body }) => ({ 'search/companies': body.limit ?? LIMIT_DEFAULT }),
      found: ({ data }) => ({ 'search/companies': data?.length ?? 0 }),
    },
    example: {
      body: { query: 'software', limit: 1 },
      reply: { status: 'OK', data: [companyExample], has_more: false, next_cursor: null },
      echo: ({ body }, reply) => {
        if (body.query === FAIL) throw scriptedFailure()
        return body.query === MISS ? nothing : reply
      },
    },
  }),
}
