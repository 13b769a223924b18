import { type Body, request } from '../meta/graph.ts'
import { readEach } from '../meta/insights.ts'
import { dailyPoints, type Metrics } from '../metrics.ts'
import { createGraph, getBusinessAccountId } from './cloud-api.ts'

const DAY_SECONDS = 86_400

/** What Meta counts for the number by day, in UTC: messages that it sent, and conversations. */
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
      const found = await readEach(fields, (given) =>
        request(createGraph(session), 'GET', encodeURIComponent(account), { query: { fields: given } }),
      )
      const sent = found.flatMap((one) => one.analytics?.data_points ?? [])
      const groups = found.flatMap((one) => one.conversation_analytics?.data ?? [])
      const conversations = groups.flatMap((one: Body) => one.data_points ?? [])
      return [
        ...sumByDay(sent, 'sent').flatMap(([day, messages]) => dailyPoints(day, { messages })),
        ...sumByDay(conversations, 'conversation').flatMap(([day, sum]) => dailyPoints(day, { conversations: sum })),
      ]
    },
  },
  posts: { read: async () => [] },
}

const toUnixSeconds = (day: string) => Date.parse(day) / 1000

/** A day may come in parts, by kind and price of its conversations. */
function sumByDay(points: readonly Body[], name: string): [day: string, sum: number][] {
  const sums = new Map<string, number>()
  for (const point of points) {
    if (!Number.isFinite(point?.start) || !Number.isFinite(point[name])) continue
    const day = new Date(point.start * 1000).toISOString().slice(0, 10)
    sums.set(day, (sums.get(day) ?? 0) + point[name])
  }
  return [...sums]
}
