import type { Static } from 'typebox'
import { POST_METRICS } from '../../../../connectors/metrics.ts'
import { endpoint } from '../../../../kit/declare/endpoint.ts'
import { DateTime, Nullable, StringEnum } from '../../../../kit/declare/schema.ts'
import { Type } from '../../../../kit/declare/type.ts'
import { PlatformName } from '../../accounts/contract/platform.ts'
import { checkAnalyticsQuery } from '../query.ts'
import { Day, EngagementRate, Metrics } from './analytics.ts'

const Series = Type.Array(
  Type.Object(
    {
      metric: Type.String(),
      points: Type.Array(
        Type.Object(
          {
            date: Day,
            value: Type.Number({ description: 'The sum across the accounts.' }),
            accounts: Type.Integer({ minimum: 1, description: 'Number of accounts in the sum.' }),
          },
          { title: 'SummaryPoint' },
        ),
      ),
    },
    { title: 'SummarySeries' },
  ),
  { description: 'Days without data have no point; a metric that no account has reported has no points.' },
)

export type AnalyticsSummary = Static<typeof AnalyticsSummary>
const AnalyticsSummary = Type.Object(
  {
    since: Day,
    until: Day,
    accounts: Type.Integer({ minimum: 0, description: 'Number of accounts with data in this period.' }),
    last_read_at: Nullable(Type.String({ format: 'date-time', description: 'When an account was last read.' })),
    next_read_at: Nullable(
      Type.String({
        format: 'date-time',
        description: 'When the next account is read. Null when no connected account reports daily metrics.',
      }),
    ),
    totals: Type.Array(
      Type.Object(
        {
          metric: Type.String(),
          value: Type.Number({
            description: 'The sum of the days; for `followers` and `posts`, the last value of each account.',
          }),
          previous: Nullable(Type.Number({ description: 'The same for the period before, over as many days.' })),
          change: Nullable(
            Type.Number({
              description:
                'Relative change, such as 0.12 for 12 % more, of the accounts that reported in both periods.',
            }),
          ),
        },
        { title: 'MetricTotal' },
      ),
      { description: 'The metrics that at least one account has reported.' },
    ),
    engagement_rate: EngagementRate,
    series: Series,
    previous: Type.Object(
      { since: Day, until: Day, series: Series },
      { title: 'PreviousPeriod', description: 'The period of the same length that ends on the day before.' },
    ),
  },
  { title: 'AnalyticsSummary' },
)

const RANKINGS = [...POST_METRICS, 'engagements', 'engagement_rate'] as const

export type TopPosts = Static<typeof TopPosts>
const TopPosts = Type.Object(
  {
    since: Day,
    until: Day,
    metric: StringEnum(RANKINGS),
    data: Type.Array(
      Type.Object(
        {
          post_id: Type.String(),
          target_id: Type.String(),
          account_id: Type.String(),
          platform: PlatformName,
          content: Type.String({ description: 'The first 500 characters of the text.' }),
          external_url: Nullable(Type.String()),
          image_url: Nullable(Type.String({ description: 'URL of the first image; it expires.' })),
          published_at: DateTime,
          value: Type.Number({ description: 'Value of the requested metric.' }),
          as_of: DateTime,
          metrics: Metrics,
        },
        { title: 'TopPost' },
      ),
      { description: 'One entry per account that a post was published to, in the requested order.' },
    ),
  },
  { title: 'TopPosts' },
)

/** Parameters of every query over a period. */
export type RangeQuery = Pick<SummaryQuery, 'profile_id' | 'account_id' | 'since' | 'until'>

const day = (description: string) => Type.Optional(Type.String({ format: 'date', description }))
const id = Type.Optional(Type.String({ maxLength: 64 }))
export const range = {
  profile_id: id,
  account_id: id,
  since: day('First day; defaults to 29 days before `until`.'),
  until: day('Last day; defaults to today.'),
}

export type SummaryQuery = Static<typeof SummaryQuery>
const SummaryQuery = Type.Object({
  ...range,
  metrics: Type.Optional(Type.String({ maxLength: 512, description: 'Names, separated by commas; defaults to all.' })),
})

export type TopPostsQuery = Static<typeof TopPostsQuery>
const TopPostsQuery = Type.Object({
  ...range,
  metric: StringEnum(RANKINGS, { description: 'The metric by which posts are ordered.' }),
  order: StringEnum(['best', 'worst'], { default: 'best', description: '`worst` starts with the lowest value.' }),
  limit: Type.Integer({ minimum: 1, maximum: 50, default: 10, description: 'Number of posts to return.' }),
})

export const overview = {
  summary: endpoint({
    id: 'analytics.summary',
    route: 'GET /v1/analytics/summary',
    summary: 'Read the combined daily metrics of all accounts',
    tool: { name: 'analytics_get', when: 'summary' },
    description:
      'The stored values of all accessible accounts, or of one profile, summed for each day, with totals beside those of the previous period. An account without data for a day is not in its sum: `accounts` of the point is then lower.',
    scope: 'profile',
    ofLink: 'report',
    query: SummaryQuery,
    reply: AnalyticsSummary,
    errors: ['not_found', 'out_of_scope'],
    check: ({ query }, now) => checkAnalyticsQuery(query, now),
    example: {
      reply: {
        since: '2026-01-14',
        until: '2026-01-15',
        accounts: 2,
        last_read_at: '2026-01-15T02:30:00.000Z',
        next_read_at: '2026-01-16T02:30:00.000Z',
        totals: [{ metric: 'followers', value: 253, previous: 97, change: 0.03 }],
        engagement_rate: { value: 0.042, previous: 0.038 },
        series: [
          {
            metric: 'followers',
            points: [
              { date: '2026-01-14', value: 100, accounts: 1 },
              { date: '2026-01-15', value: 253, accounts: 2 },
            ],
          },
        ],
        previous: {
          since: '2026-01-12',
          until: '2026-01-13',
          series: [{ metric: 'followers', points: [{ date: '2026-01-13', value: 97, accounts: 1 }] }],
        },
      },
    },
  }),

  topPosts: endpoint({
    id: 'analytics.top_posts',
    route: 'GET /v1/analytics/top-posts',
    summary: 'List the best or worst posts of a period by a metric',
    tool: { name: 'analytics_get', when: 'top_posts' },
    description:
      'Posts that were published in this period and have data for the metric. Metrics are collected as for `GET /v1/posts/analytics`. `engagements` and `engagement_rate` are computed from them.',
    scope: 'profile',
    ofLink: 'report',
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
            image_url: null,
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
