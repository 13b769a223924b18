import { type Any, Refusal } from './whatsapp-graph.ts'

/** Counts of one number on one day. `start` is the first second of the day. */
export interface CountedDay {
  readonly number: string
  readonly start: number
  readonly sent: number
  readonly conversations: readonly number[]
}

const FIELD =
  /^(conversation_)?analytics\.start\((\d+)\)\.end\((\d+)\)\.granularity\((\w+)\)\.phone_numbers\((.*?)\)(.*)$/

/** Returns the analytics of a business account, which are requested as fields with parameters. */
export function buildAnalytics(days: readonly CountedDay[], fields: string): Any {
  const found: Any = {}
  if (!fields.includes('analytics')) return found
  for (const field of fields.split(/,(?=conversation_analytics)/)) {
    const [, isConversation, start, end, granularity, numbers = '', rest] = FIELD.exec(field) ?? []
    const expected = isConversation ? ['DAILY', '.metric_types(["CONVERSATION"])'] : ['DAY', '']
    if (granularity !== expected[0] || rest !== expected[1]) throw new Refusal(100, `Bad field ${field}`)
    const counted = days.filter(
      (day) => JSON.parse(numbers).includes(day.number) && day.start >= Number(start) && day.start < Number(end),
    )
    const span = (day: CountedDay) => ({ start: day.start, end: day.start + 86_400 })
    if (isConversation) {
      const parts = counted.flatMap((day) => day.conversations.map((conversation) => ({ ...span(day), conversation })))
      found.conversation_analytics = { data: [{ data_points: parts }] }
    } else
      found.analytics = {
        phone_numbers: JSON.parse(numbers),
        granularity,
        data_points: counted.map((day) => ({ ...span(day), sent: day.sent, delivered: day.sent })),
      }
  }
  return found
}
