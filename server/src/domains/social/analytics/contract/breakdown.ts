import type { Static } from 'typebox'
import { endpoint } from '../../../../kit/declare/endpoint.ts'
import { Nullable, StringEnum } from '../../../../kit/declare/schema.ts'
import { Type } from '../../../../kit/declare/type.ts'
import { PlatformName } from '../../accounts/contract/platform.ts'
import { checkAnalyticsQuery, checkTimeZone } from '../query.ts'
import { Day, EngagementRate, Metrics } from './analytics.ts'
import { range } from './overview.ts'

const GROUPS = ['account', 'platform', 'media_type', 'hour'] as const
export const ACCOUNTS_MAX = 200

export type Breakdown = Static<typeof Breakdown>
const Breakdown = Type.Object(
  {
    since: Day,
    until: Day,
    by: StringEnum(GROUPS),
    time_zone: Type.String(),
    previous: Type.Object({ since: Day, until: Day }, { title: 'PreviousRange' }),
    data: Type.Array(
      Type.Object(
        {
          key: Type.String({
            description:
              'The id of the account; the platform; `text`, `image`, `images`, `video` or `other`; or the hour, `0` to `23`.',
          }),
          label: Type.String({ description: 'The name of the account or platform, else the key.' }),
          platform: Nullable(PlatformName),
          posts: Type.Integer({ minimum: 0, description: 'Number of posts published in this period.' }),
          metrics: Metrics,
          engagement_rate: EngagementRate,
          previous: Type.Object({ posts: Type.Integer({ minimum: 0 }), metrics: Metrics }, { title: 'PreviousValues' }),
        },
        { title: 'BreakdownRow' },
      ),
    ),
  },
  { title: 'AnalyticsBreakdown' },
)

export type BreakdownQuery = Static<typeof BreakdownQuery>
const BreakdownQuery = Type.Object({
  ...range,
  by: StringEnum(GROUPS),
  time_zone: Type.String({
    maxLength: 64,
    default: 'UTC',
    description: 'An IANA name, such as `Europe/Paris`, for the hours.',
  }),
})

export const breakdown = {
  breakdown: endpoint({
    id: 'analytics.breakdown',
    route: 'GET /v1/analytics/breakdown',
    summary: 'Compare accounts, platforms, kinds of posts or hours',
    description: `By \`account\` and \`platform\`: the metrics of the accounts, as in the totals of \`GET /v1/analytics/summary\`. By \`media_type\` and \`hour\`: the posts that were published in the period, with their metrics to this day. Days are in UTC. Accounts are the first ${ACCOUNTS_MAX} of the filter.`,
    scope: 'profile',
    ofLink: 'report',
    query: BreakdownQuery,
    reply: Breakdown,
    errors: ['not_found', 'out_of_scope'],
    check: ({ query }, now) => [...checkAnalyticsQuery(query, now), ...checkTimeZone(query.time_zone)],
    example: {
      query: { by: 'media_type' },
      reply: {
        since: '2026-01-01',
        until: '2026-01-30',
        by: 'media_type',
        time_zone: 'UTC',
        previous: { since: '2025-12-02', until: '2025-12-31' },
        data: [
          {
            key: 'image',
            label: 'image',
            platform: null,
            posts: 12,
            metrics: { impressions: 5400, likes: 210, engagements: 264 },
            engagement_rate: { value: 0.049, previous: 0.041 },
            previous: { posts: 9, metrics: { impressions: 3900, likes: 130, engagements: 160 } },
          },
        ],
      },
      echo: ({ query }, reply) => ({ ...reply, by: query.by, time_zone: query.time_zone }),
    },
  }),
}
