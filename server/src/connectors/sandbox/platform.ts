import type { Static } from 'typebox'
import { FreeForm, StringEnum } from '../../kit/declare/schema.ts'
import { Type } from '../../kit/declare/type.ts'
import type { Limits } from '../limits.ts'
import { CAPABILITIES, type PlatformFacts } from '../platform.ts'
import { FAULT_NAMES } from './faults.ts'

const limits: Limits = {
  text: { max: 500, unit: 'graphemes' },
  allowsTextOnly: true,
  mediaMax: 4,
  image: { countMax: 4, bytesMax: 8_000_000, mimes: ['image/jpeg', 'image/png', 'image/webp', 'image/gif'] },
  video: { countMax: 1, bytesMax: 512_000_000, mimes: ['video/mp4'], durationSecondsMax: 600 },
  allowsMixedMedia: false,
}

/** Faults that a post can name in its options: the network fails in this way once, at this post. */
const POST_FAULTS = ['fail_upload', ...FAULT_NAMES] as const

const options = Type.Object(
  {
    visibility: Type.Optional(StringEnum(['public', 'followers'])),
    fault: Type.Optional(StringEnum(POST_FAULTS, { description: 'How the network fails at this post.' })),
    note: Type.Optional(FreeForm({ description: 'Stored with the post on the network.' })),
  },
  { additionalProperties: false },
)

export type Options = Static<typeof options>

/** A small social network inside the server (domains/social/sandbox-network), for tests and first steps. */
export const sandbox: PlatformFacts = {
  id: 'sandbox',
  label: 'Sandbox',
  version: '1',
  testedAgainst: ['real_server'],
  limits,
  options,
  messageWindowHours: 24,
  settings: { webhookSecret: 'SANDBOX_WEBHOOK_SECRET' },
  app: {},
  auth: {
    methods: ['oauth', 'credentials'],
    scopes: ['read', 'publish', 'inbox'],
    selection: 'asked',
    credentials: Type.Object(
      {
        username: Type.String({
          pattern: '^[a-z0-9_-]{0,29}[a-z0-9]$',
          description: 'Any name: a new name is signed up.',
        }),
        token_seconds: Type.Optional(
          Type.Integer({
            minimum: 1,
            maximum: 31_536_000,
            description: 'How long access tokens are valid; one hour by default.',
          }),
        ),
        refresh: Type.Optional(
          StringEnum(['rotating', 'none'], {
            description: '`rotating`: refresh tokens for one use each; `none`: no refresh tokens.',
          }),
        ),
      },
      { additionalProperties: false },
    ),
  },
  capabilities: CAPABILITIES.filter((name) => name !== 'comments.recheck'),
  metrics: {
    account: ['followers', 'impressions', 'reach', 'engagements', 'posts'],
    post: ['impressions', 'likes', 'comments', 'shares'],
  },
}
