import type { Static } from 'typebox'
import { Maybe } from '../../kit/declare/schema.ts'
import { Type } from '../../kit/declare/type.ts'
import { type AccountMetric, type DailyPoint, dailyPoints, type Metrics } from '../metrics.ts'
import { getLocationName, request } from './api.ts'
import { API } from './platform.ts'

type Series = Static<typeof Series>
const Series = Type.Object({
  dailyMetric: Type.String(),
  timeSeries: Maybe(
    Type.Object({
      datedValues: Maybe(
        Type.Array(
          Type.Object({
            date: Type.Object({ year: Type.Integer(), month: Type.Integer(), day: Type.Integer() }),
            value: Type.Optional(Type.Unknown()),
          }),
        ),
      ),
    }),
  ),
})

const SeriesList = Type.Object({
  multiDailyMetricTimeSeries: Maybe(Type.Array(Type.Object({ dailyMetricTimeSeries: Maybe(Type.Array(Series)) }))),
})

const IMPRESSIONS = [
  'BUSINESS_IMPRESSIONS_DESKTOP_MAPS',
  'BUSINESS_IMPRESSIONS_DESKTOP_SEARCH',
  'BUSINESS_IMPRESSIONS_MOBILE_MAPS',
  'BUSINESS_IMPRESSIONS_MOBILE_SEARCH',
]
const CLICKS = ['WEBSITE_CLICKS', 'CALL_CLICKS', 'BUSINESS_FOOD_MENU_CLICKS']

/** The metrics of Google whose sum is a metric of ours. */
const SUMS: Partial<Record<AccountMetric, readonly string[]>> = {
  impressions: IMPRESSIONS,
  clicks: CLICKS,
  engagements: [
    ...CLICKS,
    'BUSINESS_DIRECTION_REQUESTS',
    'BUSINESS_CONVERSATIONS',
    'BUSINESS_BOOKINGS',
    'BUSINESS_FOOD_ORDERS',
  ],
}
const ALL = [...new Set(Object.values(SUMS).flat())]
const DAY_MS = 86_400_000
/** Google reports several days late, so each read begins earlier. */
const LATE_DAYS = 7

export const metrics: Metrics = {
  account: {
    async daily(session, { since, until }) {
      const start = new Date(Date.parse(since) - LATE_DAYS * DAY_MS).toISOString().slice(0, 10)
      const url = `${API.performance}/${getLocationName(session.entity)}:fetchMultiDailyMetricsTimeSeries`
      const { multiDailyMetricTimeSeries } = await request(session, 'GET', url, {
        schema: SeriesList,
        query: { dailyMetrics: ALL, ...buildDateQuery('startDate', start), ...buildDateQuery('endDate', until) },
      })
      return readDailyPoints((multiDailyMetricTimeSeries ?? []).flatMap((one) => one.dailyMetricTimeSeries ?? []))
    },
  },
  posts: {
    /** Google no longer reports on single posts. */
    read: async (_session, externalIds) => externalIds.map((externalId) => ({ externalId, metrics: {} })),
  },
}

function buildDateQuery(name: string, day: string): Record<string, number> {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number)
  const prefix = `dailyRange.${name}`
  return { [`${prefix}.year`]: year, [`${prefix}.month`]: month, [`${prefix}.day`]: date }
}

/** A day without a value has the value zero. The last days are not reported yet when none of them has a value. */
function readDailyPoints(list: readonly Series[]): DailyPoint[] {
  const days = new Map<string, Map<string, number>>()
  let lastReported = ''
  for (const { dailyMetric, timeSeries } of list)
    for (const { date, value = null } of timeSeries?.datedValues ?? []) {
      const day = [date.year, pad(date.month), pad(date.day)].join('-')
      if (value !== null && day > lastReported) lastReported = day
      const values = days.get(day) ?? new Map<string, number>()
      days.set(day, values.set(dailyMetric, Number(value)))
    }
  return [...days]
    .filter(([day]) => day <= lastReported)
    .flatMap(([day, values]) =>
      dailyPoints(day, Object.fromEntries(Object.keys(SUMS).map((name) => [name, sumMetric(name, values)]))),
    )
}

/** Undefined when Google reports none of the metrics. */
function sumMetric(name: string, values: ReadonlyMap<string, number>): number | undefined {
  const known = (SUMS[name as AccountMetric] ?? []).flatMap((one) => values.get(one) ?? [])
  return known.length > 0 ? known.reduce((sum, value) => sum + value, 0) : undefined
}

const pad = (value: number) => String(value).padStart(2, '0')
