import { Type } from 'typebox'
import { FreeForm, OneOf } from '../../kit/declare/schema.ts'
import type { Connector } from '../connector.ts'
import { checkLimits, type Limits } from '../limits.ts'
import { auth, checkHealth } from './auth.ts'
import { FAULT_NAMES } from './faults.ts'
import { inbound } from './inbound.ts'
import { comments, messages, reviews } from './inbox.ts'
import { metrics } from './metrics.ts'
import { publish } from './publish.ts'
import { numbers, templates } from './templates.ts'

const limits: Limits = {
  text: { max: 500, unit: 'graphemes' },
  allowsTextOnly: true,
  mediaMax: 4,
  image: { countMax: 4, bytesMax: 8_000_000, mimes: ['image/jpeg', 'image/png', 'image/webp', 'image/gif'] },
  video: { countMax: 1, bytesMax: 512_000_000, mimes: ['video/mp4'], durationSecondsMax: 600 },
  allowsMixedMedia: false,
}

/** The faults that a post can bring in its options: the network then fails in this way, once, at this post. */
const POST_FAULTS = ['fail_upload', ...FAULT_NAMES] as const

/**
 * The platform `sandbox`: a small social network inside the server (domains/social/sandbox-network). This connector reaches
 * it by `call.http` alone, as it would a real platform, so everything above behaves as with a real one.
 */
export const sandbox: Connector = {
  id: 'sandbox',
  label: 'Sandbox',
  version: '1',
  limits,
  options: Type.Object(
    {
      visibility: Type.Optional(OneOf(['public', 'followers'])),
      fault: Type.Optional(OneOf(POST_FAULTS, { description: 'How the network fails at this post.' })),
      note: Type.Optional(FreeForm({ description: 'Stored with the post on the network.' })),
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
