import { declareList, exampleById, examplePages, IdParams } from '../../../../kit/declare/by-id.ts'
import { endpoint } from '../../../../kit/declare/endpoint.ts'
import { checkDraft, checkPostBody, checkRange } from '../check-request.ts'
import {
  attemptExample,
  draftExample,
  newPostExample,
  pendingTargetExample,
  postExample,
  scheduledPostExample,
  targetExample,
  validateExample,
} from './examples.ts'
import {
  CreateDraftRequest,
  CreatePostRequest,
  PostQuery,
  RetryPostRequest,
  UnpublishPostRequest,
  UpdatePostRequest,
} from './requests.ts'
import { Post, PostAttempt, ValidatedPost } from './resources.ts'

const read = { access: 'read', scope: 'profile' } as const
const write = { access: 'write', scope: 'profile', reply: Post } as const
const writeOne = { ...write, params: IdParams } as const
/** Common fields of the endpoints that take a new post. */
const newPost = { ...write, body: CreatePostRequest } as const
const newPostErrors = ['not_found', 'out_of_scope', 'unsupported_by_platform'] as const

export const posts = {
  create: endpoint({
    id: 'posts.create',
    route: 'POST /v1/posts',
    summary: 'Publish a post, now or later',
    tool: {
      name: 'posts_create',
      text: 'Publishes to accounts, now or at `scheduled_at`. Posts are public and cannot be undone everywhere: show the text to the user first. Returns before platforms respond: read the outcome with posts_get.',
    },
    description:
      'The post is checked against the limits of every platform and stored. A worker then publishes each target separately. ' +
      'The response does not wait for that: read the post again, or subscribe to `post.published` and `post.failed`.',
    ...newPost,
    status: 201,
    special: { storesResponse: true },
    errors: newPostErrors,
    check: ({ body }, now) => checkPostBody(body, now),
    example: newPostExample,
  }),

  createDraft: endpoint({
    id: 'posts.create_draft',
    route: 'POST /v1/posts/drafts',
    summary: 'Save a post as a draft',
    description:
      'A draft is never published automatically and may be incomplete: it is checked only when it is published or scheduled. ' +
      'Change it with `PATCH /v1/posts/{id}`, which also schedules it, and publish it with `POST /v1/posts/{id}/publish`.',
    ...write,
    body: CreateDraftRequest,
    status: 201,
    special: { storesResponse: true },
    location: '/v1/posts/{id}',
    errors: newPostErrors,
    check: ({ body }, now) => [...checkPostBody(body, now), ...checkDraft(body)],
    example: draftExample,
  }),

  validate: endpoint({
    id: 'posts.validate',
    route: 'POST /v1/posts/validate',
    summary: 'Check a post without storing it',
    tool: {
      name: 'posts_validate',
      text: 'Checks a post against the limits of every platform and stores nothing. Call it before posts_create.',
      isReading: true,
    },
    description:
      'Returns the errors of `POST /v1/posts`, or the post as it would be stored. It has no id, because nothing is stored.',
    ...newPost,
    reply: ValidatedPost,
    errors: newPostErrors,
    check: ({ body }, now) => checkPostBody(body, now),
    example: validateExample,
  }),

  list: endpoint({
    id: 'posts.list',
    route: 'GET /v1/posts',
    summary: 'List posts, newest first',
    tool: { name: 'posts_list', text: 'Posts, newest first; for text use `q`.' },
    ...read,
    ...declareList(Post, 'PostPage', postExample),
    query: PostQuery,
    check: ({ query }) => checkRange(query),
  }),

  get: endpoint({
    id: 'posts.get',
    route: 'GET /v1/posts/{id}',
    summary: 'Read one post',
    special: { versioned: true },
    tool: { name: 'posts_get', text: 'One post with the state, link and error of each target.' },
    ...read,
    params: IdParams,
    reply: Post,
    example: exampleById(postExample),
  }),

  update: endpoint({
    id: 'posts.update',
    route: 'PATCH /v1/posts/{id}',
    summary: 'Change a draft or a scheduled post',
    special: { versioned: true },
    tool: {
      name: 'posts_update',
      text: 'Changes a draft or a scheduled post; omitted fields stay unchanged.',
      isDestructive: true,
    },
    description:
      'Omitted fields stay unchanged. The whole post is checked again, unless it is a draft. Returns 409 once publishing a target has started.',
    ...writeOne,
    body: UpdatePostRequest,
    errors: ['wrong_state', 'unsupported_by_platform'],
    check: ({ body }, now) => checkPostBody(body, now),
    example: {
      params: { id: postExample.id },
      body: { content: 'Hello again.' },
      reply: { ...scheduledPostExample, content: 'Hello again.' },
      echo: ({ params: { id }, body }, reply) => ({ ...reply, id, content: body.content ?? reply.content }),
    },
  }),

  publish: endpoint({
    id: 'posts.publish',
    route: 'POST /v1/posts/{id}/publish',
    summary: 'Publish a draft or a scheduled post now',
    description:
      'Like a PATCH with the current time as `scheduled_at`. Errors name the fields of `POST /v1/posts`. Returns 409 once publishing a target has started.',
    ...writeOne,
    errors: ['wrong_state', 'unsupported_by_platform'],
    example: exampleById<Post>({ ...postExample, status: 'publishing', targets: [pendingTargetExample] }),
  }),

  delete: endpoint({
    id: 'posts.delete',
    route: 'DELETE /v1/posts/{id}',
    summary: 'Delete the record of a post',
    description:
      'Returns the deleted post. A scheduled post is then never published. Returns 409 while the post is, or may be, on a platform: unpublish it first.',
    ...writeOne,
    errors: ['wrong_state'],
    example: exampleById(scheduledPostExample),
  }),

  cancel: endpoint({
    id: 'posts.cancel',
    route: 'POST /v1/posts/{id}/cancel',
    summary: 'Cancel unpublished targets',
    tool: {
      name: 'posts_cancel',
      text: 'Cancels targets that are not published yet. It does not remove published ones.',
      isDestructive: true,
      isIdempotent: true,
    },
    description: 'Returns 409 while a worker is publishing a target, and when no target is left to cancel.',
    ...writeOne,
    errors: ['wrong_state'],
    example: exampleById<Post>({
      ...scheduledPostExample,
      status: 'canceled',
      targets: [{ ...pendingTargetExample, status: 'canceled' }],
    }),
  }),

  retry: endpoint({
    id: 'posts.retry',
    route: 'POST /v1/posts/{id}/retry',
    summary: 'Retry failed or unconfirmed targets',
    description:
      'Publishes `failed` targets again, and resends failed first comments of published targets. For an `unconfirmed` target, asks the platform again whether it has the post; ' +
      'where the platform cannot be asked, check there yourself and use `force`.',
    ...writeOne,
    body: RetryPostRequest,
    special: { isBodyOptional: true },
    errors: ['wrong_state'],
    example: {
      ...exampleById<Post>({ ...postExample, status: 'publishing', targets: [pendingTargetExample] }),
      body: {},
    },
  }),

  unpublish: endpoint({
    id: 'posts.unpublish',
    route: 'POST /v1/posts/{id}/unpublish',
    summary: 'Remove published targets from their platforms',
    description:
      'Responds once the platforms have deleted the posts. A target whose platform refuses stays `published`.',
    ...writeOne,
    body: UnpublishPostRequest,
    special: { isBodyOptional: true },
    errors: ['wrong_state', 'unsupported_by_platform', 'rate_limited', 'upstream_error', 'upstream_timeout'],
    callsOut: true,
    example: {
      ...exampleById<Post>({
        ...postExample,
        status: 'unpublished',
        targets: [{ ...targetExample, status: 'unpublished' }],
      }),
      body: {},
    },
  }),

  attempts: endpoint({
    id: 'posts.attempts',
    route: 'GET /v1/posts/{id}/attempts',
    summary: 'List all publishing attempts, newest first',
    description: 'Attempts are kept for 90 days.',
    ...read,
    ...declareList(PostAttempt, 'PostAttemptPage', attemptExample),
    params: IdParams,
    example: { params: { id: postExample.id }, ...examplePages(attemptExample) },
  }),
}
