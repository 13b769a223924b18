import type { FakeReply, ReceivedRequest } from './loopback.ts'

// oxlint-disable-next-line typescript/no-explicit-any -- posts of every shape
type Any = any

/** An error as Meta writes it. */
export class Refusal extends Error {
  readonly reply: FakeReply
  constructor(status: number, code: number, message: string, subcode?: number) {
    super(message)
    const error = {
      message,
      type: 'THApiException',
      code,
      ...(subcode && { error_subcode: subcode }),
      fbtrace_id: 'A1',
    }
    this.reply = { status, body: { error } }
  }
}

export const missing = () =>
  new Refusal(
    400,
    100,
    'Unsupported request. The object does not exist or cannot be loaded due to missing permissions',
    33,
  )

/** The parameters of a container. */
export const FIELDS = [
  'media_type',
  'text',
  'image_url',
  'video_url',
  'is_carousel_item',
  'children',
  'alt_text',
  'reply_to_id',
  'reply_control',
  'topic_tag',
  'link_attachment',
  'quote_post_id',
  'enable_reply_approvals',
]

/** Returns the requested fields and the id, as the Graph API does. */
export function pick(all: Any, { query }: ReceivedRequest): Any {
  const fields = ['id', ...(query.get('fields') ?? '').split(',')]
  return Object.fromEntries(fields.filter((name) => all[name] !== undefined).map((name) => [name, all[name]]))
}

export const ok = (body: unknown, headers: Record<string, string> = {}): FakeReply => ({ status: 200, body, headers })

export function buildInsights({ query }: ReceivedRequest): FakeReply {
  const values: Record<string, number> = { views: 50, likes: 5, replies: 2, reposts: 1, quotes: 3, shares: 4 }
  const names = (query.get('metric') ?? '').split(',')
  if (names.some((name) => !(name in values))) throw new Refusal(400, 100, 'metric')
  return ok({ data: names.map((name) => ({ name, period: 'lifetime', values: [{ value: values[name] }] })) })
}

export function buildUserInsights({ query }: ReceivedRequest): FakeReply {
  if (query.get('metric') === 'followers_count')
    return ok({ data: [{ name: 'followers_count', period: 'day', total_value: { value: 77 } }] })
  if (query.get('metric') !== 'views' || Number(query.get('since')) < 1_712_991_600)
    throw new Refusal(400, 100, 'since')
  const end_time = `${new Date(Number(query.get('until')) * 1000).toISOString().slice(0, 10)}T07:00:00+0000`
  return ok({ data: [{ name: 'views', period: 'day', values: [{ value: 9, end_time }] }] })
}
