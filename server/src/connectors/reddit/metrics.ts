import { Maybe } from '../../kit/declare/schema.ts'
import { Type } from '../../kit/declare/type.ts'
import { dailyPoints, knownMetrics, type Metrics } from '../metrics.ts'
import { buildListingSchema, Name, readThings, request } from './client.ts'

const About = Type.Object({ data: Type.Object({ subscribers: Maybe(Type.Number()) }) })

const PostListing = buildListingSchema(
  Type.Object({
    name: Name,
    author: Maybe(Type.String()),
    score: Maybe(Type.Number()),
    num_comments: Maybe(Type.Number()),
    num_crossposts: Maybe(Type.Number()),
  }),
)

export const metrics: Metrics = {
  account: {
    async daily(session, { since, until }) {
      const date = session.now().toISOString().slice(0, 10)
      if (date < since || date > until) return []
      const path = `/r/${encodeURIComponent(session.entity.externalId)}/about`
      const { data } = await request(session, 'GET', path, { schema: About })
      return dailyPoints(date, { followers: data.subscribers })
    },
  },
  posts: {
    async read(session, externalIds) {
      const names = externalIds.filter((name) => name.startsWith('t3_'))
      const posts = await readThings(session, names, PostListing)
      return posts
        .filter(({ author }) => author !== '[deleted]')
        .map(({ name, score, num_comments, num_crossposts }) => ({
          externalId: name,
          metrics: knownMetrics({
            // Reddit subtracts votes down from votes up: the score may be below zero.
            likes: typeof score === 'number' ? Math.max(0, score) : undefined,
            comments: num_comments,
            shares: num_crossposts,
          }),
        }))
    },
  },
}
