import type { Static } from 'typebox'
import { Maybe } from '../../kit/declare/schema.ts'
import { Type } from '../../kit/declare/type.ts'
import { buildEdgeSchema, isMissing, readPage } from '../meta/graph.ts'
import { type DailyPoint, dailyPoints, type FoundPostMetrics, knownMetrics, type Metrics } from '../metrics.ts'
import type { Session } from '../session.ts'
import { createGraph } from './graph.ts'

const DAY_MS = 86_400_000
/** The first day that Threads has insights for. */
const FIRST_SECONDS = 1_712_991_600

type MetricValue = Static<typeof MetricValue>
const MetricValue = Type.Object({ value: Type.Optional(Type.Unknown()), end_time: Maybe(Type.String()) })

type Metric = Static<typeof Metric>
const Metric = Type.Object({
  name: Maybe(Type.String()),
  values: Maybe(Type.Array(MetricValue)),
  total_value: Maybe(MetricValue),
})

const MetricPage = buildEdgeSchema(Metric)

export const metrics: Metrics = {
  account: {
    async daily(session, { since, until }) {
      const today = session.now().toISOString().slice(0, 10)
      const path = `${session.entity.externalId}/threads_insights`
      const from = Math.max(FIRST_SECONDS, Date.parse(since) / 1000)
      const to = Math.floor(Math.min(Date.parse(until) + DAY_MS, session.now().getTime()) / 1000)
      const views = from < to ? await readMetrics(session, path, { metric: 'views', since: from, until: to }) : []
      const points = views.flatMap(({ values }) => (values ?? []).flatMap(toDailyViews))
      if (today < since || today > until) return points
      const followers = findValue(await readMetrics(session, path, { metric: 'followers_count' }), 'followers_count')
      return [...points, ...dailyPoints(today, { followers })]
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

async function readMetrics(
  session: Session,
  path: string,
  query: Readonly<Record<string, string | number>>,
): Promise<readonly Metric[]> {
  return (await readPage(createGraph(session), path, { schema: MetricPage, query })).data
}

/** A value belongs to the day that ends at its time. */
function toDailyViews({ value, end_time }: MetricValue): DailyPoint[] {
  const end = Date.parse(end_time ?? '')
  return Number.isNaN(end) ? [] : dailyPoints(new Date(end - DAY_MS).toISOString().slice(0, 10), { views: value })
}

async function readPost(session: Session, externalId: string): Promise<FoundPostMetrics | undefined> {
  const path = `${encodeURIComponent(externalId)}/insights`
  const metric = 'views,likes,replies,reposts,quotes,shares'
  const found = await readMetrics(session, path, { metric }).catch((error: unknown) => {
    if (isMissing(error)) return undefined
    throw error
  })
  if (!found) return undefined
  const [reposts, shares] = [findValue(found, 'reposts'), findValue(found, 'shares')]
  const isShared = reposts !== undefined || shares !== undefined
  return {
    externalId,
    metrics: knownMetrics({
      views: findValue(found, 'views'),
      likes: findValue(found, 'likes'),
      comments: findValue(found, 'replies'),
      quotes: findValue(found, 'quotes'),
      shares: isShared ? (reposts ?? 0) + (shares ?? 0) : undefined,
    }),
  }
}

function findValue(found: readonly Metric[], name: string): number | undefined {
  const metric = found.find((one) => one.name === name)
  const value = metric?.total_value?.value ?? metric?.values?.[0]?.value
  return typeof value === 'number' ? value : undefined
}
