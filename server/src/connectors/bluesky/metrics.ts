import type { FoundPostMetrics, Metrics } from '../metrics.ts'
import { type Body, doorOf, query } from './xrpc.ts'

/** As many as one question may name. */
const POSTS_MAX = 25

export const metrics: Metrics = {
  account: {
    available: ['followers', 'posts'],
    async daily(session, { since, until }) {
      const date = session.now().toISOString().slice(0, 10)
      if (date < since || date > until) return []
      const profile = await query(doorOf(session), 'app.bsky.actor.getProfile', { actor: session.identity.externalId })
      return [
        { metric: 'followers', date, value: profile.followersCount ?? 0 },
        { metric: 'posts', date, value: profile.postsCount ?? 0 },
      ]
    },
  },
  posts: {
    available: ['likes', 'comments', 'shares', 'quotes'],
    async read(session, externalIds) {
      const found: FoundPostMetrics[] = []
      const all = externalIds.filter((id) => id.startsWith('at://'))
      for (let at = 0; at < all.length; at += POSTS_MAX) {
        const uris = all.slice(at, at + POSTS_MAX)
        const { posts } = await query(doorOf(session), 'app.bsky.feed.getPosts', { uris })
        found.push(...posts.map(readPost))
      }
      return found
    },
  },
}

function readPost({ uri, likeCount, replyCount, repostCount, quoteCount }: Body): FoundPostMetrics {
  return {
    externalId: uri,
    metrics: {
      likes: likeCount ?? 0,
      comments: replyCount ?? 0,
      shares: repostCount ?? 0,
      quotes: quoteCount ?? 0,
    },
  }
}
