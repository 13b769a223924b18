import { type Static, Type } from 'typebox'
import { echoId, onePage } from '../../../../kit/declare/by-id.ts'
import { endpoint } from '../../../../kit/declare/endpoint.ts'
import { invalidValue, type Violation } from '../../../../kit/declare/errors.ts'
import { PageOf, PageQuery } from '../../../../kit/declare/page.ts'
import { bytesAtMost, DateTime, FreeForm, Nullable, OneOf } from '../../../../kit/declare/schema.ts'
import { job } from '../../../../queue/job.ts'
import { failedTargetExample, postExample, targetExample } from './examples.ts'
import { Post } from './resources.ts'

const closed = { additionalProperties: false } as const
const Id = Type.String({ maxLength: 64 })
const mediaIds = Type.Array(Id, { maxItems: 10, description: 'Ready media assets, in the order they are shown.' })

export type TargetRequest = Static<typeof TargetRequest>
const TargetRequest = Type.Object(
  {
    account_id: Id,
    content: Type.Optional(Type.String({ description: "Instead of the post's own." })),
    media_ids: Type.Optional(mediaIds),
    options: Type.Optional(FreeForm(bytesAtMost(16, "Fits the platform's `options_schema` in `GET /v1/platforms`."))),
  },
  { ...closed, title: 'TargetRequest' },
)

const targets = Type.Array(TargetRequest, {
  minItems: 1,
  maxItems: 20,
  description: 'Accounts of one profile, each at most once.',
})
const scheduledAt = Nullable(
  Type.String({
    format: 'date-time',
    description: 'When to publish: at once when null. Up to five minutes ago is taken for now.',
  }),
)

export type CreatePostRequest = Static<typeof CreatePostRequest>
const CreatePostRequest = Type.Object(
  {
    targets,
    content: Type.String({ default: '' }),
    media_ids: Type.Optional(mediaIds),
    scheduled_at: Type.Optional(scheduledAt),
  },
  { ...closed, title: 'CreatePostRequest' },
)

export type UpdatePostRequest = Static<typeof UpdatePostRequest>
const UpdatePostRequest = Type.Object(
  {
    targets: Type.Optional(targets),
    content: Type.Optional(Type.String()),
    media_ids: Type.Optional(mediaIds),
    scheduled_at: Type.Optional(
      Nullable(
        Type.String({ format: 'date-time', description: 'Null takes the post off the schedule: it is a draft then.' }),
      ),
    ),
  },
  { ...closed, title: 'UpdatePostRequest' },
)

const targetIds = Type.Optional(
  Type.Array(Id, { minItems: 1, maxItems: 20, description: 'All that are in the right state when absent.' }),
)

export type RetryPostRequest = Static<typeof RetryPostRequest>
const RetryPostRequest = Type.Object(
  {
    target_ids: targetIds,
    force: Type.Boolean({
      default: false,
      description: 'Publishes `unconfirmed` targets again: say so only when the post is not on the platform.',
    }),
  },
  { ...closed, title: 'RetryPostRequest' },
)

export type UnpublishPostRequest = Static<typeof UnpublishPostRequest>
const UnpublishPostRequest = Type.Object({ target_ids: targetIds }, { ...closed, title: 'UnpublishPostRequest' })

export type PostAttempt = Static<typeof PostAttempt>
const PostAttempt = Type.Object(
  {
    id: Type.String(),
    target_id: Type.String(),
    phase: OneOf(['prepare', 'publish', 'reconcile', 'unpublish'], {
      description: '`publish` is the one request that makes the post; `reconcile` asks the platform what became of it.',
    }),
    outcome: OneOf(['started', 'succeeded', 'failed', 'unknown', 'waiting', 'absent']),
    error: Nullable(FreeForm()),
    started_at: DateTime,
    duration_ms: Nullable(Type.Integer({ minimum: 0 })),
  },
  { title: 'PostAttempt' },
)

const STATUSES = ['draft', 'scheduled', 'publishing', 'published', 'partially_published', 'failed', 'canceled'] as const

const ListQuery = Type.Object({
  ...PageQuery,
  profile_id: Type.Optional(Id),
  account_id: Type.Optional(Id),
  platform: Type.Optional(Id),
  status: Type.Optional(OneOf(STATUSES)),
  scheduled_from: Type.Optional(DateTime),
  scheduled_to: Type.Optional(DateTime),
})
export type PostQuery = Static<typeof ListQuery>

