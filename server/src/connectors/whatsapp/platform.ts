import { Type } from '../../kit/declare/type.ts'
import type { Limits } from '../limits.ts'
import { clientApp, type PlatformFacts } from '../platform.ts'

/** The version of the Graph API in every address. */
export const API_VERSION = 'v23.0'

/** Limits of one message: https://developers.facebook.com/docs/whatsapp/cloud-api/reference/media */
export const limits: Limits = {
  text: { max: 4096, unit: 'characters' },
  allowsTextOnly: true,
  mediaMax: 1,
  image: { countMax: 1, bytesMax: 5 * 1_048_576, mimes: ['image/jpeg', 'image/png'] },
  video: { countMax: 1, bytesMax: 16 * 1_048_576, mimes: ['video/mp4', 'video/3gpp'] },
  document: {
    countMax: 1,
    bytesMax: 100 * 1_048_576,
    mimes: [
      'application/pdf',
      'text/plain',
      'application/msword',
      'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
      'application/vnd.ms-excel',
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      'application/vnd.ms-powerpoint',
      'application/vnd.openxmlformats-officedocument.presentationml.presentation',
    ],
  },
  allowsMixedMedia: false,
}

export const whatsapp: PlatformFacts = {
  id: 'whatsapp',
  label: 'WhatsApp',
  version: API_VERSION,
  testedAgainst: ['published_description', 'fake'],
  limits,
  options: Type.Object({}, { additionalProperties: false }),
  messageWindowHours: 24,
  // Messages are pushed only. The status of a template is pushed too; a poll finds templates that were made at Meta.
  pollSeconds: { messages: 86_400, templates: 300 },
  settings: {},
  app: clientApp('META'),
  auth: {
    methods: ['oauth', 'credentials'],
    scopes: ['whatsapp_business_management', 'whatsapp_business_messaging'],
    selection: 'asked',
    options: Type.Object(
      {
        config_id: Type.Optional(
          Type.String({
            pattern: '^[0-9]{5,32}$',
            description: 'The configuration of an embedded signup (Facebook Login for Business).',
          }),
        ),
      },
      { additionalProperties: false },
    ),
    credentials: Type.Object(
      {
        access_token: Type.String({
          minLength: 20,
          maxLength: 2000,
          description: 'A token of a system user, made for your app in the business settings at Meta.',
        }),
        business_account_id: Type.String({
          pattern: '^[0-9]{5,32}$',
          description: 'The id of the WhatsApp business account.',
        }),
      },
      { additionalProperties: false },
    ),
  },
  capabilities: [
    'messages',
    'messages.media',
    'messages.template',
    'messages.start',
    'messages.mark_read',
    'templates',
    'numbers',
    'numbers.verify',
    'metrics',
    'inbound',
  ],
  metrics: { account: ['messages', 'conversations'], post: [] },
}
