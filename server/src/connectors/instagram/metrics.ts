import type { Static } from 'typebox'
import { Maybe } from '../../kit/declare/schema.ts'
import { Type } from '../../kit/declare/type.ts'
import { ignoreMissing, readPage, request } from '../meta/graph.ts'
import { DailyInsightEdge, InsightEdge, readDailyValues, readEach, readValues } from '../meta/insights.ts'
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
/** The longest range that Instagram accepts. */
const REACH_DAYS = 30
/** Instagram reports one value of the other metrics for a whole range, so each day is a request. */
const TOTALS_DAYS = 3
const TOTALS: Readonly<Record<string, AccountMetric>> = { views: 'views', total_interactions: 'engagements' }
const POST_METRICS = ['views', 'reach', 'shares', 'saved']

const AccountCounts = Type.Object({
  followers_count: Maybe(Type.Unknown()),
  media_count: Maybe(Type.Unknown()),
})

type MediaCounts = Static<typeof MediaCounts>
const MediaCounts = Type.Object({ like_count: Maybe(Type.Unknown()), comments_count: Maybe(Type.Unknown()) })

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

/** Reads the reach, the only metric of an account that Instagram reports day by day. */
async function readReach(session: Session, since: string, until: string): Promise<DailyPoint[]> {
  const { data } = await readPage(createAccountGraph(session), `${getAccountId(session)}/insights`, {
    schema: DailyInsightEdge,
    query: { metric: 'reach', period: 'day', since, until: daysBefore(until, -1) },
  })
  return data.flatMap(readDailyValues).flatMap(({ date, value }) => dailyPoints(date, { reach: value }))
}

async function readTotals(session: Session, date: string): Promise<DailyPoint[]> {
  const range = { period: 'day', metric_type: 'total_value', since: date, until: daysBefore(date, -1) }
  const pages = await readEach(Object.keys(TOTALS), (metric) =>
    readPage(createAccountGraph(session), `${getAccountId(session)}/insights`, {
      schema: InsightEdge,
      query: { metric, ...range },
    }),
  )
  return pages.flatMap(({ data }) =>
    data.flatMap(({ name, total_value }) => {
      const metric = TOTALS[name]
      return metric === undefined ? [] : dailyPoints(date, { [metric]: total_value?.value })
    }),
  )
}

async function readCounts(session: Session): Promise<DailyPoint[]> {
  const query = { fields: 'followers_count,media_count' }
  const schema = AccountCounts
  const account = await request(createAccountGraph(session), 'GET', getAccountId(session), { schema, query })
  const today = session.now().toISOString().slice(0, 10)
  return dailyPoints(today, { followers: account.followers_count, posts: account.media_count })
}

async function findMedia(session: Session, id: string): Promise<MediaCounts | undefined> {
  const query = { fields: 'like_count,comments_count' }
  return request(createAccountGraph(session), 'GET', id, { schema: MediaCounts, query }).catch(ignoreMissing)
}

/** Stories have fewer metrics, and none until five people have seen them. */
async function withInsights(session: Session, id: string, media: MediaCounts): Promise<FoundPostMetrics['metrics']> {
  const pages = await readEach(POST_METRICS, (metric) =>
    readPage(createAccountGraph(session), `${id}/insights`, { schema: InsightEdge, query: { metric } }),
  )
  const values = readValues(pages)
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
