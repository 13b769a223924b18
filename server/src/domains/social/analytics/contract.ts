import { type Static, Type } from 'typebox'
import { ACCOUNT_METRICS, POST_METRICS } from '../../../connectors/metrics.ts'
import { IdParams } from '../../../kit/declare/by-id.ts'
import { endpoint } from '../../../kit/declare/endpoint.ts'
import { invalidValue, type Violation } from '../../../kit/declare/errors.ts'
import { DateTime, Nullable } from '../../../kit/declare/schema.ts'

const Day = Type.String({ format: 'date', description: 'YYYY-MM-DD.' })
const SeriesPoint = Type.Object({ date: Day, value: Type.Number() }, { title: 'SeriesPoint' })
const MetricSeries = Type.Object({ metric: Type.String(), points: Type.Array(SeriesPoint) }, { title: 'MetricSeries' })
const names = Type.Array(Type.String())

export type AccountAnalytics = Static<typeof AccountAnalytics>
const AccountAnalytics = Type.Object(
  {
    account_id: Type.String(),
    platform: Type.String(),
    entity_ref: Nullable(Type.String({ description: "The active entity's name on the platform." })),
    since: Day,
    until: Day,
    series: Type.Array(MetricSeries, { description: 'A day of which nothing is known has no point.' }),
    follower_history: Type.Array(SeriesPoint),
    available: names,
    unavailable: names,
  },
  { title: 'AccountAnalyticsView' },
)

const PostMetrics = Type.Object(
  {
    post_id: Type.String(),
    account_id: Type.String(),
    platform: Type.String(),
    as_of: DateTime,
    metrics: Type.Unsafe<Record<string, number>>({ type: 'object', additionalProperties: { type: 'number' } }),
  },
  { title: 'PostMetrics' },
)

export type PostAnalytics = Static<typeof PostAnalytics>
const PostAnalytics = Type.Object(
  {
    data: Type.Array(PostMetrics, { description: 'One for each account; none until the platform has told any.' }),
    unavailable: Type.Unsafe<Record<string, string[]>>({
      type: 'object',
      additionalProperties: { type: 'array', items: { type: 'string' } },
      description: 'For each platform, the metrics that it does not count.',
    }),
  },
  { title: 'PostAnalyticsView' },
)

const POSTS_MAX = 40

function checkPosts(list: string): Violation[] {
  const ids = namesOf(list) ?? []
  if (ids.length <= POSTS_MAX && ids.every((id) => id !== '' && id.length <= 64)) return []
  return [invalidValue(['query', 'post_ids'], `1 to ${POSTS_MAX} ids of posts with commas`, list)]
}

const DAYS_MAX = 366
const DAY_MS = 86_400_000

export interface AnalyticsQuery {
  readonly since?: string
  readonly until?: string
  readonly metrics?: string
}

/** Before all networks, and after the years that a calendar of the database may not know. */
const FIRST_DAY = '1970-01-01'

/** A month until today, unless it is said otherwise. */
export function rangeOf({ since, until }: AnalyticsQuery, now: Date): { since: string; until: string } {
  const last = until ?? now.toISOString().slice(0, 10)
  return { since: since ?? new Date(Date.parse(last) - 29 * DAY_MS).toISOString().slice(0, 10), until: last }
}

export function namesOf(list: string | undefined): string[] | undefined {
  return list === undefined ? undefined : [...new Set(list.split(',').map((name) => name.trim()))]
}

function checkAnalytics(query: AnalyticsQuery, now: Date): Violation[] {
  const { since, until } = rangeOf(query, now)
  const days = (Date.parse(until) - Date.parse(since)) / DAY_MS
  const unknown = namesOf(query.metrics)?.filter((name) => !(ACCOUNT_METRICS as readonly string[]).includes(name)) ?? []
  return [
    ...(since < FIRST_DAY ? [invalidValue(['query', 'since'], `there is nothing before ${FIRST_DAY}`, since)] : []),
    ...(days < 0 ? [invalidValue(['query', 'since'], 'since lies after until', since)] : []),
    ...(days >= DAYS_MAX ? [invalidValue(['query', 'since'], `at most ${DAYS_MAX} days at a time`, since)] : []),
    ...(unknown.length > 0
      ? [invalidValue(['query', 'metrics'], `the metrics are ${ACCOUNT_METRICS.join(', ')}`, query.metrics)]
      : []),
  ]
}

const example: AccountAnalytics = {
  account_id: 'acc_01KA2Z3W9GQ8F0T5V6X7Y8Z9AB',
  platform: 'sandbox',
  entity_ref: '2000001',
  since: '2026-01-14',
  until: '2026-01-15',
  series: [
    {
      metric: 'followers',
      points: [
        { date: '2026-01-14', value: 100 },
        { date: '2026-01-15', value: 103 },
      ],
    },
    { metric: 'impressions', points: [{ date: '2026-01-14', value: 512 }] },
  ],
  follower_history: [
    { date: '2026-01-14', value: 100 },
    { date: '2026-01-15', value: 103 },
  ],
  available: ['followers', 'impressions'],
  unavailable: ['reach', 'views', 'engagements', 'clicks', 'posts'],
}

export const analytics = {
  account: endpoint({
    id: 'accounts.analytics',
    route: 'GET /v1/accounts/{id}/analytics',
    summary: "Read an account's daily figures",
    description:
      'As they were collected, a day at a time. `unavailable` names the metrics that the platform does not count.',
    access: 'read',
    scope: 'profile',
    params: IdParams,
    query: Type.Object({
      since: Type.Optional(Type.String({ format: 'date', description: 'The first day; a month before the last.' })),
      until: Type.Optional(Type.String({ format: 'date', description: 'The last day; today when absent.' })),
      metrics: Type.Optional(Type.String({ maxLength: 512, description: 'Names with commas; all when absent.' })),
    }),
    reply: AccountAnalytics,
    errors: ['not_found', 'unsupported_by_platform'],
    check: ({ query }, now) => checkAnalytics(query, now),
    example: {
      params: { id: example.account_id },
      reply: example,
      echo: ({ params }, reply) => ({ ...reply, account_id: params.id }),
    },
  }),
  posts: endpoint({
    id: 'posts.analytics',
    route: 'GET /v1/posts/analytics',
    summary: "Read posts' figures",
    description: 'As they were last collected: hourly for two days, daily for a month.',
    access: 'read',
    scope: 'profile',
    query: Type.Object({
      post_ids: Type.String({ minLength: 1, maxLength: 1300, description: 'Up to 40 ids of posts with commas.' }),
    }),
    reply: PostAnalytics,
    errors: ['not_found'],
    check: ({ query }) => checkPosts(query.post_ids),
    example: {
      query: { post_ids: 'post_01KA2Z3W9GQ8F0T5V6X7Y8Z9AB' },
      reply: {
        data: [
          {
            post_id: 'post_01KA2Z3W9GQ8F0T5V6X7Y8Z9AB',
            account_id: example.account_id,
            platform: 'sandbox',
            as_of: '2026-01-15T09:30:00.000Z',
            metrics: { impressions: 512, likes: 12 },
          },
        ],
        unavailable: { sandbox: POST_METRICS.filter((name) => !['impressions', 'likes'].includes(name)) },
      },
    },
  }),
}
