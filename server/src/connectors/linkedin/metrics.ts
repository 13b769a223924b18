import type { Static, TSchema } from 'typebox'
import { Maybe } from '../../kit/declare/schema.ts'
import { Type } from '../../kit/declare/type.ts'
import { type DailyPoint, dailyPoints, type FoundPostMetrics, knownMetrics, type Metrics } from '../metrics.ts'
import type { Session } from '../session.ts'
import { encode, encodeList, request } from './client.ts'
import { isPostUrn } from './urn.ts'

const POSTS_MAX = 50
const DAY_MS = 86_400_000

const Total = Type.Record(Type.String(), Type.Unknown())
const DayPage = Type.Object({
  elements: Type.Array(
    Type.Object({ timeRange: Type.Object({ start: Type.Integer() }), totalShareStatistics: Maybe(Total) }),
  ),
})
const PostPage = Type.Object({
  elements: Type.Array(
    Type.Union([
      Type.Object({ share: Type.String({ minLength: 1 }), totalShareStatistics: Maybe(Total) }),
      Type.Object({ ugcPost: Type.String({ minLength: 1 }), totalShareStatistics: Maybe(Total) }),
    ]),
  ),
})
const NetworkSize = Type.Object({ firstDegreeSize: Maybe(Type.Unknown()) })

/** Only organizations have statistics. */
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
          const { elements } = await readStatistics(session, PostPage, {
            [`${kind}s`]: encodeList(ofKind.slice(from, from + POSTS_MAX)),
          })
          for (const post of elements)
            found.push({
              externalId: 'share' in post ? post.share : post.ugcPost,
              metrics: readMetrics(post.totalShareStatistics),
            })
        }
      }
      return found
    },
  },
}

async function readShareDays(session: Session, since: string, until: string): Promise<DailyPoint[]> {
  const range = `(start:${Date.parse(since)},end:${Date.parse(until) + DAY_MS})`
  const { elements } = await readStatistics(session, DayPage, {
    timeIntervals: `(timeRange:${range},timeGranularityType:DAY)`,
  })
  return elements.flatMap(({ timeRange, totalShareStatistics }) => {
    const { impressions, reach, clicks, likes = 0, comments = 0, shares = 0 } = readMetrics(totalShareStatistics)
    const date = new Date(timeRange.start).toISOString().slice(0, 10)
    return dailyPoints(date, { impressions, reach, clicks, engagements: likes + comments + shares + (clicks ?? 0) })
  })
}

function readStatistics<S extends TSchema>(
  session: Session,
  schema: S,
  selection: Record<string, string>,
): Promise<Static<S>> {
  return request(session, 'GET', '/rest/organizationalEntityShareStatistics', {
    schema,
    query: { q: 'organizationalEntity', organizationalEntity: encode(session.entity.externalId), ...selection },
    restliMethod: 'FINDER',
  })
}

async function countFollowers(session: Session): Promise<unknown> {
  const path = `/rest/networkSizes/${encode(session.entity.externalId)}`
  const query = { edgeType: 'COMPANY_FOLLOWED_BY_MEMBER' }
  return (await request(session, 'GET', path, { schema: NetworkSize, query })).firstDegreeSize
}

function readMetrics(total: Static<typeof Total> | null | undefined): FoundPostMetrics['metrics'] {
  return knownMetrics({
    impressions: total?.['impressionCount'],
    reach: total?.['uniqueImpressionsCount'],
    likes: total?.['likeCount'],
    comments: total?.['commentCount'],
    shares: total?.['shareCount'],
    clicks: total?.['clickCount'],
  })
}
