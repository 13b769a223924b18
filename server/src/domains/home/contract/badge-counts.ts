import type { Static } from 'typebox'
import { endpoint } from '../../../kit/declare/endpoint.ts'
import { Nullable } from '../../../kit/declare/schema.ts'
import { Type } from '../../../kit/declare/type.ts'

/** Counts end here: a badge says 99+ at most, and counting on would cost more than it shows. */
export const COUNTED_MAX = 100

const count = (description: string) =>
  Type.Integer({ minimum: 0, maximum: COUNTED_MAX, description: `${description}; counted up to ${COUNTED_MAX}.` })
const ofWorkspace = (description: string) => Nullable(count(description))

export type Pulse = Static<typeof Pulse>
const Pulse = Type.Object(
  {
    unread_conversations: count('Open conversations with unread messages'),
    failed_posts: count('Posts of the last 7 days with a target that failed or is unconfirmed'),
    dead_deliveries: ofWorkspace('Webhook deliveries that are dead'),
    running_jobs: ofWorkspace('Data jobs that are not finished'),
    available: Nullable(Type.Integer({ description: 'Credits that can be spent.' })),
  },
  {
    title: 'Pulse',
    description: 'What belongs to the workspace as a whole is null for members who are limited to profiles.',
  },
)

export const home = {
  pulse: endpoint({
    id: 'session.pulse',
    route: 'GET /v1/session/pulse',
    summary: 'Read the counts that the badges of the portal show',
    description: 'Cheap enough to be asked every few seconds.',
    access: 'user',
    role: 'viewer',
    scope: 'profile',
    reply: Pulse,
    example: {
      reply: { unread_conversations: 2, failed_posts: 1, dead_deliveries: 0, running_jobs: 1, available: 50 },
    },
  }),
}
