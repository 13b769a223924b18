import { StringEnum } from '../../kit/declare/schema.ts'
import { Type } from '../../kit/declare/type.ts'
import { ACCOUNT_METRICS, type Metrics } from '../metrics.ts'
import { request } from './client.ts'

const AccountMetrics = Type.Object({
  points: Type.Array(Type.Object({ metric: StringEnum(ACCOUNT_METRICS), date: Type.String(), value: Type.Number() })),
})
const PostMetrics = Type.Object({
  posts: Type.Array(Type.Object({ id: Type.String(), metrics: Type.Record(Type.String(), Type.Number()) })),
})

export const metrics: Metrics = {
  account: {
    async daily(session, { since, until }) {
      const query = { entity_id: session.entity.externalId, since, until }
      const options = { schema: AccountMetrics, token: session.tokens.access, query }
      return (await request(session, 'GET', '/metrics/account', options)).points
    },
  },
  posts: {
    async read(session, externalIds) {
      const query = { entity_id: session.entity.externalId, ids: externalIds.join(',') }
      const options = { schema: PostMetrics, token: session.tokens.access, query }
      const { posts } = await request(session, 'GET', '/metrics/posts', options)
      return posts.map(({ id, metrics: values }) => ({ externalId: id, metrics: values }))
    },
  },
}
