import type { Static } from 'typebox'
import { declareList, IdParams, onePage } from '../../../../kit/declare/by-id.ts'
import { endpoint } from '../../../../kit/declare/endpoint.ts'
import { invalidValue, type Violation } from '../../../../kit/declare/errors.ts'
import { PageQuery, PageSchema } from '../../../../kit/declare/page.ts'
import { ErrorObject, FreeForm, Nullable, StringEnum } from '../../../../kit/declare/schema.ts'
import { Type } from '../../../../kit/declare/type.ts'
import { checkUrl } from '../../../../kit/declare/url.ts'
import { findMismatches } from '../../../../kit/declare/violations.ts'
import { findEmail } from '../../../../sources/actions.ts'
import { COLUMNS_MAX, ROWS_MAX } from '../read-csv.ts'
import { checkRowCursor, readRowCursor, writeRowCursor } from '../row-cursor.ts'
import { canPage, filtersByAction } from './actions.ts'
import { atNoCost, canceled, fakeSecret, getExampleForJob, jobFor, jobNamed, WEBHOOK_URL } from './examples.ts'
import { Job, JobQuery } from './job.ts'
import { Action, ASYNC_LIMIT_MAX, cancels, Filters, LimitUpTo, NewJob, reads, starts, WebhookUrl } from './requests.ts'

export const BULK_LIMIT_DEFAULT = 1000
export const BODY_BYTES_MAX = 32 * 1_048_576

export type BulkRequest = Static<typeof BulkRequest>
export const BulkRequest = Type.Object(
  {
    action: Action,
    csv_text: Type.Optional(
      Nullable(
        Type.String({
          description: 'A CSV file. Its first line names the columns: `query`, or the fields of `filters`.',
        }),
      ),
    ),
    queries: Type.Optional(Nullable(Type.Array(Type.String({ maxLength: 1000 }), { minItems: 1, maxItems: ROWS_MAX }))),
    filters: Filters,
    limit: LimitUpTo(ROWS_MAX),
    webhook_url: WebhookUrl,
  },
  { ...filtersByAction(ROWS_MAX, 'Bulk'), title: 'BulkJobRequest' },
)

const QueryLimit = Type.Integer({ maximum: ASYNC_LIMIT_MAX })
const INPUTS = ['csv_text', 'queries', 'filters'] as const

function checkInput(body: BulkRequest): Violation[] {
  const given = INPUTS.filter((name) => body[name] !== undefined && body[name] !== null)
  const rule = 'send exactly one of csv_text, queries, filters'
  if (given.length === 0) return [invalidValue(['body'], rule)]
  if (given.length > 1) return given.map((name) => invalidValue(['body', name], rule))
  if (given[0] !== 'filters' && (body.limit ?? 0) > ASYNC_LIMIT_MAX)
    return findMismatches(QueryLimit, body.limit, ['body', 'limit'])
  return given[0] === 'filters' && !canPage(body.action)
    ? [invalidValue(['body', 'filters'], 'filters can only be used with a search; send csv_text or queries')]
    : []
}

export type RowResult = Static<typeof RowResult>
const RowResult = Type.Object(
  {
    row: Type.Integer({ minimum: 1, description: 'Position in the input, or in the search result.' }),
    line: Nullable(Type.Integer({ description: 'The line of the CSV file where the row begins.' })),
    input: FreeForm({ description: 'The row as sent, by column.' }),
    status: StringEnum(['pending', 'found', 'not_found', 'failed', 'withheld', 'canceled', 'unanswered'], {
      description:
        '`unanswered`: the job failed before this row had a result; `error` has the reason. `withheld`: all people it found have been suppressed since, or are no longer in the directory. Lists only leave those people out.',
    }),
    data: Type.Unsafe<unknown>({ description: 'The result of the action; null unless found.' }),
    error: Nullable(ErrorObject),
    credits: Type.Integer({ minimum: 0 }),
    duplicate_of: Nullable(Type.Integer({ description: 'The earlier row about the same subject, which was charged.' })),
  },
  { title: 'BulkRowResult' },
)

const example = jobFor('bulk', 'contacts/find-email')

/** Returns a row that was found and one that was not. */
function buildExampleRows(jobId: string): RowResult[] {
  const { query, missQuery, found, credits } = getExampleForJob(jobId)
  const row = { line: null, error: null, duplicate_of: null }
  return [
    { ...row, row: 1, input: { query }, status: 'found', data: found, credits },
    { ...row, row: 2, input: { query: missQuery }, status: 'not_found', data: null, credits: 0 },
  ]
}

