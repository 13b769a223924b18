import { dailyPoints, knownMetrics, type Metrics } from '../metrics.ts'
import { read, readThings } from './client.ts'

export const metrics: Metrics = {
  account: {
    async daily(session, { since, until }) {
      const date = session.now().toISOString().slice(0, 10)
      if (date < since || date > until) return []
      const { data } = await read(session, `/r/${encodeURIComponent(session.entity.externalId)}/about`)
      return dailyPoints(date, { followers: data?.subscribers })
    },
  },
  posts: {
    async read(session, externalIds) {
      const found = await readThings(
        session,
        externalIds.filter((name) => name.startsWith('t3_')),
      )
      return found
        .filter(({ author }) => author !== '[deleted]')
        .map(({ name, score, num_comments, num_crossposts }) => ({
          externalId: name,
          // The score is votes up less votes down, and may be below zero.
          metrics: knownMetrics({ likes: Math.max(0, score), comments: num_comments, shares: num_crossposts }),
        }))
    },
  },
}
