import { Type } from '../../kit/declare/type.ts'
import { dailyPoints, type FoundPostMetrics, knownMetrics, type Metrics } from '../metrics.ts'
import { getPdsService, query } from './xrpc.ts'

/** As many as one request may name. */
const POSTS_MAX = 25

const Count = Type.Optional(Type.Unknown())
const Profile = Type.Object({ followersCount: Count, postsCount: Count })
const Posts = Type.Object({
  posts: Type.Array(
    Type.Object({ uri: Type.String(), likeCount: Count, replyCount: Count, repostCount: Count, quoteCount: Count }),
  ),
})

export const metrics: Metrics = {
  account: {
    async daily(session, { since, until }) {
      const date = session.now().toISOString().slice(0, 10)
      if (date < since || date > until) return []
      const { followersCount, postsCount } = await query(getPdsService(session), 'app.bsky.actor.getProfile', {
        schema: Profile,
        params: { actor: session.identity.externalId },
      })
      return dailyPoints(date, { followers: followersCount, posts: postsCount })
    },
  },
  posts: {
    async read(session, externalIds) {
      const found: FoundPostMetrics[] = []
      const all = externalIds.filter((id) => id.startsWith('at://'))
      for (let at = 0; at < all.length; at += POSTS_MAX) {
        const params = { uris: all.slice(at, at + POSTS_MAX) }
        const { posts } = await query(getPdsService(session), 'app.bsky.feed.getPosts', { schema: Posts, params })
        for (const { uri, likeCount: likes, replyCount: comments, repostCount: shares, quoteCount: quotes } of posts)
          found.push({ externalId: uri, metrics: knownMetrics({ likes, comments, shares, quotes }) })
      }
      return found
    },
  },
}
