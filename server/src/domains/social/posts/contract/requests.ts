import type { Static } from 'typebox'
import { PageQuery } from '../../../../kit/declare/page.ts'
import { bytesAtMost, FreeForm, Nullable, StringEnum } from '../../../../kit/declare/schema.ts'
import { Type } from '../../../../kit/declare/type.ts'
import { PlatformName } from '../../accounts/contract/platform.ts'
import { POST_STATUSES } from './resources.ts'

const closed = { additionalProperties: false } as const
const Id = Type.String({ maxLength: 64 })
const mediaIds = Type.Array(Id, {
  maxItems: 10,
  description: 'Media assets, in display order. The post waits for those that are not ready yet.',
})

const firstComment = (description: string) => Type.Optional(Nullable(Type.String({ maxLength: 10_000, description })))

export type TargetRequest = Static<typeof TargetRequest>
const TargetRequest = Type.Object(
  {
    account_id: Id,
    content: Type.Optional(Type.String({ description: "Replaces the post's text." })),
    media_ids: Type.Optional(mediaIds),
    first_comment: firstComment("Replaces the post's first comment; an empty text for none."),
    options: Type.Optional(
      FreeForm({
        ...bytesAtMost(16, "Must match the platform's `options_schema` in `GET /v1/platforms`."),
        title: 'TargetOptions',
      }),
    ),
  },
  { ...closed, title: 'TargetRequest' },
)

const buildTargetsSchema = (minItems: number) =>
  Type.Array(TargetRequest, { minItems, maxItems: 20, description: 'Accounts of one profile, each at most once.' })
const scheduledAt = (description: string) => Type.Optional(Nullable(Type.String({ format: 'date-time', description })))

/** Fields with one description in all requests. */
const optionalFields = { media_ids: Type.Optional(mediaIds) }

export type CreatePostRequest = Static<typeof CreatePostRequest>
export const CreatePostRequest = Type.Object(
  {
    targets: buildTargetsSchema(1),
    content: Type.String({ default: '' }),
    ...optionalFields,
    first_comment: firstComment(
      'Added under the post right after it is published, on platforms with the capability `comments.on_post`.',
    ),
    scheduled_at: scheduledAt(
      'When to publish. Null publishes at once. A time up to five minutes in the past counts as now.',
    ),
  },
  { ...closed, title: 'CreatePostRequest' },
)

export type CreateDraftRequest = Static<typeof CreateDraftRequest>
export const CreateDraftRequest = Type.Object(
  {
    profile_id: Type.Optional(
      Type.String({
        maxLength: 64,
        description: 'For a draft without targets. Otherwise the profile of the targets is used.',
      }),
    ),
    targets: Type.Optional(buildTargetsSchema(0)),
    content: Type.String({ default: '' }),
    ...optionalFields,
    first_comment: firstComment('As for a post.'),
  },
  { ...closed, title: 'CreateDraftRequest' },
)

export type UpdatePostRequest = Static<typeof UpdatePostRequest>
export const UpdatePostRequest = Type.Object(
  {
    targets: Type.Optional(buildTargetsSchema(0)),
    content: Type.Optional(Type.String()),
    ...optionalFields,
    first_comment: firstComment('Null for none.'),
    scheduled_at: scheduledAt('A time schedules a draft. Null unschedules the post: it becomes a draft.'),
  },
  { ...closed, title: 'UpdatePostRequest' },
)

const targetIds = Type.Optional(
  Type.Array(Id, {
    minItems: 1,
    maxItems: 20,
    description: 'The targets. By default, all targets in the right state.',
  }),
)

export type RetryPostRequest = Static<typeof RetryPostRequest>
export const RetryPostRequest = Type.Object(
  {
    target_ids: targetIds,
    force: Type.Boolean({
      default: false,
      description:
        'Publishes `unconfirmed` targets again. Use it only after you have checked that the post is not on the platform.',
    }),
  },
  { ...closed, title: 'RetryPostRequest' },
)

export type UnpublishPostRequest = Static<typeof UnpublishPostRequest>
export const UnpublishPostRequest = Type.Object({ target_ids: targetIds }, { ...closed, title: 'UnpublishPostRequest' })

const time = (description: string) => Type.Optional(Type.String({ format: 'date-time', description }))

export type PostQuery = Static<typeof PostQuery>
export const PostQuery = Type.Object({
  ...PageQuery,
  profile_id: Type.Optional(Id),
  account_id: Type.Optional(Id),
  platform: Type.Optional(PlatformName),
  status: Type.Optional(StringEnum(POST_STATUSES)),
  q: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 200,
      description: 'Text in the post or in one of its targets; not case-sensitive.',
    }),
  ),
  since: time('Posts from this time on. The time of a post is its `scheduled_at`, or its `created_at` if it has none.'),
  until: time('Posts before this time.'),
})
