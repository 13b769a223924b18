import { dailyPoints, type FoundPostMetrics, knownMetrics, type Metrics } from '../metrics.ts'
import { readAccount } from './auth.ts'
import { getInstance } from './instance.ts'
import { readStatuses } from './read-statuses.ts'
import type { Status } from './status.ts'

export const metrics: Metrics = {
  account: {
    async daily(session, { since, until }) {
      const date = session.now().toISOString().slice(0, 10)
      if (date < since || date > until) return []
      const account = await readAccount(getInstance(session))
      return dailyPoints(date, { followers: account.followers_count, posts: account.statuses_count })
    },
  },
  posts: {
    async read(session, externalIds) {
      const statuses = await readStatuses(session, externalIds)
      return [...statuses.values()].map(readMetrics)
    },
  },
}

function readMetrics(status: Status): FoundPostMetrics {
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
