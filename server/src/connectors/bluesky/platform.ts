import type { Static } from 'typebox'
import { StringEnum } from '../../kit/declare/schema.ts'
import { Type } from '../../kit/declare/type.ts'
import type { Limits } from '../limits.ts'
import type { PlatformFacts } from '../platform.ts'

export const limits: Limits = {
  text: { max: 300, unit: 'graphemes' },
  allowsTextOnly: true,
  mediaMax: 4,
  image: { countMax: 4, bytesMax: 2_000_000, mimes: ['image/jpeg', 'image/png', 'image/webp', 'image/gif'] },
  video: { countMax: 1, bytesMax: 300_000_000, mimes: ['video/mp4'] },
  allowsMixedMedia: false,
}

/** The scopes that every sign-in at Bluesky must include. An app password allows the same without naming them. */
export const SCOPES = ['atproto', 'transition:generic']

const options = Type.Object(
  {
    alt_texts: Type.Optional(
      Type.Array(Type.String({ maxLength: 2000 }), {
        maxItems: 4,
        description: 'Descriptions of the media, one for each, in the same order.',
      }),
    ),
    langs: Type.Optional(
      Type.Array(Type.String({ pattern: '^[A-Za-z]{2,3}(-[A-Za-z0-9]{1,8})*$' }), {
        maxItems: 3,
        description: 'The languages of the text, such as en or pt-BR.',
      }),
    ),
    tags: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: 64, pattern: '^[^#\\s]+$' }), {
        maxItems: 8,
        description: 'More tags, besides those in the text; without #.',
      }),
    ),
    labels: Type.Optional(
      Type.Array(StringEnum(['porn', 'sexual', 'nudity', 'graphic-media']), {
        maxItems: 4,
        uniqueItems: true,
        description: 'Content warnings that the author puts on the post.',
      }),
    ),
  },
  { additionalProperties: false },
)

/** The options of a post. */
export type Options = Static<typeof options>

export const bluesky: PlatformFacts = {
  id: 'bluesky',
  label: 'Bluesky',
  version: 'app.bsky 2026-11',
  testedAgainst: ['real_server', 'published_description', 'fake'],
  limits,
  options,
  messageWindowHours: null,
  settings: { url: 'BLUESKY_URL', plcUrl: 'BLUESKY_PLC_URL', videoUrl: 'BLUESKY_VIDEO_URL' },
  app: {},
  auth: {
    methods: ['oauth', 'credentials'],
    scopes: [],
    optionalScopes: SCOPES,
    selection: 'automatic',
    isDescribed: true,
    options: Type.Object(
      {
        handle: Type.String({
          minLength: 3,
          maxLength: 320,
          pattern: '^@?[^@\\s]+$',
          description:
            'Your handle (alice.bsky.social), your DID, or the address of your server (https://pds.example.com). You enter your password there, not here.',
        }),
      },
      { additionalProperties: false },
    ),
    credentials: Type.Object(
      {
        identifier: Type.String({
          minLength: 3,
          maxLength: 320,
          description: 'The handle (alice.bsky.social), the DID, or the email address of the account.',
        }),
        app_password: Type.String({
          minLength: 1,
          maxLength: 200,
          description: 'An app password: Settings, Privacy and security, App passwords.',
        }),
        service: Type.Optional(
          Type.String({
            pattern: '^https?://[^/?#]+/?$',
            maxLength: 300,
            description: 'The data server (PDS) of the account; found from the identifier when absent.',
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
    'comments.hide',
    'comments.unhide',
    'comments.delete',
    'metrics',
  ],
  metrics: { account: ['followers', 'posts'], post: ['likes', 'comments', 'shares', 'quotes'] },
}
