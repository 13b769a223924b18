import type { Metrics } from '../metrics.ts'
import { request } from './client.ts'

export const metrics: Metrics = {
  account: {
    async daily(session, { since, until }) {
      const query = { entity_id: session.entity.externalId, since, until }
      const { points } = await request(session, 'GET', '/metrics/account', { token: session.tokens.access, query })
      return points
    },
  },
  posts: {
    async read(session, externalIds) {
      const query = { entity_id: session.entity.externalId, ids: externalIds.join(',') }
      const { posts } = await request(session, 'GET', '/metrics/posts', { token: session.tokens.access, query })
      return posts.map((post: { id: string; metrics: Record<string, number> }) => ({
        externalId: post.id,
        metrics: post.metrics,
      }))
    },
  },
}
