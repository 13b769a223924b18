import type { Static } from 'typebox'
import { endpoint } from '../../../../kit/declare/endpoint.ts'
import { Nullable, StringEnum } from '../../../../kit/declare/schema.ts'
import { Type } from '../../../../kit/declare/type.ts'
import { Company, CompanyFilters, PeopleFilters, Person } from '../../../../sources/directory/contract.ts'
import { exampleCompanies, examplePeople } from './example-people.ts'
import { SCRIPTED, searchExamples } from './example-search.ts'
import { DataRequest, LIMIT_DEFAULT, lookup, PagedRequest } from './requests.ts'

export type PeopleRequest = Static<typeof PeopleRequest>
const PeopleRequest = DataRequest(PeopleFilters, 'SearchPeopleRequest')

export type CompaniesRequest = Static<typeof CompaniesRequest>
const CompaniesRequest = PagedRequest(CompanyFilters, 'SearchCompaniesRequest')

const peopleExample = { query: 'research', limit: 1 }
const companiesExample = { query: 'software', limit: 1 }

const FoundPerson = Type.Object(
  {
    ...Person.properties,
    change: Type.Optional(StringEnum(['added', 'updated'], { description: 'With `since_cursor`.' })),
  },
  { title: 'FoundPerson' },
)

const RemovedPerson = Type.Object(
  {
    id: Type.String(),
    change: StringEnum(['removed']),
    updated_at: Type.String({ format: 'date-time', description: 'When the person dropped out of the result.' }),
  },
  {
    title: 'RemovedPerson',
    description: 'With `since_cursor`: a person whom the search found before and no longer finds.',
  },
)

const page = { has_more: Type.Boolean(), next_cursor: Nullable(Type.String()) }

export type PeopleFound = Static<typeof PeopleFound>
const PeopleFound = Type.Object(
  {
    status: StringEnum(['OK']),
    data: Nullable(Type.Array(Type.Union([FoundPerson, RemovedPerson]))),
    ...page,
    cursor: Type.Optional(
      Type.String({ description: 'With `track_delta` or `since_cursor`: send it as `since_cursor` later.' }),
    ),
  },
  { title: 'SearchPeopleResponse' },
)

export type CompaniesFound = Static<typeof CompaniesFound>
const CompaniesFound = Type.Object(
  { status: StringEnum(['OK']), data: Nullable(Type.Array(Company)), ...page },
  { title: 'SearchCompaniesResponse' },
)

export const searches = {
  searchPeople: endpoint({
    ...lookup,
    id: 'data.search_people',
    route: 'POST /v1/data/search/people',
    summary: 'Search people by text and filters',
    tool: {
      name: 'data_search_people',
      text: 'Finds people in the directory. A filter takes a list of values, any of which may match; to exclude values use `api` operation data.search_people. Next: data_find_email for an address.',
      hides: ['since_cursor', 'track_delta'],
    },
    description: `Charged per person found. An empty body is valid and buys the first ${LIMIT_DEFAULT} people of the directory, best-known first. With \`since_cursor\` only changes are returned, each page at the price of the same search without it; a page without changes has \`data\` null and costs nothing, even when \`has_more\` is true. ${SCRIPTED}`,
    body: PeopleRequest,
    reply: PeopleFound,
    price: {
      action: 'search/people',
      atMost: ({ body }) => ({ 'search/people': body.limit ?? LIMIT_DEFAULT }),
      found: 'by_step',
      holds: 'on_demand',
    },
    example: {
      body: peopleExample,
      reply: searchExamples('people', examplePeople, peopleExample),
      echo: ({ body }) => {
        const changed = examplePeople.map((person) => ({ ...person, change: 'updated' as const }))
        return searchExamples('people', body.since_cursor ? changed : examplePeople, body)
      },
    },
  }),

  searchCompanies: endpoint({
    ...lookup,
    id: 'data.search_companies',
    route: 'POST /v1/data/search/companies',
    summary: 'Search companies by text and filters',
    tool: { name: 'data_search_companies', text: 'Finds companies in the directory.' },
    description: `Charged per company found. ${SCRIPTED}`,
    body: CompaniesRequest,
    reply: CompaniesFound,
    price: {
      action: 'search/companies',
      atMost: ({ body }) => ({ 'search/companies': body.limit ?? LIMIT_DEFAULT }),
      found: ({ data }) => ({ 'search/companies': data?.length ?? 0 }),
      holds: 'on_demand',
    },
    example: {
      body: companiesExample,
      reply: searchExamples('companies', exampleCompanies, companiesExample),
      echo: ({ body }) => searchExamples('companies', exampleCompanies, body),
    },
  }),
}
