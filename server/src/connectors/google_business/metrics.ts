import type { Body } from '../google/api.ts'
import { type AccountMetric, type DailyPoint, dailyPoints, type Metrics } from '../metrics.ts'
import { locationName, request } from './api.ts'
import { API } from './platform.ts'

const IMPRESSIONS = [
  'BUSINESS_IMPRESSIONS_DESKTOP_MAPS',
  'BUSINESS_IMPRESSIONS_DESKTOP_SEARCH',
  'BUSINESS_IMPRESSIONS_MOBILE_MAPS',
  'BUSINESS_IMPRESSIONS_MOBILE_SEARCH',
]
const CLICKS = ['WEBSITE_CLICKS', 'CALL_CLICKS', 'BUSINESS_FOOD_MENU_CLICKS']

/** Google's daily metrics that make up each of ours. */
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
/** Google reports several days late, so each read begins this much earlier. */
const LATE_DAYS = 7

export const metrics: Metrics = {
  account: {
    async daily(session, { since, until }) {
      const start = new Date(Date.parse(since) - LATE_DAYS * DAY_MS).toISOString().slice(0, 10)
      const url = `${API.performance}/${locationName(session.entity)}:fetchMultiDailyMetricsTimeSeries`
      const { multiDailyMetricTimeSeries = [] } = await request(session, ['GET', url], {
        query: { dailyMetrics: ALL, ...dateQuery('startDate', start), ...dateQuery('endDate', until) },
      })
      return readDailyPoints(multiDailyMetricTimeSeries.flatMap((one: Body) => one.dailyMetricTimeSeries ?? []))
    },
  },
  posts: {
    /** Google no longer reports on single posts. */
    read: async (_session, externalIds) => externalIds.map((externalId) => ({ externalId, metrics: {} })),
  },
}

function dateQuery(name: string, day: string): Record<string, number> {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number)
  const prefix = `dailyRange.${name}`
  return { [`${prefix}.year`]: year, [`${prefix}.month`]: month, [`${prefix}.day`]: date }
}

/** A day without a value is a zero. The last days without any value are not reported yet. */
function readDailyPoints(series: readonly Body[]): DailyPoint[] {
  const days = new Map<string, Map<string, number>>()
  let lastReported = ''
  for (const { dailyMetric, timeSeries } of series)
    for (const { date, value } of timeSeries?.datedValues ?? []) {
      const day = [date.year, pad(date.month), pad(date.day)].join('-')
      if (value !== undefined && day > lastReported) lastReported = day
      const values = days.get(day) ?? new Map<string, number>()
      days.set(day, values.set(dailyMetric, Number(value ?? 0)))
    }
  return [...days]
    .filter(([day]) => day <= lastReported)
    .flatMap(([day, values]) =>
      dailyPoints(day, Object.fromEntries(Object.keys(SUMS).map((name) => [name, sumMetric(name, values)]))),
    )
}

/** Undefined where Google reports none of the metrics. */
function sumMetric(name: string, values: ReadonlyMap<string, number>): number | undefined {
  const known = (SUMS[name as AccountMetric] ?? []).flatMap((one) => values.get(one) ?? [])
  return known.length > 0 ? known.reduce((sum, value) => sum + value, 0) : undefined
}

const pad = (value: number) => String(value).padStart(2, '0')
