import { Nullable, OpenObject } from '../../../../kit/declare/schema.ts'
import { Type } from '../../../../kit/declare/type.ts'

export const PlatformName = Type.String({
  maxLength: 64,
  description: 'A platform id from `GET /v1/platforms`.',
  title: 'PlatformName',
})

/** The author of a comment or a review, or the other person of a conversation. */
export const PlatformUser = OpenObject(
  {
    external_id: Type.String(),
    name: Nullable(Type.String()),
    username: Nullable(Type.String()),
    avatar_url: Nullable(Type.String()),
  },
  { title: 'PlatformUser' },
)
