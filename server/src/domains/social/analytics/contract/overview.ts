import type { Static } from 'typebox'
import { POST_METRICS } from '../../../../connectors/metrics.ts'
import { endpoint } from '../../../../kit/declare/endpoint.ts'
import { DateTime, Nullable, StringEnum } from '../../../../kit/declare/schema.ts'
import { Type } from '../../../../kit/declare/type.ts'
import { checkAnalyticsQuery } from '../query.ts'
import { Day, Metrics } from './analytics.ts'

export type AnalyticsSummary = Static<typeof AnalyticsSummary>
const AnalyticsSummary = Type.Object(
  {
    since: Day,
    until: Day,
    accounts: Type.Integer({ minimum: 0, description: 'How many accounts have reported in this time.' }),
    series: Type.Array(
      Type.Object(
        {
          metric: Type.String(),
          points: Type.Array(
            Type.Object(
              {
                date: Day,
                value: Type.Number({ description: 'The sum over the accounts.' }),
                accounts: Type.Integer({ minimum: 1, description: 'How many accounts it is the sum of.' }),
              },
              { title: 'SummaryPoint' },
            ),
          ),
        },
        { title: 'SummarySeries' },
      ),
      { description: 'A day without data has no point; a metric that no account has reported has no points.' },
    ),
  },
  { title: 'AnalyticsSummary' },
)

export type TopPosts = Static<typeof TopPosts>
const TopPosts = Type.Object(
  {
    since: Day,
    until: Day,
    metric: StringEnum(POST_METRICS),
    data: Type.Array(
      Type.Object(
        {
          post_id: Type.String(),
          target_id: Type.String(),
          account_id: Type.String(),
          platform: Type.String(),
          content: Type.String({ description: 'Up to 500 characters of the text.' }),
          external_url: Nullable(Type.String()),
          published_at: DateTime,
          value: Type.Number({ description: 'Of the metric that was asked for.' }),
          as_of: DateTime,
          metrics: Metrics,
        },
        { title: 'TopPost' },
      ),
      { description: 'One for each account that a post was published to, best first.' },
    ),
  },
  { title: 'TopPosts' },
)

const day = (description: string) => Type.Optional(Type.String({ format: 'date', description }))
const id = Type.Optional(Type.String({ maxLength: 64 }))
const range = {
  profile_id: id,
  account_id: id,
  since: day('The first day; by default 29 days before `until`.'),
  until: day('The last day; by default today.'),
}

export type SummaryQuery = Static<typeof SummaryQuery>
const SummaryQuery = Type.Object({
  ...range,
  metrics: Type.Optional(Type.String({ maxLength: 512, description: 'Names, separated by commas; by default all.' })),
})

export type TopPostsQuery = Static<typeof TopPostsQuery>
const TopPostsQuery = Type.Object({
  ...range,
  metric: StringEnum(POST_METRICS, { description: 'By which the posts are ordered.' }),
  limit: Type.Integer({ minimum: 1, maximum: 50, default: 10, description: 'How many to return.' }),
})

export const overview = {
  summary: endpoint({
    id: 'analytics.summary',
    route: 'GET /v1/analytics/summary',
    summary: 'Read the daily metrics of all accounts together',
    tool: { name: 'analytics_get', when: 'summary' },
    description:
      'The stored values of the accounts within reach, or of one profile, added up for each day. An account that has not reported a day is not in its sum: `accounts` of the point is then lower.',
    scope: 'profile',
    query: SummaryQuery,
    reply: AnalyticsSummary,
    errors: ['not_found', 'out_of_scope'],
    check: ({ query }, now) => checkAnalyticsQuery(query, now),
    example: {
      reply: {
        since: '2026-01-14',
        until: '2026-01-15',
        accounts: 2,
        series: [
          {
            metric: 'followers',
            points: [
              { date: '2026-01-14', value: 100, accounts: 1 },
              { date: '2026-01-15', value: 253, accounts: 2 },
            ],
          },
        ],
      },
    },
  }),

  topPosts: endpoint({
    id: 'analytics.top_posts',
    route: 'GET /v1/analytics/top-posts',
    summary: 'List the best posts of a time by a metric',
    tool: { name: 'analytics_get', when: 'top_posts' },
    description:
      'The posts that were published in this time and have reported the metric. Metrics are collected as for `GET /v1/posts/analytics`.',
    scope: 'profile',
    query: TopPostsQuery,
    reply: TopPosts,
    errors: ['not_found', 'out_of_scope'],
    check: ({ query }, now) => checkAnalyticsQuery(query, now),
    example: {
      query: { metric: 'likes' },
      reply: {
        since: '2026-01-01',
        until: '2026-01-30',
        metric: 'likes',
        data: [
          {
            post_id: 'post_01KA2Z3W9GQ8F0T5V6X7Y8Z9AB',
            target_id: 'tgt_01KA2Z3W9GQ8F0T5V6X7Y8Z9AB',
            account_id: 'acc_01KA2Z3W9GQ8F0T5V6X7Y8Z9AB',
            platform: 'sandbox',
            content: 'Hello from an example.',
            external_url: 'https://example.com/posts/3000001',
            published_at: '2026-01-15T09:30:00.000Z',
            value: 12,
            as_of: '2026-01-16T09:30:00.000Z',
            metrics: { impressions: 512, likes: 12 },
          },
        ],
      },
      echo: ({ query }, reply) => ({ ...reply, metric: query.metric }),
    },
  }),
}
