import { type Body, isMissing, readPage, request } from '../meta/graph.ts'
import { isInvalid, readEach, sumBreakdown } from '../meta/insights.ts'
import {
  type AccountMetric,
  type DailyPoint,
  dailyPoints,
  type FoundPostMetrics,
  knownMetrics,
  type Metrics,
} from '../metrics.ts'
import type { Session } from '../session.ts'
import { createPageGraph, getPageId } from './page.ts'

/** The names of 2026: `page_impressions` and its relatives are gone. */
const PAGE_METRICS: Readonly<Record<string, AccountMetric>> = {
  page_media_view: 'views',
  page_total_media_view_unique: 'reach',
  page_post_engagements: 'engagements',
}
const POST_METRICS = ['post_media_view', 'post_total_media_view_unique', 'post_clicks']
const COUNTS = 'shares,reactions.summary(total_count).limit(0),comments.summary(total_count).filter(stream).limit(0)'
const DAY_MS = 86_400_000
/** Facebook takes no longer range. */
const RANGE_DAYS = 90

export const metrics: Metrics = {
  account: {
    async daily(session, { since, until }) {
      const earliest = new Date(Date.parse(until) - RANGE_DAYS * DAY_MS).toISOString().slice(0, 10)
      const range = { since: since < earliest ? earliest : since, until: nextDay(until), period: 'day' }
      const insights = await readEach(Object.keys(PAGE_METRICS), (metric) =>
        readPage(createPageGraph(session), `${getPageId(session)}/insights`, { query: { metric, ...range } }),
      )
      const points = insights.flatMap(({ data }) => data.flatMap(readSeries))
      const inRange = points.filter(({ date }) => date >= since && date <= until)
      return [...inRange, ...(await readFollowers(session, since, until))]
    },
  },
  posts: {
    async read(session, externalIds) {
      const found: FoundPostMetrics[] = []
      for (const id of externalIds) {
        const post = await findCounts(session, id)
        if (post) found.push({ externalId: id, metrics: await withInsights(session, id, post) })
      }
      return found
    },
  },
}

/** A day's value ends at midnight Pacific time, which `end_time` names: the day is the one before. */
function readSeries({ name, values }: Body): DailyPoint[] {
  const metric = PAGE_METRICS[name]
  if (metric === undefined || !Array.isArray(values)) return []
  return values.flatMap(({ value, end_time }: Body) => {
    const date = new Date(Date.parse(end_time) - DAY_MS).toISOString().slice(0, 10)
    return dailyPoints(date, { [metric]: sumBreakdown(value) })
  })
}

async function readFollowers(session: Session, since: string, until: string): Promise<DailyPoint[]> {
  const today = session.now().toISOString().slice(0, 10)
  if (today < since || today > until) return []
  const query = { fields: 'followers_count' }
  const page = await request(createPageGraph(session), 'GET', getPageId(session), { query })
  return dailyPoints(today, { followers: page.followers_count })
}

async function findCounts(session: Session, id: string): Promise<Body> {
  const query = { fields: `${COUNTS},attachments{media_type,target{id}}` }
  return request(createPageGraph(session), 'GET', id, { query }).catch((error: unknown) => {
    if (isMissing(error)) return undefined
    throw error
  })
}

async function withInsights(session: Session, id: string, post: Body): Promise<FoundPostMetrics['metrics']> {
  const edges = await readEach(POST_METRICS, (metric) =>
    readPage(createPageGraph(session), `${id}/insights`, { query: { metric, period: 'lifetime' } }),
  )
  const values = new Map(
    edges.flatMap(({ data }) => data.map((one) => [one.name, sumBreakdown(one.values?.[0]?.value)])),
  )
  return knownMetrics({
    likes: post.reactions?.summary?.total_count,
    comments: post.comments?.summary?.total_count,
    // Absent until somebody shares the post.
    shares: post.shares?.count ?? 0,
    views: values.get('post_media_view') ?? (await findPlays(session, post)),
    reach: values.get('post_total_media_view_unique'),
    clicks: values.get('post_clicks'),
  })
}

/** Reels have no insights as posts, only as videos. */
async function findPlays(session: Session, { attachments }: Body): Promise<unknown> {
  const video = (attachments?.data ?? []).find(({ media_type }: Body) => media_type === 'video')?.target?.id
  if (video === undefined) return undefined
  const page = await readPage(createPageGraph(session), `${video}/video_insights`).catch((error: unknown) => {
    if (isInvalid(error)) return { data: [] }
    throw error
  })
  return page.data.find(({ name }) => name === 'blue_reels_play_count')?.values?.[0]?.value
}

function nextDay(day: string): string {
  return new Date(Date.parse(day) + DAY_MS).toISOString().slice(0, 10)
}
