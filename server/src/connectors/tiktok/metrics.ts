import { dailyPoints, type FoundPostMetrics, knownMetrics, type Metrics } from '../metrics.ts'
import type { Session } from '../session.ts'
import { type Body, request } from './client.ts'
import { hasRule } from './errors.ts'
import { readStatus } from './status.ts'

/** As many as one request may name. */
const VIDEOS_MAX = 20
const FIELDS = ['id', 'view_count', 'like_count', 'comment_count', 'share_count']

export const metrics: Metrics = {
  account: {
    async daily(session, { since, until }) {
      const date = session.now().toISOString().slice(0, 10)
      if (date < since || date > until) return []
      const { user = {} } = await request(session, 'GET', '/user/info/', { fields: ['follower_count', 'video_count'] })
      return dailyPoints(date, { followers: user.follower_count, posts: user.video_count })
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
  const body = { filters: { video_ids: [...byPostId.keys()] } }
  const { videos = [] } = await request(session, 'POST', '/video/query/', { fields: FIELDS, body })
  return videos.flatMap((video: Body) => {
    const externalId = byPostId.get(String(video.id))
    return externalId === undefined ? [] : [{ externalId, metrics: readMetrics(video) }]
  })
}

/** A post that TikTok had not moderated when it was published is known by its publish id. */
async function findPostId(session: Session, externalId: string): Promise<string | undefined> {
  if (/^\d+$/.test(externalId)) return externalId
  try {
    return (await readStatus(session, externalId)).postIds[0]
  } catch (error) {
    if (hasRule(error, 'post.unknown', 'post.foreign', 'request.invalid')) return undefined
    throw error
  }
}

function readMetrics({ view_count, like_count, comment_count, share_count }: Body): FoundPostMetrics['metrics'] {
  return knownMetrics({ views: view_count, likes: like_count, comments: comment_count, shares: share_count })
}
