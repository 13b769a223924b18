import type { Static } from 'typebox'
import { Maybe } from '../../kit/declare/schema.ts'
import { Type } from '../../kit/declare/type.ts'
import { dailyPoints, type FoundPostMetrics, knownMetrics, type Metrics } from '../metrics.ts'
import { readMe } from './auth.ts'
import { request, Snowflake } from './client.ts'

/** The number of ids that one request may have. */
const POSTS_MAX = 100

type CountedPost = Static<typeof CountedPost>
const CountedPost = Type.Object({
  id: Snowflake,
  public_metrics: Maybe(Type.Record(Type.String(), Type.Unknown())),
})
/** X leaves `data` out when all posts are deleted. */
const CountedPosts = Type.Object({ data: Maybe(Type.Array(CountedPost)) })

export const metrics: Metrics = {
  account: {
    async daily(session, { since, until }) {
      const date = session.now().toISOString().slice(0, 10)
      if (date < since || date > until) return []
      const counts = (await readMe(session)).public_metrics
      const posts = counts?.['post_count'] ?? counts?.['tweet_count']
      return dailyPoints(date, { followers: counts?.['followers_count'], posts })
    },
  },
  posts: {
    async read(session, externalIds) {
      const found: FoundPostMetrics[] = []
      const ids = externalIds.filter((id) => /^\d{1,19}$/.test(id))
      for (let from = 0; from < ids.length; from += POSTS_MAX) {
        const query = { ids: ids.slice(from, from + POSTS_MAX).join(), 'post.fields': 'id,public_metrics' }
        const { data } = await request(session, 'GET', '/tweets', { schema: CountedPosts, query })
        found.push(...(data ?? []).map(readCounts))
      }
      return found
    },
  },
}

function readCounts({ id, public_metrics: counts }: CountedPost): FoundPostMetrics {
  return {
    externalId: id,
    metrics: knownMetrics({
      impressions: counts?.['impression_count'],
      likes: counts?.['like_count'],
      comments: counts?.['reply_count'],
      shares: counts?.['repost_count'] ?? counts?.['retweet_count'],
      quotes: counts?.['quote_count'],
      saves: counts?.['bookmark_count'],
    }),
  }
}
