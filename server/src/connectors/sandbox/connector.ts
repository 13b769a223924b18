import { Type } from 'typebox'
import { FreeForm, OneOf } from '../../kit/declare/schema.ts'
import type { Connector } from '../connector.ts'
import { checkLimits, type Limits } from '../limits.ts'
import { auth, checkHealth } from './auth.ts'
import { FAULT_NAMES } from './faults.ts'
import { comments, inbound, messages, numbers, reviews, templates } from './inbox.ts'
import { metrics } from './metrics.ts'
import { publish } from './publish.ts'

const limits: Limits = {
  text: { max: 500, unit: 'graphemes' },
  allowsTextOnly: true,
  mediaMax: 4,
  image: { countMax: 4, bytesMax: 8_000_000, mimes: ['image/jpeg', 'image/png', 'image/webp', 'image/gif'] },
  video: { countMax: 1, bytesMax: 512_000_000, mimes: ['video/mp4'], durationSecondsMax: 600 },
  allowsMixedMedia: false,
}

/** What can be asked of one publish: the network then fails in this way, once, when it comes to this post. */
const POST_FAULTS = ['fail_upload', ...FAULT_NAMES] as const

/**
 * A small social network inside the server. To this connector it is a platform like any other, spoken to over `call.http`:
 * so everything above it works as it will with the real ones.
 */
export const sandbox: Connector = {
  id: 'sandbox',
  label: 'Sandbox',
  version: '1',
  limits,
  options: Type.Object(
    {
      visibility: Type.Optional(OneOf(['public', 'followers'])),
      fault: Type.Optional(OneOf(POST_FAULTS, { description: 'How the network fails when this post reaches it.' })),
      note: Type.Optional(FreeForm({ description: 'Kept with the post on the network.' })),
    },
    { additionalProperties: false },
  ),
  messageWindowHours: 24,
  settings: { webhookSecret: 'SANDBOX_WEBHOOK_SECRET' },
  needs: [],
  auth,
  checkHealth,
  validate: (draft) => checkLimits('sandbox', limits, draft),
  publish,
  comments,
  messages,
  reviews,
  metrics,
  templates,
  numbers,
  inbound,
}
