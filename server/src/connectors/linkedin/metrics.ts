import { type DailyPoint, dailyPoints, type FoundPostMetrics, knownMetrics, type Metrics } from '../metrics.ts'
import type { Session } from '../session.ts'
import { type Body, encode, encodeList, request } from './client.ts'
import { isPostUrn } from './urn.ts'

const POSTS_MAX = 50
const DAY_MS = 86_400_000

/** Only organisations have statistics. */
export const metrics: Metrics = {
  account: {
    async daily(session, { since, until }) {
      if (session.entity.kind !== 'organization') return []
      const today = session.now().toISOString().slice(0, 10)
      return [
        ...(await readShareDays(session, since, until)),
        ...(today >= since && today <= until ? dailyPoints(today, { followers: await countFollowers(session) }) : []),
      ]
    },
  },
  posts: {
    async read(session, externalIds) {
      if (session.entity.kind !== 'organization') return []
      const found: FoundPostMetrics[] = []
      const urns = externalIds.filter(isPostUrn)
      for (const kind of ['share', 'ugcPost'] as const) {
        const ofKind = urns.filter((urn) => urn.startsWith(`urn:li:${kind}:`))
        for (let from = 0; from < ofKind.length; from += POSTS_MAX) {
          const elements = await readStatistics(session, {
            [`${kind}s`]: encodeList(ofKind.slice(from, from + POSTS_MAX)),
          })
          found.push(...elements.map((one) => ({ externalId: String(one[kind]), metrics: readMetrics(one) })))
        }
      }
      return found
    },
  },
}

async function readShareDays(session: Session, since: string, until: string): Promise<DailyPoint[]> {
  const range = `(start:${Date.parse(since)},end:${Date.parse(until) + DAY_MS})`
  const elements = await readStatistics(session, {
    timeIntervals: `(timeRange:${range},timeGranularityType:DAY)`,
  })
  return elements.flatMap((one) => {
    const { impressions, reach, clicks, likes = 0, comments = 0, shares = 0 } = readMetrics(one)
    const date = new Date(Number(one.timeRange?.start)).toISOString().slice(0, 10)
    return dailyPoints(date, { impressions, reach, clicks, engagements: likes + comments + shares + (clicks ?? 0) })
  })
}

async function readStatistics(session: Session, more: Record<string, string>): Promise<Body[]> {
  const { elements = [] } = await request(session, 'GET', '/rest/organizationalEntityShareStatistics', {
    query: { q: 'organizationalEntity', organizationalEntity: encode(session.entity.externalId), ...more },
    restliMethod: 'FINDER',
  })
  return elements
}

async function countFollowers(session: Session): Promise<unknown> {
  const path = `/rest/networkSizes/${encode(session.entity.externalId)}`
  const { firstDegreeSize } = await request(session, 'GET', path, { query: { edgeType: 'COMPANY_FOLLOWED_BY_MEMBER' } })
  return firstDegreeSize
}

function readMetrics({ totalShareStatistics: total }: Body): FoundPostMetrics['metrics'] {
  return knownMetrics({
    impressions: total?.impressionCount,
    reach: total?.uniqueImpressionsCount,
    likes: total?.likeCount,
    comments: total?.commentCount,
    shares: total?.shareCount,
    clicks: total?.clickCount,
  })
}
