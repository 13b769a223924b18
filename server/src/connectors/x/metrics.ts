import { dailyPoints, type FoundPostMetrics, knownMetrics, type Metrics } from '../metrics.ts'
import { readMe } from './auth.ts'
import { type Body, request } from './client.ts'

/** As many as one request may name. */
const POSTS_MAX = 100

export const metrics: Metrics = {
  account: {
    async daily(session, { since, until }) {
      const date = session.now().toISOString().slice(0, 10)
      if (date < since || date > until) return []
      const { public_metrics: counts } = await readMe(session)
      return dailyPoints(date, { followers: counts?.followers_count, posts: counts?.post_count ?? counts?.tweet_count })
    },
  },
  posts: {
    async read(session, externalIds) {
      const found: FoundPostMetrics[] = []
      const ids = externalIds.filter((id) => /^\d{1,19}$/.test(id))
      for (let from = 0; from < ids.length; from += POSTS_MAX) {
        const query = { ids: ids.slice(from, from + POSTS_MAX).join(), 'post.fields': 'id,public_metrics' }
        const { data = [] } = await request(session, 'GET', '/tweets', { query })
        found.push(...(data as Body[]).map(readPost))
      }
      return found
    },
  },
}

function readPost({ id, public_metrics: counts }: Body): FoundPostMetrics {
  return {
    externalId: String(id),
    metrics: knownMetrics({
      impressions: counts?.impression_count,
      likes: counts?.like_count,
      comments: counts?.reply_count,
      shares: counts?.repost_count ?? counts?.retweet_count,
      quotes: counts?.quote_count,
      saves: counts?.bookmark_count,
    }),
  }
}