const PAST_MS = 300_000

/** A clock may be a little behind; an hour or a year is a mistake that cannot be taken back once it is published. */
function checkSchedule(given: string | null | undefined, now: Date): Violation[] {
  if (!given || new Date(given).getTime() >= now.getTime() - PAST_MS) return []
  return [invalidValue(['body', 'scheduled_at'], 'this time is more than five minutes ago', given)]
}

/** Twice the same account in one post would be two copies. */
function checkTargets(given: readonly TargetRequest[] = []): Violation[] {
  const ids = given.map((target) => target.account_id)
  return ids.flatMap((id, at) =>
    ids.indexOf(id) === at
      ? []
      : [invalidValue(['body', 'targets', at, 'account_id'], 'this account is a target already', id)],
  )
}

const pendingTarget = {
  ...targetExample,
  status: 'pending' as const,
  external_id: null,
  external_url: null,
  attempts: 0,
  published_at: null,
}
const scheduledPost: Post = {
  ...postExample,
  status: 'scheduled',
  scheduled_at: '2030-01-15T09:30:00.000Z',
  targets: [pendingTarget],
}
const failedPost: Post = { ...postExample, status: 'failed', targets: [failedTargetExample] }
const exampleBody = {
  targets: [{ account_id: targetExample.account_id }],
  content: postExample.content,
  scheduled_at: '2030-01-15T09:30:00.000Z',
}
const echoBody = ({ body }: { body: CreatePostRequest }, reply: Post): Post => ({
  ...reply,
  status: body.scheduled_at ? 'scheduled' : 'publishing',
  content: body.content,
  media_ids: body.media_ids ?? [],
  scheduled_at: body.scheduled_at ? new Date(body.scheduled_at).toISOString() : null,
  targets: body.targets.map((target) => ({
    ...pendingTarget,
    account_id: target.account_id,
    content: target.content ?? null,
  })),
})
const one = { params: Type.Object({ id: Id }) }
const params = { id: postExample.id }
const free = { reply: Post, scope: 'profile' } as const

