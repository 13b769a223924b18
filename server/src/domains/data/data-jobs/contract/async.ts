import { type Static, Type } from 'typebox'
import { IdParams, onePage } from '../../../../kit/declare/by-id.ts'
import { endpoint } from '../../../../kit/declare/endpoint.ts'
import { PageOf, PageQuery } from '../../../../kit/declare/page.ts'
import { bytesAtMost, FreeForm, Nullable, OneOf } from '../../../../kit/declare/schema.ts'
import { checkUrl } from '../../../../kit/declare/url.ts'
import { violationOf } from '../../../../sources/action.ts'
import { findEmail } from '../../../../sources/actions.ts'
import { ACTIONS, filtersByAction, singleOf } from './actions.ts'
import { exampleOf, jobFor, jobNamed } from './examples.ts'
import { Job, jobFields } from './job.ts'

export const ASYNC_LIMIT_MAX = 100
export const LIMIT_DEFAULT = 10

const WebhookUrl = Type.Optional(
  Nullable(
    Type.String({ minLength: 1, maxLength: 2048, description: 'Told with a signed delivery when the job ends.' }),
  ),
)
export const Action = OneOf(ACTIONS)
export const Filters = Type.Optional(Nullable(FreeForm(bytesAtMost(256, 'As for the action itself.'))))

/** Who knows the call itself writes it there; to pass over it would cost them what they did not want. */
export const LimitUpTo = (maximum: number) =>
  Type.Optional(
    Nullable(Type.Integer({ minimum: 1, maximum, description: 'Of a search: the most to find, as `filters.limit`.' })),
  )

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

const secret = {
  webhook_secret: Nullable(
    Type.String({
      description: 'Signs the delivery to `webhook_url`. Shown here once and never again; null without `webhook_url`.',
    }),
  ),
}
export type NewJob = Static<typeof NewJob>
export const NewJob = Type.Object({ ...jobFields, ...secret }, { title: 'NewJobResponse' })

export type JobWithData = Static<typeof JobWithData>
const JobWithData = Type.Object(
  {
    ...jobFields,
    data: Type.Optional(
      Type.Unsafe<unknown>({
        description:
          'Once it is completed: what the action found, null when it found nothing or nobody who may still be shown.',
      }),
    ),
  },
  { title: 'AsyncJobResponse' },
)

export const JobPage = PageOf(Job, 'JobPage')
export const params = IdParams
export const WEBHOOK_URL = 'https://example.com/hooks/jobs'
export const fakeSecret = (url: string | null | undefined) =>
  url ? 'whsec_RVhBTVBMRS1TRUNSRVQtVEhBVC1TSUdOUy1OT1RISU5H' : null
export const starts = { access: 'write', status: 202, price: 'later' } as const
export const reads = { access: 'read' } as const
export const cancels = { access: 'write', status: 202 } as const

const example = jobFor('async', 'contacts/find-email')

export const asyncJobs = {
  createAsync: endpoint({
    ...starts,
    id: 'data_jobs.create',
    route: 'POST /v1/data/async',
    summary: 'Ask now, be answered later',
    description: `Takes what the action itself takes; a search finds \`filters.limit\` at most (1 to ${ASYNC_LIMIT_MAX}, ${LIMIT_DEFAULT} when absent). The worst case is held when the job is made, what was found is charged when it is answered, the rest is given back. A source that fails is asked again for half an hour.`,
    body: AsyncRequest,
    location: '/v1/data/jobs/{id}',
    reply: NewJob,
    showsSecret: true,
    check: ({ body: { action, query, filters, webhook_url } }) => {
      const single = singleOf(action)
      const violation = single && violationOf(single, { query, filters: filters ?? null })
      return [...(violation ? [violation] : []), ...checkUrl(webhook_url, 'webhook_url')]
    },
    example: {
      body: { action: findEmail.id, query: findEmail.example.query, webhook_url: WEBHOOK_URL },
      reply: { ...example, webhook_secret: fakeSecret(WEBHOOK_URL) },
      echo: ({ body }) => ({ ...jobFor('async', body.action), webhook_secret: fakeSecret(body.webhook_url) }),
    },
  }),

  listAsync: endpoint({
    ...reads,
    id: 'data_jobs.list',
    route: 'GET /v1/data/jobs',
    summary: 'List async data jobs, newest first',
    query: Type.Object(PageQuery),
    reply: JobPage,
    example: { reply: onePage(example) },
  }),

  getAsync: endpoint({
    ...reads,
    id: 'data_jobs.get',
    route: 'GET /v1/data/jobs/{id}',
    summary: 'Read one async data job; once completed with its data',
    params,
    reply: JobWithData,
    example: {
      params: { id: example.id },
      reply: { ...example, data: findEmail.example.output },
      echo: ({ params: { id } }) => ({ ...jobNamed('async', id), data: exampleOf(id).found }),
    },
  }),

  cancelAsync: endpoint({
    ...cancels,
    id: 'data_jobs.cancel',
    route: 'POST /v1/data/jobs/{id}/cancel',
    summary: 'Cancel an async data job',
    description: 'What it holds is given back. A job that has ended stays as it is: 409.',
    params,
    location: '/v1/data/jobs/{id}',
    reply: Job,
    errors: ['wrong_state'],
    example: {
      params: { id: example.id },
      reply: cancelled(example),
      echo: ({ params: { id } }) => cancelled(jobNamed('async', id)),
    },
  }),
}

export function cancelled(job: Job): Job {
  const { held, charged, released } = job.credits
  return {
    ...job,
    status: 'cancelled',
    progress: { ...job.progress, done: 0, found: 0, failed: 0 },
    credits: { held: 0, charged: 0, released: held + charged + released },
  }
}
