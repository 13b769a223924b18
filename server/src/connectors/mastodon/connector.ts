import { Type } from 'typebox'
import { OneOf } from '../../kit/declare/schema.ts'
import type { Connector } from '../connector.ts'
import { auth, checkHealth } from './auth.ts'
import { comments } from './comments.ts'
import { limits, validate } from './limits.ts'
import { messages } from './messages.ts'
import { metrics } from './metrics.ts'
import { publish } from './publish.ts'

export const mastodon: Connector = {
  id: 'mastodon',
  label: 'Mastodon',
  version: '4.7',
  limits,
  options: Type.Object(
    {
      visibility: Type.Optional(
        OneOf(['public', 'unlisted', 'private', 'direct'], {
          description: "Who sees the post; the account's own setting when absent.",
        }),
      ),
      spoiler_text: Type.Optional(
        Type.String({ maxLength: 5000, description: 'A content warning. The post is collapsed behind it.' }),
      ),
      sensitive: Type.Optional(Type.Boolean({ description: 'Hides the media until a reader opens them.' })),
      language: Type.Optional(
        Type.String({
          pattern: '^[a-z]{2,3}(-[A-Za-z]{2,4})?$',
          description: 'The language of the text, ISO 639, such as en.',
        }),
      ),
      alt_texts: Type.Optional(
        Type.Array(Type.String({ maxLength: 10_000 }), {
          maxItems: 16,
          description: 'Descriptions of the media, one for each, in the same order.',
        }),
      ),
    },
    { additionalProperties: false },
  ),
  messageWindowHours: null,
  settings: { appName: 'MASTODON_APP_NAME' },
  needs: [],
  auth,
  checkHealth,
  validate,
  publish,
  comments,
  messages,
  metrics,
}
