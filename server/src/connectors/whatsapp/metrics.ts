import type { Static } from 'typebox'
import { Maybe } from '../../kit/declare/schema.ts'
import { Type } from '../../kit/declare/type.ts'
import { request } from '../meta/graph.ts'
import { readEach } from '../meta/insights.ts'
import { dailyPoints, type Metrics } from '../metrics.ts'
import { createGraph, getBusinessAccountId } from './cloud-api.ts'

const DAY_SECONDS = 86_400

type DataPoint = Static<typeof DataPoint>
const DataPoint = Type.Object({
  start: Type.Number(),
  sent: Maybe(Type.Number()),
  conversation: Maybe(Type.Number()),
})
const DataPoints = Type.Object({ data_points: Maybe(Type.Array(DataPoint)) })
const Analytics = Type.Object({
  analytics: Maybe(DataPoints),
  conversation_analytics: Maybe(Type.Object({ data: Maybe(Type.Array(DataPoints)) })),
})

/** Messages that the number sent, and its conversations, by day in UTC. */
export const metrics: Metrics = {
  account: {
    async daily(session, { since, until }) {
      const { display_phone_number: shown } = session.entity.metadata
      const number = typeof shown === 'string' ? shown.replaceAll(/\D/g, '') : ''
      if (number === '') return []
      const range = `start(${toUnixSeconds(since)}).end(${toUnixSeconds(until) + DAY_SECONDS})`
      const phone = `phone_numbers(["${number}"])`
      const fields = [
        `analytics.${range}.granularity(DAY).${phone}`,
        `conversation_analytics.${range}.granularity(DAILY).${phone}.metric_types(["CONVERSATION"])`,
      ]
      const account = getBusinessAccountId(session)
      const found = await readEach(fields, (names) =>
        request(createGraph(session), 'GET', encodeURIComponent(account), {
          schema: Analytics,
          query: { fields: names },
        }),
      )
      const sent = found.flatMap((one) => one.analytics?.data_points ?? [])
      const groups = found.flatMap((one) => one.conversation_analytics?.data ?? [])
      const conversations = groups.flatMap((group) => group.data_points ?? [])
      return [
        ...sumByDay(sent, 'sent').flatMap(([day, messages]) => dailyPoints(day, { messages })),
        ...sumByDay(conversations, 'conversation').flatMap(([day, sum]) => dailyPoints(day, { conversations: sum })),
      ]
    },
  },
  posts: { read: async () => [] },
}

const toUnixSeconds = (day: string) => Date.parse(day) / 1000

/** Adds up the parts of each day: Meta splits conversations by kind and price. */
function sumByDay(points: readonly DataPoint[], name: 'sent' | 'conversation'): [day: string, sum: number][] {
  const sums = new Map<string, number>()
  for (const { start, [name]: count } of points) {
    if (typeof count !== 'number') continue
    const day = new Date(start * 1000).toISOString().slice(0, 10)
    sums.set(day, (sums.get(day) ?? 0) + count)
  }
  return [...sums]
}
