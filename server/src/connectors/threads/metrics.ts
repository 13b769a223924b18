import { isMissing } from '../meta/graph.ts'
import { type DailyPoint, dailyPoints, type FoundPostMetrics, knownMetrics, type Metrics } from '../metrics.ts'
import type { Session } from '../session.ts'
import { type Body, readPage } from './graph.ts'

const DAY_MS = 86_400_000
/** Threads knows nothing before this day. */
const FIRST_SECONDS = 1_712_991_600

export const metrics: Metrics = {
  account: {
    async daily(session, { since, until }) {
      const today = session.now().toISOString().slice(0, 10)
      const path = `${session.entity.externalId}/threads_insights`
      const from = Math.max(FIRST_SECONDS, Date.parse(since) / 1000)
      const to = Math.floor(Math.min(Date.parse(until) + DAY_MS, session.now().getTime()) / 1000)
      const views =
        from < to ? await readPage(session, path, { metric: 'views', since: from, until: to }) : { data: [] }
      const points = views.data.flatMap(({ values }: Body) =>
        (Array.isArray(values) ? values : []).flatMap(readDailyViews),
      )
      if (today < since || today > until) return points
      const { data } = await readPage(session, path, { metric: 'followers_count' })
      return [...points, ...dailyPoints(today, { followers: readMetricValue(data, 'followers_count') })]
    },
  },
  posts: {
    async read(session, externalIds) {
      const found: FoundPostMetrics[] = []
      for (const externalId of externalIds) {
        const post = await readPost(session, externalId)
        if (post) found.push(post)
      }
      return found
    },
  },
}

/** A value belongs to the day that ends at its time. */
function readDailyViews({ value, end_time }: Body): DailyPoint[] {
  const end = Date.parse(end_time)
  return Number.isNaN(end) ? [] : dailyPoints(new Date(end - DAY_MS).toISOString().slice(0, 10), { views: value })
}

async function readPost(session: Session, externalId: string): Promise<FoundPostMetrics | undefined> {
  const path = `${encodeURIComponent(externalId)}/insights`
  const metric = 'views,likes,replies,reposts,quotes,shares'
  const page = await readPage(session, path, { metric }).catch((error: unknown) => {
    if (isMissing(error)) return undefined
    throw error
  })
  if (!page) return undefined
  const [reposts, shares] = [readMetricValue(page.data, 'reposts'), readMetricValue(page.data, 'shares')]
  const isShared = reposts !== undefined || shares !== undefined
  return {
    externalId,
    metrics: knownMetrics({
      views: readMetricValue(page.data, 'views'),
      likes: readMetricValue(page.data, 'likes'),
      comments: readMetricValue(page.data, 'replies'),
      quotes: readMetricValue(page.data, 'quotes'),
      shares: isShared ? (reposts ?? 0) + (shares ?? 0) : undefined,
    }),
  }
}

function readMetricValue(data: readonly Body[], name: string): number | undefined {
  const metric = data.find((one) => one.name === name)
  const value = metric?.total_value?.value ?? metric?.values?.[0]?.value
  return typeof value === 'number' ? value : undefined
}
