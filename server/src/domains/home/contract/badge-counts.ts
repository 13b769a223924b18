import type { Static } from 'typebox'
import { endpoint } from '../../../kit/declare/endpoint.ts'
import { Nullable } from '../../../kit/declare/schema.ts'
import { Type } from '../../../kit/declare/type.ts'

/** Maximum of each count: a badge shows at most 99+, and counting further would cost more. */
export const COUNTED_MAX = 100

const count = (description: string) =>
  Type.Integer({ minimum: 0, maximum: COUNTED_MAX, description: `${description}; counted up to ${COUNTED_MAX}.` })
const ofWorkspace = (description: string) => Nullable(count(description))

export type Pulse = Static<typeof Pulse>
const Pulse = Type.Object(
  {
    unread_conversations: count('Open conversations with unread messages'),
    failed_posts: count('Posts of the last 7 days with a target that failed or is unconfirmed'),
    dead_deliveries: ofWorkspace('Dead webhook deliveries'),
    running_jobs: ofWorkspace('Unfinished data jobs'),
    available: Nullable(Type.Integer({ description: 'Credits that can be spent.' })),
  },
  {
    title: 'Pulse',
    description: 'Values of the whole workspace are null for members who are limited to profiles.',
  },
)

export const home = {
  pulse: endpoint({
    id: 'session.pulse',
    route: 'GET /v1/session/pulse',
    summary: 'Read the badge counts of the portal',
    description: 'Cheap enough to be polled every few seconds.',
    access: 'user',
    role: 'viewer',
    scope: 'profile',
    reply: Pulse,
    example: {
      reply: { unread_conversations: 2, failed_posts: 1, dead_deliveries: 0, running_jobs: 1, available: 50 },
    },
  }),
}
