import type { Body } from '../google/api.ts'
import { type DailyPoint, dailyPoints, type FoundPostMetrics, knownMetrics, type Metrics } from '../metrics.ts'
import { PlatformError } from '../platform-error.ts'
import type { Session } from '../session.ts'
import { readReport, request } from './api.ts'

/** As many as one request may name. */
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
        const id = externalIds.slice(from, from + VIDEOS_MAX).join(',')
        const query = { part: 'statistics', id }
        const { items = [] } = await request(session, 'videos.list', { query })
        found.push(...items.map(readVideo))
      }
      return found
    },
  },
}

async function readDays(session: Session, startDate: string, endDate: string): Promise<DailyPoint[]> {
  const { columnHeaders = [], rows = [] } = await readReport(session, {
    ids: `channel==${session.entity.externalId}`,
    startDate,
    endDate,
    dimensions: 'day',
    metrics: 'views,likes,comments,shares',
    sort: 'day',
  })
  const names: string[] = columnHeaders.map(({ name }: Body) => name)
  if (rows.length > 0 && !names.includes('day')) throw new PlatformError('unavailable', 'YouTube reported no days.')
  return (rows as unknown[][]).flatMap((row) => {
    const values = Object.fromEntries(names.map((name, at) => [name, row[at]]))
    const { likes, comments, shares } = values
    const engagements = Number(likes) + Number(comments) + Number(shares)
    return dailyPoints(String(values['day']), { views: values['views'], engagements })
  })
}

/** Subscribers are counted for now only, and a channel may hide them. */
async function readToday(session: Session, date: string): Promise<DailyPoint[]> {
  const query = { part: 'statistics', id: session.entity.externalId }
  const [channel] = (await request(session, 'channels.list', { query })).items ?? []
  const { subscriberCount, hiddenSubscriberCount: isHidden, videoCount } = channel?.statistics ?? {}
  return dailyPoints(date, {
    followers: isHidden ? undefined : parseCount(subscriberCount),
    posts: parseCount(videoCount),
  })
}

/** Numbers come as strings. A video without likes or comments has them turned off. */
function readVideo({ id, statistics }: Body): FoundPostMetrics {
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

function parseCount(text: unknown): number | undefined {
  return text === undefined ? undefined : Number(text)
}
