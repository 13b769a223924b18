import type { Static } from 'typebox'
import { declareList, IdParams } from '../../../../kit/declare/by-id.ts'
import { endpoint } from '../../../../kit/declare/endpoint.ts'
import { Type } from '../../../../kit/declare/type.ts'
import { checkUrl } from '../../../../kit/declare/url.ts'
import { findEmail } from '../../../../sources/actions.ts'
import { filtersByAction } from './actions.ts'
import { checkQuestion } from './check-question.ts'
import { atNoCost, canceled, fakeSecret, getExampleForJob, jobFor, jobNamed, WEBHOOK_URL } from './examples.ts'
import { Job, JobQuery, jobFields } from './job.ts'
import {
  Action,
  ASYNC_LIMIT_MAX,
  cancels,
  Filters,
  LIMIT_DEFAULT,
  LimitUpTo,
  NewJob,
  reads,
  starts,
  WebhookUrl,
} from './requests.ts'

export type AsyncRequest = Static<typeof AsyncRequest>
const AsyncRequest = Type.Object(
  {
    action: Action,
    query: Type.String({ default: '', maxLength: 1000 }),
    filters: Filters,
    limit: LimitUpTo(ASYNC_LIMIT_MAX),
    webhook_url: WebhookUrl,
  },
  { ...filtersByAction(ASYNC_LIMIT_MAX, 'Async'), title: 'AsyncDataRequest' },
)

export type JobWithData = Static<typeof JobWithData>
const JobWithData = Type.Object(
  {
    ...jobFields,
    data: Type.Optional(
      Type.Unsafe<unknown>({
        description:
          'The result of a completed job; null when nothing was found, or only people who have been suppressed since.',
      }),
    ),
  },
  { title: 'AsyncJobResponse' },
)

const example = jobFor('async', 'contacts/find-email')

export const asyncJobs = {
  createAsync: endpoint({
    ...starts,
    id: 'data_jobs.create',
    route: 'POST /v1/data/async',
    summary: 'Start a lookup and read its result later',
    tool: { name: 'jobs_start', when: 'one', hides: ['webhook_url'] },
    description: `Takes the same input as the action. Workflows are actions too: \`lead-list\` takes the input of a search, \`verify-list\` and \`enrich-list\` take one item as \`query\`, or a list as \`filters.emails\` or \`filters.people\`. A search finds at most \`filters.limit\` items (1 to ${ASYNC_LIMIT_MAX}, default ${LIMIT_DEFAULT}). The worst case is held when the job is created; what was found is charged when the job completes, and the rest is released. A source that fails is asked again after 5, 15 and 40 seconds, or later if it asks for a longer pause, up to a minute. After four failures the job is \`failed\`, and its whole hold is released. The job waits up to a day for rate limits and for sources that announce a later answer.`,
    body: AsyncRequest,
    location: '/v1/data/jobs/{id}',
    reply: NewJob,
    showsSecret: true,
    check: ({ body: { action, query, filters, webhook_url } }) => {
      const question = { action, query, filters: filters ?? null }
      return [...checkQuestion(question), ...checkUrl(webhook_url, 'webhook_url')]
    },
    example: {
      body: { action: findEmail.id, query: findEmail.example.query, webhook_url: WEBHOOK_URL },
      reply: { ...example, webhook_secret: fakeSecret(WEBHOOK_URL) },
      echo: ({ body }) => ({ ...atNoCost(jobFor('async', body.action)), webhook_secret: fakeSecret(body.webhook_url) }),
    },
  }),

  listAsync: endpoint({
    ...reads,
    id: 'data_jobs.list',
    route: 'GET /v1/data/jobs',
    summary: 'List async data jobs, newest first',
    ...declareList(Job, 'JobPage', atNoCost(example)),
    query: JobQuery('async'),
  }),

  getAsync: endpoint({
    ...reads,
    id: 'data_jobs.get',
    route: 'GET /v1/data/jobs/{id}',
    summary: 'Read one async data job, with its data once completed',
    tool: { name: 'jobs_get', when: 'job' },
    params: IdParams,
    reply: JobWithData,
    example: {
      params: { id: example.id },
      reply: { ...example, data: findEmail.example.output },
      echo: ({ params: { id } }) => ({ ...atNoCost(jobNamed('async', id)), data: getExampleForJob(id).found }),
    },
  }),

  cancelAsync: endpoint({
    ...cancels,
    id: 'data_jobs.cancel',
    route: 'POST /v1/data/jobs/{id}/cancel',
    summary: 'Cancel an async data job',
    description: 'Its credits are released. Returns 409 if the job has already ended.',
    params: IdParams,
    location: '/v1/data/jobs/{id}',
    reply: Job,
    errors: ['wrong_state'],
    example: {
      params: { id: example.id },
      reply: canceled(example),
      echo: ({ params: { id } }) => atNoCost(canceled(jobNamed('async', id))),
    },
  }),
}
