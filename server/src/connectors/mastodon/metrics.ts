import { dailyPoints, type FoundPostMetrics, knownMetrics, type Metrics } from '../metrics.ts'
import { type Body, instanceOf, request } from './instance.ts'

/** As many as one request may name. */
const STATUSES_MAX = 20

export const metrics: Metrics = {
  account: {
    async daily(session, { since, until }) {
      const date = session.now().toISOString().slice(0, 10)
      if (date < since || date > until) return []
      const account = await request(instanceOf(session), 'GET', '/api/v1/accounts/verify_credentials')
      return dailyPoints(date, { followers: account.followers_count, posts: account.statuses_count })
    },
  },
  posts: {
    async read(session, externalIds) {
      const found: FoundPostMetrics[] = []
      for (let from = 0; from < externalIds.length; from += STATUSES_MAX) {
        const id = externalIds.slice(from, from + STATUSES_MAX)
        const statuses: Body[] = await request(instanceOf(session), 'GET', '/api/v1/statuses', { query: { id } })
        found.push(...statuses.map(readStatus))
      }
      return found
    },
  },
}

function readStatus(status: Body): FoundPostMetrics {
  return {
    externalId: String(status.id),
    metrics: knownMetrics({
      likes: status.favourites_count,
      comments: status.replies_count,
      shares: status.reblogs_count,
      // Older servers do not count quotes.
      quotes: status.quotes_count,
    }),
  }
}
