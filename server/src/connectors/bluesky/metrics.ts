import { dailyPoints, type FoundPostMetrics, knownMetrics, type Metrics } from '../metrics.ts'
import { type Body, getPdsService, query } from './xrpc.ts'

/** As many as one request may name. */
const POSTS_MAX = 25

export const metrics: Metrics = {
  account: {
    async daily(session, { since, until }) {
      const date = session.now().toISOString().slice(0, 10)
      if (date < since || date > until) return []
      const profile = await query(getPdsService(session), 'app.bsky.actor.getProfile', {
        actor: session.identity.externalId,
      })
      return dailyPoints(date, { followers: profile.followersCount, posts: profile.postsCount })
    },
  },
  posts: {
    async read(session, externalIds) {
      const found: FoundPostMetrics[] = []
      const all = externalIds.filter((id) => id.startsWith('at://'))
      for (let at = 0; at < all.length; at += POSTS_MAX) {
        const uris = all.slice(at, at + POSTS_MAX)
        const { posts } = await query(getPdsService(session), 'app.bsky.feed.getPosts', { uris })
        found.push(...posts.map(readPost))
      }
      return found
    },
  },
}

function readPost({ uri, likeCount, replyCount, repostCount, quoteCount }: Body): FoundPostMetrics {
  return {
    externalId: uri,
    metrics: knownMetrics({ likes: likeCount, comments: replyCount, shares: repostCount, quotes: quoteCount }),
  }
}
