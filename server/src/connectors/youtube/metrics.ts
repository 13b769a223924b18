import type { Static } from 'typebox'
import { Maybe } from '../../kit/declare/schema.ts'
import { Type } from '../../kit/declare/type.ts'
import { type DailyPoint, dailyPoints, type FoundPostMetrics, knownMetrics, type Metrics } from '../metrics.ts'
import { PlatformError } from '../platform-error.ts'
import type { Session } from '../session.ts'
import { buildListSchema, ResourceId, readReport, request } from './api.ts'

/** YouTube writes counts as text. */
const Count = Type.Optional(Type.Unknown())

type VideoStatistics = Static<typeof VideoStatistics>
const VideoStatistics = Type.Object({
  id: ResourceId,
  statistics: Maybe(Type.Object({ viewCount: Count, likeCount: Count, commentCount: Count })),
})

const ChannelStatistics = Type.Object({
  statistics: Maybe(
    Type.Object({ subscriberCount: Count, hiddenSubscriberCount: Maybe(Type.Boolean()), videoCount: Count }),
  ),
})

const VideoStatisticsList = buildListSchema(VideoStatistics)
const ChannelStatisticsList = buildListSchema(ChannelStatistics)

/** The most that one request may name. */
const VIDEOS_MAX = 50
/** YouTube's reports are two or three days late, so each read begins earlier. */
const LATE_DAYS = 4
const DAY_MS = 86_400_000

export const metrics: Metrics = {
  account: {
    async daily(session, { since, until }) {
      const today = session.now().toISOString().slice(0, 10)
      const start = new Date(Date.parse(since) - LATE_DAYS * DAY_MS).toISOString().slice(0, 10)
      const reported = await readDays(session, start, until)
      return today < since || today > until ? reported : [...reported, ...(await readToday(session, today))]
    },
  },
  posts: {
    async read(session, externalIds) {
      const found: FoundPostMetrics[] = []
      for (let from = 0; from < externalIds.length; from += VIDEOS_MAX) {
        const query = { part: 'statistics', id: externalIds.slice(from, from + VIDEOS_MAX).join(',') }
        const { items } = await request(session, 'videos.list', { schema: VideoStatisticsList, query })
        found.push(...(items ?? []).map(readVideo))
      }
      return found
    },
  },
}

async function readDays(session: Session, startDate: string, endDate: string): Promise<DailyPoint[]> {
  const { columnHeaders, rows } = await readReport(session, {
    ids: `channel==${session.entity.externalId}`,
    startDate,
    endDate,
    dimensions: 'day',
    metrics: 'views,likes,comments,shares',
    sort: 'day',
  })
  const names = (columnHeaders ?? []).map(({ name }) => name)
  if (rows?.length && !names.includes('day')) throw new PlatformError('unavailable', 'YouTube reported no days.')
  return (rows ?? []).flatMap((row) => {
    const { day, views, likes, comments, shares } = Object.fromEntries(names.map((name, at) => [name, row[at]]))
    return dailyPoints(String(day), { views, engagements: Number(likes) + Number(comments) + Number(shares) })
  })
}

/** YouTube reports only the current number of subscribers, and a channel may hide it. */
async function readToday(session: Session, date: string): Promise<DailyPoint[]> {
  const query = { part: 'statistics', id: session.entity.externalId }
  const { items } = await request(session, 'channels.list', { schema: ChannelStatisticsList, query })
  const { subscriberCount, hiddenSubscriberCount: isHidden, videoCount } = items?.[0]?.statistics ?? {}
  return dailyPoints(date, {
    followers: isHidden ? undefined : parseCount(subscriberCount),
    posts: parseCount(videoCount),
  })
}

/** A count is absent when the video does not allow likes or comments. */
function readVideo({ id, statistics }: VideoStatistics): FoundPostMetrics {
  const { viewCount, likeCount, commentCount } = statistics ?? {}
  return {
    externalId: id,
    metrics: knownMetrics({
      views: parseCount(viewCount),
      likes: parseCount(likeCount),
      comments: parseCount(commentCount),
    }),
  }
}

function parseCount(count: unknown): number | undefined {
  return count === undefined || count === null ? undefined : Number(count)
}