export const posts = {
  create: endpoint({
    id: 'posts.create',
    route: 'POST /v1/posts',
    summary: 'Publish a post, now or later',
    description:
      'Checked against the limits of every platform first; then stored, and published by the worker, each target on its own. ' +
      'The answer does not wait for that: read the post again, or listen to `post.published` and `post.failed`.',
    ...free,
    access: 'write',
    query: Type.Object({
      draft: Type.Boolean({ default: false, description: 'Only stores it; `scheduled_at` in a PATCH publishes it.' }),
    }),
    body: CreatePostRequest,
    status: 201,
    errors: ['not_found', 'out_of_scope', 'unsupported_by_platform'],
    check: ({ body, query }, now) => [
      ...checkSchedule(body.scheduled_at, now),
      ...checkTargets(body.targets),
      ...(query.draft && body.scheduled_at
        ? [invalidValue(['body', 'scheduled_at'], 'a draft has no time yet', body.scheduled_at)]
        : []),
    ],
    example: { body: exampleBody, reply: scheduledPost, echo: (input, reply) => echoBody(input, reply) },
  }),

  validate: endpoint({
    id: 'posts.validate',
    route: 'POST /v1/posts/validate',
    summary: 'Check a post without storing it',
    description: 'Answers what `POST /v1/posts` would: the same errors, or the post, whose ids lead nowhere.',
    ...free,
    access: 'write',
    body: CreatePostRequest,
    errors: ['not_found', 'out_of_scope', 'unsupported_by_platform'],
    check: ({ body }, now) => [...checkSchedule(body.scheduled_at, now), ...checkTargets(body.targets)],
    example: { body: exampleBody, reply: scheduledPost, echo: (input, reply) => echoBody(input, reply) },
  }),

  list: endpoint({
    id: 'posts.list',
    route: 'GET /v1/posts',
    summary: 'List posts, newest first',
    ...free,
    access: 'read',
    query: ListQuery,
    reply: PageOf(Post, 'PostPage'),
    example: { reply: onePage(postExample) },
  }),

  get: endpoint({
    id: 'posts.get',
    route: 'GET /v1/posts/{id}',
    summary: 'Read one post',
    ...free,
    access: 'read',
    ...one,
    example: { params, reply: postExample, echo: echoId },
  }),

  update: endpoint({
    id: 'posts.update',
    route: 'PATCH /v1/posts/{id}',
    summary: 'Change a draft or a scheduled post',
    description: 'What the body leaves out stays. The whole post is checked again. 409 once a target has been started.',
    ...free,
    access: 'write',
    ...one,
    body: UpdatePostRequest,
    errors: ['wrong_state', 'unsupported_by_platform'],
    check: ({ body }, now) => [...checkSchedule(body.scheduled_at, now), ...checkTargets(body.targets)],
    example: {
      params,
      body: { content: 'Hello again.' },
      reply: { ...scheduledPost, content: 'Hello again.' },
      echo: ({ params: { id }, body }, reply) => ({
        ...reply,
        id,
        ...(body.content !== undefined && { content: body.content }),
      }),
    },
  }),

  delete: endpoint({
    id: 'posts.delete',
    route: 'DELETE /v1/posts/{id}',
    summary: 'Delete the record of a post',
    description:
      'Answers the post as it was. 409 while it is, or may be, on a platform: unpublish it first. A scheduled one is never published.',
    ...free,
    access: 'write',
    ...one,
    errors: ['wrong_state'],
    example: { params, reply: scheduledPost, echo: echoId },
  }),

  cancel: endpoint({
    id: 'posts.cancel',
    route: 'POST /v1/posts/{id}/cancel',
    summary: 'Cancel what has not been published yet',
    description: '409 while a worker is publishing, and when nothing is left to cancel.',
    ...free,
    access: 'write',
    ...one,
    errors: ['wrong_state'],
    example: {
      params,
      reply: { ...scheduledPost, status: 'canceled', targets: [{ ...pendingTarget, status: 'canceled' }] },
      echo: echoId,
    },
  }),

  retry: endpoint({
    id: 'posts.retry',
    route: 'POST /v1/posts/{id}/retry',
    summary: 'Try targets again that failed or are unconfirmed',
    description:
      'An `unconfirmed` target is asked about again; where the platform cannot be asked, look there yourself and say `force`.',
    ...free,
    access: 'write',
    ...one,
    body: RetryPostRequest,
    isBodyOptional: true,
    errors: ['wrong_state'],
    example: {
      params,
      body: {},
      reply: { ...failedPost, status: 'publishing', targets: [pendingTarget] },
      echo: echoId,
    },
  }),

  unpublish: endpoint({
    id: 'posts.unpublish',
    route: 'POST /v1/posts/{id}/unpublish',
    summary: 'Take published targets off their platforms',
    description: 'Once the platforms have done it. What one of them refuses stays `published`.',
    ...free,
    access: 'write',
    ...one,
    body: UnpublishPostRequest,
    isBodyOptional: true,
    errors: ['wrong_state', 'unsupported_by_platform', 'rate_limited', 'upstream_error', 'upstream_timeout'],
    callsOut: true,
    example: {
      params,
      body: {},
      reply: { ...postExample, status: 'canceled', targets: [{ ...targetExample, status: 'unpublished' }] },
      echo: echoId,
    },
  }),

  attempts: endpoint({
    id: 'posts.attempts',
    route: 'GET /v1/posts/{id}/attempts',
    summary: 'List every step that was tried, newest first',
    scope: 'profile',
    access: 'read',
    ...one,
    query: Type.Object(PageQuery),
    reply: PageOf(PostAttempt, 'PostAttemptPage'),
    example: {
      params,
      reply: {
        data: [
          {
            id: 'att_01KA2Z3W9GQ8F0T5V6X7Y8Z9AB',
            target_id: targetExample.id,
            phase: 'publish',
            outcome: 'succeeded',
            error: null,
            started_at: '2026-01-15T09:30:00.000Z',
            duration_ms: 181,
          },
        ],
        has_more: false,
        next_cursor: null,
      },
    },
  }),
}

/** Whatever goes wrong is counted on the target; the queue itself never gives up on one. */
const patient = {
  payload: Type.Object({ target_id: Type.String(), turn: Type.Integer() }),
  attempts: Number.MAX_SAFE_INTEGER,
  retry: (attempt: number) => Math.min(60, 2 ** Math.min(attempt, 6)),
}

/** One at a time for an account, and one that waits holds its place: an account's posts appear in their order. */
export const publishJob = job({ id: 'posts.publish', ...patient, blocking: true, concurrency: 100 })

export const reconcileJob = job({ id: 'posts.reconcile', ...patient, concurrency: 20 })
