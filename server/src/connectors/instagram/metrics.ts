import { type Body, isMissing, readPage, request } from '../meta/graph.ts'
import { readEach, sumBreakdown } from '../meta/insights.ts'
import {
  type AccountMetric,
  type DailyPoint,
  dailyPoints,
  type FoundPostMetrics,
  knownMetrics,
  type Metrics,
} from '../metrics.ts'
import type { Session } from '../session.ts'
import { createAccountGraph, getAccountId } from './account.ts'

const DAY_MS = 86_400_000
/** Instagram takes no longer range, and reports only one value for each range of the other metrics. */
const REACH_DAYS = 30
const TOTALS_DAYS = 3
const TOTALS: Readonly<Record<string, AccountMetric>> = { views: 'views', total_interactions: 'engagements' }
const POST_METRICS = ['views', 'reach', 'shares', 'saved']

export const metrics: Metrics = {
  account: {
    async daily(session, { since, until }) {
      const isInRange = ({ date }: DailyPoint) => date >= since && date <= until
      const points = await readReach(session, pickLater(since, daysBefore(until, REACH_DAYS - 1)), until)
      for (let days = TOTALS_DAYS - 1; days >= 0; days--)
        points.push(...(await readTotals(session, daysBefore(until, days))))
      return [...points.filter(isInRange), ...(await readCounts(session)).filter(isInRange)]
    },
  },
  posts: {
    async read(session, externalIds) {
      const found: FoundPostMetrics[] = []
      for (const id of externalIds) {
        const media = await findMedia(session, id)
        if (media) found.push({ externalId: id, metrics: await withInsights(session, id, media) })
      }
      return found
    },
  },
}

/** The only metric of an account that Instagram reports day by day. */
async function readReach(session: Session, since: string, until: string): Promise<DailyPoint[]> {
  const range = { metric: 'reach', period: 'day', since, until: daysBefore(until, -1) }
  const { data } = await readPage(createAccountGraph(session), `${getAccountId(session)}/insights`, { query: range })
  return data.flatMap(({ values = [] }) =>
    values.flatMap(({ value, end_time }: Body) =>
      dailyPoints(new Date(Date.parse(end_time) - DAY_MS).toISOString().slice(0, 10), { reach: value }),
    ),
  )
}

async function readTotals(session: Session, date: string): Promise<DailyPoint[]> {
  const range = { period: 'day', metric_type: 'total_value', since: date, until: daysBefore(date, -1) }
  const edges = await readEach(Object.keys(TOTALS), (metric) =>
    readPage(createAccountGraph(session), `${getAccountId(session)}/insights`, { query: { metric, ...range } }),
  )
  return edges.flatMap(({ data }) =>
    data.flatMap(({ name, total_value }) => {
      const metric = TOTALS[name]
      return metric === undefined ? [] : dailyPoints(date, { [metric]: total_value?.value })
    }),
  )
}

async function readCounts(session: Session): Promise<DailyPoint[]> {
  const query = { fields: 'followers_count,media_count' }
  const account = await request(createAccountGraph(session), 'GET', getAccountId(session), { query })
  const today = session.now().toISOString().slice(0, 10)
  return dailyPoints(today, { followers: account.followers_count, posts: account.media_count })
}

async function findMedia(session: Session, id: string): Promise<Body> {
  const query = { fields: 'like_count,comments_count' }
  return request(createAccountGraph(session), 'GET', id, { query }).catch((error: unknown) => {
    if (isMissing(error)) return undefined
    throw error
  })
}

/** Stories have fewer metrics, and none while fewer than five people have seen them. */
async function withInsights(session: Session, id: string, media: Body): Promise<FoundPostMetrics['metrics']> {
  const edges = await readEach(POST_METRICS, (metric) =>
    readPage(createAccountGraph(session), `${id}/insights`, { query: { metric } }),
  )
  const values = new Map(
    edges.flatMap(({ data }) => data.map((one) => [one.name, sumBreakdown(one.values?.[0]?.value)])),
  )
  return knownMetrics({
    likes: media.like_count,
    comments: media.comments_count,
    views: values.get('views'),
    reach: values.get('reach'),
    shares: values.get('shares'),
    saves: values.get('saved'),
  })
}

const pickLater = (a: string, b: string) => (a > b ? a : b)

function daysBefore(day: string, days: number): string {
  return new Date(Date.parse(day) - days * DAY_MS).toISOString().slice(0, 10)
}
