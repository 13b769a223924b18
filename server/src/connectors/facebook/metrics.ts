import type { Static } from 'typebox'
import { Maybe } from '../../kit/declare/schema.ts'
import { Type } from '../../kit/declare/type.ts'
import { Id } from '../api/response.ts'
import { buildEdgeSchema, ignoreMissing, readPage, request } from '../meta/graph.ts'
import {
  type DailyInsight,
  DailyInsightEdge,
  InsightEdge,
  isInvalid,
  readDailyValues,
  readEach,
  readValues,
} from '../meta/insights.ts'
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

/** The metrics of a page in 2026: `page_impressions` and the like are gone. */
const PAGE_METRICS: Readonly<Record<string, AccountMetric>> = {
  page_media_view: 'views',
  page_total_media_view_unique: 'reach',
  page_post_engagements: 'engagements',
}
const POST_METRICS = ['post_media_view', 'post_total_media_view_unique', 'post_clicks']
const COUNTS = 'shares,reactions.summary(total_count).limit(0),comments.summary(total_count).filter(stream).limit(0)'
const DAY_MS = 86_400_000
/** The longest range that Facebook accepts. */
const RANGE_DAYS = 90

const Followers = Type.Object({ followers_count: Maybe(Type.Unknown()) })
const Summary = Maybe(Type.Object({ summary: Maybe(Type.Object({ total_count: Maybe(Type.Unknown()) })) }))

type Counts = Static<typeof Counts>
const Counts = Type.Object({
  reactions: Summary,
  comments: Summary,
  shares: Maybe(Type.Object({ count: Maybe(Type.Unknown()) })),
  attachments: Maybe(
    buildEdgeSchema(Type.Object({ media_type: Maybe(Type.String()), target: Maybe(Type.Object({ id: Maybe(Id) })) })),
  ),
})

export const metrics: Metrics = {
  account: {
    async daily(session, { since, until }) {
      const earliest = new Date(Date.parse(until) - RANGE_DAYS * DAY_MS).toISOString().slice(0, 10)
      const range = { since: since < earliest ? earliest : since, until: nextDay(until), period: 'day' }
      const insights = await readEach(Object.keys(PAGE_METRICS), (metric) =>
        readPage(createPageGraph(session), `${getPageId(session)}/insights`, {
          schema: DailyInsightEdge,
          query: { metric, ...range },
        }),
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

function readSeries(insight: DailyInsight): DailyPoint[] {
  const metric = PAGE_METRICS[insight.name]
  if (metric === undefined) return []
  return readDailyValues(insight).flatMap(({ date, value }) => dailyPoints(date, { [metric]: value }))
}

async function readFollowers(session: Session, since: string, until: string): Promise<DailyPoint[]> {
  const today = session.now().toISOString().slice(0, 10)
  if (today < since || today > until) return []
  const query = { fields: 'followers_count' }
  const page = await request(createPageGraph(session), 'GET', getPageId(session), { schema: Followers, query })
  return dailyPoints(today, { followers: page.followers_count })
}

async function findCounts(session: Session, id: string): Promise<Counts | undefined> {
  const query = { fields: `${COUNTS},attachments{media_type,target{id}}` }
  return request(createPageGraph(session), 'GET', id, { schema: Counts, query }).catch(ignoreMissing)
}

async function withInsights(session: Session, id: string, post: Counts): Promise<FoundPostMetrics['metrics']> {
  const pages = await readEach(POST_METRICS, (metric) =>
    readPage(createPageGraph(session), `${id}/insights`, {
      schema: InsightEdge,
      query: { metric, period: 'lifetime' },
    }),
  )
  const values = readValues(pages)
  return knownMetrics({
    likes: post.reactions?.summary?.total_count,
    comments: post.comments?.summary?.total_count,
    // Absent until the post is shared.
    shares: post.shares?.count ?? 0,
    views: values.get('post_media_view') ?? (await findPlays(session, post)),
    reach: values.get('post_total_media_view_unique'),
    clicks: values.get('post_clicks'),
  })
}

/** Reels have no insights as posts, only as videos. */
async function findPlays(session: Session, { attachments }: Counts): Promise<unknown> {
  const video = attachments?.data.find(({ media_type }) => media_type === 'video')?.target?.id
  if (video === undefined || video === null) return undefined
  const schema = InsightEdge
  const page = await readPage(createPageGraph(session), `${video}/video_insights`, { schema }).catch(
    (error: unknown) => {
      if (isInvalid(error)) return { data: [] }
      throw error
    },
  )
  return page.data.find(({ name }) => name === 'blue_reels_play_count')?.values?.[0]?.value
}

function nextDay(day: string): string {
  return new Date(Date.parse(day) + DAY_MS).toISOString().slice(0, 10)
}
