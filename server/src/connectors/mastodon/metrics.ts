import { dailyPoints, type FoundPostMetrics, knownMetrics, type Metrics } from '../metrics.ts'
import { type Body, getInstance, request } from './instance.ts'
import { readStatuses } from './read-statuses.ts'

export const metrics: Metrics = {
  account: {
    async daily(session, { since, until }) {
      const date = session.now().toISOString().slice(0, 10)
      if (date < since || date > until) return []
      const account = await request(getInstance(session), 'GET', '/api/v1/accounts/verify_credentials')
      return dailyPoints(date, { followers: account.followers_count, posts: account.statuses_count })
    },
  },
  posts: {
    async read(session, externalIds) {
      const statuses = await readStatuses(session, externalIds)
      return [...statuses.values()].map(readStatus)
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
