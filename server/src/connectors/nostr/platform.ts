import type { Static } from 'typebox'
import { Type } from '../../kit/declare/type.ts'
import type { Limits } from '../limits.ts'
import type { PlatformFacts } from '../platform.ts'

const MIB = 1_048_576

/** Sizes that most relays accept. The entity's metadata has the limits that each relay states. */
export const limits: Limits = {
  text: { max: 32_768, unit: 'bytes' },
  allowsTextOnly: true,
  mediaMax: 10,
  image: { countMax: 10, bytesMax: 20 * MIB, mimes: ['image/jpeg', 'image/png', 'image/gif', 'image/webp'] },
  video: { countMax: 10, bytesMax: 100 * MIB, mimes: ['video/mp4', 'video/webm', 'video/quicktime'] },
  allowsMixedMedia: true,
}

const options = Type.Object(
  {
    tags: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: 64, pattern: '^[^#\\s]+$' }), {
        maxItems: 20,
        description: 'More hashtags, besides those in the text; without #.',
      }),
    ),
    content_warning: Type.Optional(
      Type.String({ maxLength: 200, description: 'Why apps hide the note until a reader wants to see it (NIP-36).' }),
    ),
    alt_texts: Type.Optional(
      Type.Array(Type.String({ maxLength: 2000 }), {
        maxItems: 10,
        description: 'Descriptions of the media, one for each, in the same order.',
      }),
    ),
  },
  { additionalProperties: false },
)

export type Options = Static<typeof options>

export const nostr: PlatformFacts = {
  id: 'nostr',
  label: 'Nostr',
  // The protocol has no versions: this is the month of the documents (NIPs) that were read.
  version: 'NIPs 2026-07',
  testedAgainst: ['real_server', 'fake'],
  limits,
  options,
  messageWindowHours: null,
  // Each read opens a connection to every relay of the account.
  pollSeconds: { comments: 120, messages: 120, post_metrics: 3600 },
  quietPollSeconds: 600,
  settings: {},
  app: {},
  auth: {
    methods: ['credentials'],
    scopes: [],
    selection: 'automatic',
    isRevocable: false,
    credentials: Type.Object(
      {
        private_key: Type.String({
          pattern: '^\\s*(nsec1[02-9ac-hj-np-z]{58}|[0-9a-fA-F]{64})\\s*$',
          description:
            'The private key: nsec1... or 64 hexadecimal digits. It cannot be withdrawn later: a key that is known to others stays theirs to use.',
        }),
        relays: Type.Array(Type.String({ pattern: '^wss?://[^\\s/?#]+[^\\s#]*$', maxLength: 300 }), {
          minItems: 1,
          maxItems: 8,
          description: 'The relays that notes are sent to and replies are read from, such as wss://relay.example.com.',
        }),
        media_server: Type.Optional(
          Type.String({
            pattern: '^https?://[^\\s/?#]+/?$',
            maxLength: 300,
            description:
              'A Blossom server that keeps images and videos; found in the list of the profile (kind 10063) when absent.',
          }),
        ),
      },
      { additionalProperties: false },
    ),
  },
  capabilities: [
    'publish',
    'unpublish',
    'reconcile',
    'comments',
    'comments.on_post',
    'comments.delete',
    'comments.recheck',
    'messages',
    'metrics',
  ],
  metrics: { account: [], post: ['likes', 'comments', 'shares', 'quotes'] },
}
