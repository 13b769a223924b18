import type { Static } from 'typebox'
import { DateTime, ErrorObject, FreeForm, Nullable, StringEnum } from '../../../../kit/declare/schema.ts'
import { Type } from '../../../../kit/declare/type.ts'
import { PlatformName } from '../../accounts/contract/platform.ts'

export const TARGET_STATUSES = [
  'pending',
  'publishing',
  'processing',
  'published',
  'failed',
  'unconfirmed',
  'canceled',
  'unpublished',
] as const

export const POST_STATUSES = [
  'draft',
  'scheduled',
  'publishing',
  'published',
  'partially_published',
  'failed',
  'canceled',
  'unpublished',
] as const

const FirstComment = Type.Object(
  {
    body: Type.String(),
    status: StringEnum(['pending', 'published', 'failed'], {
      description: 'Also `pending` until the post is published.',
    }),
    external_id: Nullable(Type.String()),
    error: Nullable(ErrorObject),
  },
  { title: 'FirstComment' },
)

export type Target = Static<typeof Target>
export const Target = Type.Object(
  {
    id: Type.String(),
    account_id: Type.String(),
    platform: PlatformName,
    status: StringEnum(TARGET_STATUSES),
    content: Nullable(Type.String({ description: "The target's own text; null when it uses the post's." })),
    media_ids: Nullable(
      Type.Array(Type.String(), { description: "The target's own media; null when it uses the post's." }),
    ),
    options: FreeForm(),
    external_id: Nullable(Type.String()),
    external_url: Nullable(Type.String()),
    error: Nullable(ErrorObject),
    attempts: Type.Integer({ minimum: 0 }),
    published_at: Nullable(DateTime),
    first_comment: Nullable(FirstComment),
  },
  { title: 'TargetView' },
)

export type Post = Static<typeof Post>
export const Post = Type.Object(
  {
    id: Type.String(),
    profile_id: Type.String(),
    status: StringEnum(POST_STATUSES),
    content: Type.String(),
    media_ids: Type.Array(Type.String()),
    first_comment: Nullable(Type.String()),
    scheduled_at: Nullable(DateTime),
    idempotency_key: Nullable(Type.String()),
    targets: Type.Array(Target),
    created_at: DateTime,
    updated_at: DateTime,
  },
  { title: 'PostResponse' },
)

const empty = { content: '', media_ids: [], first_comment: null } satisfies Partial<Post>

/** Fields that requests set, and that are stored and shown unchanged. */
export type PostFields = Pick<Post, keyof typeof empty>
/** Values of the fields that a new post omits. */
export const EMPTY_POST: PostFields = empty
const POST_FIELDS = Object.keys(EMPTY_POST) as (keyof PostFields)[]

/** Applies a request to a post: fields that the request omits stay unchanged. */
export function mergeFields(before: PostFields, request: Partial<PostFields>): PostFields {
  const pairs = POST_FIELDS.map((name) => [name, request[name] === undefined ? before[name] : request[name]])
  return Object.fromEntries(pairs) as PostFields
}

/** A post that was checked but not stored: it has no ids, no history and no timestamps. */
export type ValidatedPost = Static<typeof ValidatedPost>
export const ValidatedPost = Type.Object(
  {
    profile_id: Type.String(),
    status: StringEnum(['scheduled', 'publishing'], { description: 'The status of the post if it were created.' }),
    content: Type.String(),
    media_ids: Type.Array(Type.String()),
    scheduled_at: Nullable(DateTime),
    targets: Type.Array(
      Type.Object(
        {
          account_id: Type.String(),
          platform: PlatformName,
          content: Nullable(Type.String({ description: "The target's own text; null when it uses the post's." })),
        },
        { title: 'ValidatedTarget' },
      ),
    ),
  },
  { title: 'ValidatedPost' },
)

export type PostAttempt = Static<typeof PostAttempt>
export const PostAttempt = Type.Object(
  {
    id: Type.String(),
    target_id: Type.String(),
    phase: StringEnum(['prepare', 'publish', 'reconcile', 'unpublish', 'first_comment'], {
      description:
        '`publish` is the single request that creates the post; `reconcile` asks the platform whether it has the post.',
    }),
    outcome: StringEnum(['started', 'succeeded', 'failed', 'unknown', 'waiting', 'absent']),
    error: Nullable(ErrorObject),
    started_at: DateTime,
    duration_ms: Nullable(Type.Integer({ minimum: 0 })),
  },
  { title: 'PostAttempt' },
)
