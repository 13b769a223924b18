import type { Static } from 'typebox'
import { POST_METRICS } from '../../../../connectors/metrics.ts'
import { IdParams } from '../../../../kit/declare/by-id.ts'
import { endpoint } from '../../../../kit/declare/endpoint.ts'
import { DateTime, Nullable } from '../../../../kit/declare/schema.ts'
import { Type } from '../../../../kit/declare/type.ts'
import { PlatformName } from '../../accounts/contract/platform.ts'
import { checkAnalyticsQuery, checkPostIds, POSTS_MAX } from '../query.ts'

export const Day = Type.String({ format: 'date', description: 'YYYY-MM-DD.' })
const SeriesPoint = Type.Object({ date: Day, value: Type.Number() }, { title: 'SeriesPoint' })
const MetricSeries = Type.Object({ metric: Type.String(), points: Type.Array(SeriesPoint) }, { title: 'MetricSeries' })
const names = Type.Array(Type.String())

export type AccountAnalytics = Static<typeof AccountAnalytics>
const AccountAnalytics = Type.Object(
  {
    account_id: Type.String(),
    platform: PlatformName,
    entity_ref: Nullable(Type.String({ description: "The platform's id of the active entity." })),
    since: Day,
    until: Day,
    series: Type.Array(MetricSeries, { description: 'Days without data have no point.' }),
    follower_history: Type.Array(SeriesPoint),
    available: names,
    unavailable: names,
  },
  { title: 'AccountAnalyticsView' },
)

export const Metrics = Type.Unsafe<Record<string, number>>({
  type: 'object',
  additionalProperties: { type: 'number' },
})

export const EngagementRate = Type.Object(
  { value: Nullable(Type.Number()), previous: Nullable(Type.Number()) },
  {
    title: 'EngagementRate',
    description:
      'Such as 0.04 for 4 %, as the guide on analytics defines it; null where platforms do not report enough.',
  },
)

const PostMetrics = Type.Object(
  {
    post_id: Type.String(),
    account_id: Type.String(),
    platform: PlatformName,
    as_of: DateTime,
    metrics: Metrics,
  },
  { title: 'PostMetrics' },
)

export type PostAnalytics = Static<typeof PostAnalytics>
const PostAnalytics = Type.Object(
  {
    data: Type.Array(PostMetrics, {
      description: 'One entry per account; empty until the platform has reported metrics.',
    }),
    unavailable: Type.Unsafe<Record<string, string[]>>({
      type: 'object',
      additionalProperties: { type: 'array', items: { type: 'string' } },
      description: 'The unavailable metrics of each platform.',
    }),
  },
  { title: 'PostAnalyticsView' },
)

const followers = [
  { date: '2026-01-14', value: 100 },
  { date: '2026-01-15', value: 103 },
]
const example: AccountAnalytics = {
  account_id: 'acc_01KA2Z3W9GQ8F0T5V6X7Y8Z9AB',
  platform: 'sandbox',
  entity_ref: '2000001',
  since: '2026-01-14',
  until: '2026-01-15',
  series: [
    { metric: 'followers', points: followers },
    { metric: 'impressions', points: [{ date: '2026-01-14', value: 512 }] },
  ],
  follower_history: followers,
  available: ['followers', 'impressions'],
  unavailable: ['reach', 'views', 'engagements', 'clicks', 'posts', 'messages', 'conversations'],
}

export const analytics = {
  account: endpoint({
    id: 'accounts.analytics',
    route: 'GET /v1/accounts/{id}/analytics',
    summary: 'Read the daily metrics of an account',
    tool: { name: 'analytics_get', when: 'account', renames: { id: 'account_id' } },
    description: 'The stored values, one per day. `unavailable` lists the metrics that the platform does not have.',
    scope: 'profile',
    params: IdParams,
    query: Type.Object({
      since: Type.Optional(
        Type.String({ format: 'date', description: 'First day; defaults to 29 days before `until`.' }),
      ),
      until: Type.Optional(Type.String({ format: 'date', description: 'Last day; defaults to today.' })),
      metrics: Type.Optional(
        Type.String({ maxLength: 512, description: 'Names, separated by commas; defaults to all.' }),
      ),
    }),
    reply: AccountAnalytics,
    errors: ['unsupported_by_platform'],
    check: ({ query }, now) => checkAnalyticsQuery(query, now),
    example: {
      params: { id: example.account_id },
      reply: example,
      echo: ({ params }, reply) => ({ ...reply, account_id: params.id }),
    },
  }),
  posts: endpoint({
    id: 'posts.analytics',
    route: 'GET /v1/posts/analytics',
    summary: 'Read post metrics',
    tool: { name: 'analytics_get', when: 'posts' },
    description:
      'The last collected values. They are collected within minutes, every ten minutes for an hour, hourly for two days, then daily for a month; less often on platforms that limit reads.',
    scope: 'profile',
    query: Type.Object({
      post_ids: Type.String({
        minLength: 1,
        description: `Up to ${POSTS_MAX} post ids, separated by commas.`,
      }),
    }),
    reply: PostAnalytics,
    errors: ['not_found'],
    check: ({ query }) => checkPostIds(query.post_ids),
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
