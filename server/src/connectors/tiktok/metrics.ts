import { Maybe } from '../../kit/declare/schema.ts'
import { Type } from '../../kit/declare/type.ts'
import { dailyPoints, type FoundPostMetrics, knownMetrics, type Metrics } from '../metrics.ts'
import type { Session } from '../session.ts'
import { buildEnvelopeSchema, request } from './client.ts'
import { hasRule } from './errors.ts'
import { readStatus } from './status.ts'

/** The number of videos that one request may name. */
const VIDEOS_MAX = 20

const Counts = buildEnvelopeSchema(
  Type.Object({
    user: Maybe(Type.Object({ follower_count: Maybe(Type.Number()), video_count: Maybe(Type.Number()) })),
  }),
)

const Video = Type.Object({
  id: Type.String({ minLength: 1 }),
  view_count: Maybe(Type.Number()),
  like_count: Maybe(Type.Number()),
  comment_count: Maybe(Type.Number()),
  share_count: Maybe(Type.Number()),
})

const Videos = buildEnvelopeSchema(Type.Object({ videos: Maybe(Type.Array(Video)) }))

export const metrics: Metrics = {
  account: {
    async daily(session, { since, until }) {
      const date = session.now().toISOString().slice(0, 10)
      if (date < since || date > until) return []
      const fields = ['follower_count', 'video_count']
      const { data } = await request(session, 'GET', '/user/info/', { schema: Counts, fields })
      return dailyPoints(date, { followers: data.user?.follower_count, posts: data.user?.video_count })
    },
  },
  posts: {
    async read(session, externalIds) {
      const found: FoundPostMetrics[] = []
      for (let from = 0; from < externalIds.length; from += VIDEOS_MAX)
        found.push(...(await readPosts(session, externalIds.slice(from, from + VIDEOS_MAX))))
      return found
    },
  },
}

async function readPosts(session: Session, externalIds: readonly string[]): Promise<FoundPostMetrics[]> {
  const byPostId = new Map<string, string>()
  for (const externalId of externalIds) {
    const postId = await findPostId(session, externalId)
    if (postId !== undefined) byPostId.set(postId, externalId)
  }
  if (byPostId.size === 0) return []
  const { data } = await request(session, 'POST', '/video/query/', {
    schema: Videos,
    fields: Object.keys(Video.properties),
    body: { filters: { video_ids: [...byPostId.keys()] } },
  })
  return (data.videos ?? []).flatMap(({ id, view_count, like_count, comment_count, share_count }) => {
    const externalId = byPostId.get(id)
    if (externalId === undefined) return []
    const counts = { views: view_count, likes: like_count, comments: comment_count, shares: share_count }
    return [{ externalId, metrics: knownMetrics(counts) }]
  })
}

/** Resolves the publish id, by which a post is stored that TikTok had not moderated when it was published. */
async function findPostId(session: Session, externalId: string): Promise<string | undefined> {
  if (/^\d+$/.test(externalId)) return externalId
  try {
    return (await readStatus(session, externalId)).postIds[0]
  } catch (error) {
    if (hasRule(error, 'post.unknown', 'post.foreign', 'request.invalid')) return undefined
    throw error
  }
}