export const bulkJobs = {
  createBulk: endpoint({
    ...starts,
    id: 'bulk_jobs.create',
    route: 'POST /v1/bulk/jobs',
    summary: 'Look up many rows at once',
    tool: { name: 'jobs_start', when: 'many', hides: ['webhook_url'] },
    description: `Send exactly one of \`csv_text\`, \`queries\` and \`filters\`. A row takes the same input as the action; rows about the same subject are looked up and charged once; a row that fails does not fail the job. Workflows and \`consensus\` are actions too: a row of \`verify-list\` and \`enrich-list\` is one item, and a row of \`lead-list\` and \`consensus\` is a search. \`filters\` can be used with \`search/people\`, \`search/companies\` and \`lead-list\`: the job pages through all matches, up to \`filters.limit\` (default ${BULK_LIMIT_DEFAULT}). At most ${ROWS_MAX} rows of at most ${COLUMNS_MAX} columns. The worst case is held when the job is created; returns 402 if the credits do not cover it.`,
    body: BulkRequest,
    bodyBytesMax: BODY_BYTES_MAX,
    reply: NewJob,
    showsSecret: true,
    check: ({ body }) => [...checkInput(body), ...checkUrl(body.webhook_url, 'webhook_url')],
    example: {
      body: { action: findEmail.id, queries: [findEmail.example.query, findEmail.missQuery], webhook_url: WEBHOOK_URL },
      reply: { ...example, webhook_secret: fakeSecret(WEBHOOK_URL) },
      echo: ({ body }) => ({ ...atNoCost(jobFor('bulk', body.action)), webhook_secret: fakeSecret(body.webhook_url) }),
    },
  }),

  listBulk: endpoint({
    ...reads,
    id: 'bulk_jobs.list',
    route: 'GET /v1/bulk/jobs',
    summary: 'List bulk jobs, newest first',
    ...declareList(Job, 'JobPage', atNoCost(example)),
    query: JobQuery('bulk'),
  }),

  getBulk: endpoint({
    ...reads,
    id: 'bulk_jobs.get',
    route: 'GET /v1/bulk/jobs/{id}',
    summary: 'Read one bulk job',
    tool: { name: 'jobs_get', when: 'bulk', part: 'job' },
    params: IdParams,
    reply: Job,
    example: {
      params: { id: example.id },
      reply: example,
      echo: ({ params: { id } }) => atNoCost(jobNamed('bulk', id)),
    },
  }),

  bulkResults: endpoint({
    ...reads,
    id: 'bulk_jobs.results',
    route: 'GET /v1/bulk/jobs/{id}/results',
    summary: 'Read the results of a bulk job',
    tool: { name: 'jobs_get', when: 'bulk', part: 'results', hides: ['format'] },
    description:
      'Rows are returned in order, also while the job runs: rows without a result are `pending`. Never charges. `json` is paged; `ndjson` and `csv` stream all rows. `csv` keeps your columns and has one line for each item that a search found, with the credits of the row on the first.',
    params: IdParams,
    query: Type.Object({ ...PageQuery, format: StringEnum(['json', 'csv', 'ndjson'], { default: 'json' }) }),
    reply: PageSchema(RowResult, 'BulkResultPage'),
    produces: ['text/csv', 'application/x-ndjson'],
    check: ({ query }) => checkRowCursor(query.cursor),
    example: {
      params: { id: example.id },
      reply: onePage(...buildExampleRows(example.id)),
      echo: ({ params: { id }, query: { limit, cursor } }) => {
        const rest = buildExampleRows(id).slice(cursor === undefined ? 0 : readRowCursor(cursor))
        const data = rest.slice(0, limit).map((row) => ({ ...row, credits: 0 }))
        const hasMore = rest.length > limit
        return { data, has_more: hasMore, next_cursor: hasMore ? writeRowCursor(data.at(-1)?.row ?? 0) : null }
      },
    },
  }),

  cancelBulk: endpoint({
    ...cancels,
    id: 'bulk_jobs.cancel',
    route: 'POST /v1/bulk/jobs/{id}/cancel',
    summary: 'Cancel a bulk job',
    description:
      'Rows in progress are finished and charged; the others are not looked up, and their credits are released. Returns 409 if the job has already ended.',
    params: IdParams,
    location: '/v1/bulk/jobs/{id}',
    reply: Job,
    errors: ['wrong_state'],
    example: {
      params: { id: example.id },
      reply: canceled(example),
      echo: ({ params: { id } }) => atNoCost(canceled(jobNamed('bulk', id))),
    },
  }),
}
