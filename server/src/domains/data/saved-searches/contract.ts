import type { Static } from 'typebox'
import { declareList, echoId, exampleById, IdParams } from '../../../kit/declare/by-id.ts'
import { endpoint } from '../../../kit/declare/endpoint.ts'
import { PageQuery } from '../../../kit/declare/page.ts'
import { bytesAtMost, DateTime, FreeForm, Name, Nullable, StringEnum } from '../../../kit/declare/schema.ts'
import { Type } from '../../../kit/declare/type.ts'
import { ACTIONS } from '../data-jobs/contract/actions.ts'

export const SAVED_SEARCHES_MAX = 1000

const Action = StringEnum(ACTIONS)

export type SavedSearch = Static<typeof SavedSearch>
const SavedSearch = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    action: Action,
    query: Type.String(),
    filters: Nullable(FreeForm()),
    created_at: DateTime,
    updated_at: DateTime,
  },
  { title: 'SavedSearch' },
)

export type SavedSearchRequest = Static<typeof SavedSearchRequest>
const SavedSearchRequest = Type.Object(
  {
    name: Name({ maxLength: 255 }),
    action: Action,
    query: Type.String({ default: '', maxLength: 1000 }),
    filters: Type.Optional(
      Nullable(FreeForm(bytesAtMost(16, 'Filters of the action; checked when the search is run.'))),
    ),
  },
  { additionalProperties: false, title: 'SavedSearchRequest' },
)

const at = '2026-01-15T09:30:00.000Z'
const example: SavedSearch = {
  id: 'srch_01KA2Z3W9GQ8F0T5V6X7Y8Z9AB',
  name: 'Engineers in Lisbon',
  action: 'search/people',
  query: 'engineer lisbon',
  filters: { seniority: ['senior'] },
  created_at: at,
  updated_at: at,
}
const exampleBody = { name: example.name, action: example.action, query: example.query, filters: example.filters }

const echoBody = (body: SavedSearchRequest, reply: SavedSearch): SavedSearch => ({
  ...reply,
  ...body,
  filters: body.filters ?? null,
})

export const savedSearches = {
  create: endpoint({
    id: 'saved_searches.create',
    route: 'POST /v1/data/saved-searches',
    summary: 'Save a search',
    description: `Saves a query under a name; to run it, send its query and filters to its action. Saving is free. A workspace can have at most ${SAVED_SEARCHES_MAX}.`,
    body: SavedSearchRequest,
    status: 201,
    reply: SavedSearch,
    errors: ['wrong_state'],
    example: { body: exampleBody, reply: example, echo: ({ body }, reply) => echoBody(body, reply) },
  }),

  list: endpoint({
    id: 'saved_searches.list',
    route: 'GET /v1/data/saved-searches',
    summary: 'List saved searches, newest first',
    ...declareList(SavedSearch, 'SavedSearchPage', example),
    query: Type.Object({ ...PageQuery, action: Type.Optional(Action) }),
  }),

  get: endpoint({
    id: 'saved_searches.get',
    route: 'GET /v1/data/saved-searches/{id}',
    summary: 'Read one saved search',
    special: { versioned: true },
    params: IdParams,
    reply: SavedSearch,
    example: exampleById(example),
  }),

  replace: endpoint({
    id: 'saved_searches.replace',
    route: 'PUT /v1/data/saved-searches/{id}',
    summary: 'Replace a saved search',
    special: { versioned: true },
    description: 'Omitted fields become empty.',
    params: IdParams,
    body: SavedSearchRequest,
    reply: SavedSearch,
    example: {
      params: { id: example.id },
      body: exampleBody,
      reply: example,
      echo: ({ params, body }, reply) => echoId({ params }, echoBody(body, reply)),
    },
  }),

  delete: endpoint({
    id: 'saved_searches.delete',
    route: 'DELETE /v1/data/saved-searches/{id}',
    summary: 'Delete a saved search',
    description: 'Returns the deleted saved search.',
    params: IdParams,
    reply: SavedSearch,
    example: exampleById(example),
  }),
}
