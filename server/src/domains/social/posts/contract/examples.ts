import type { CreateDraftRequest, CreatePostRequest, TargetRequest } from './requests.ts'
import { EMPTY_POST, mergeFields, type Post, type PostAttempt, type Target, type ValidatedPost } from './resources.ts'

const moment = '2026-01-15T09:30:00.000Z'
const later = '2030-01-15T09:30:00.000Z'

export const targetExample: Target = {
  id: 'tgt_01KA2Z3W9GQ8F0T5V6X7Y8Z9AB',
  account_id: 'acc_01KA2Z3W9GQ8F0T5V6X7Y8Z9AB',
  platform: 'sandbox',
  status: 'published',
  content: null,
  media_ids: null,
  options: {},
  external_id: '3000001',
  external_url: 'https://example.com/posts/3000001',
  error: null,
  attempts: 1,
  published_at: moment,
  first_comment: null,
}

const notOnPlatform = { external_id: null, external_url: null, published_at: null }

export const failedTargetExample: Target = {
  ...targetExample,
  ...notOnPlatform,
  status: 'failed',
  error: { code: 'rejected', message: 'The platform does not accept this text.' },
}

export const pendingTargetExample: Target = { ...targetExample, ...notOnPlatform, status: 'pending', attempts: 0 }

export const postExample: Post = {
  id: 'post_01KA2Z3W9GQ8F0T5V6X7Y8Z9AB',
  profile_id: 'prof_01KA2Z3W9GQ8F0T5V6X7Y8Z9AB',
  status: 'published',
  ...EMPTY_POST,
  content: 'Hello from an example.',
  scheduled_at: moment,
  idempotency_key: null,
  targets: [targetExample],
  created_at: moment,
  updated_at: moment,
}

export const scheduledPostExample: Post = {
  ...postExample,
  status: 'scheduled',
  scheduled_at: later,
  targets: [pendingTargetExample],
}

export const attemptExample: PostAttempt = {
  id: 'att_01KA2Z3W9GQ8F0T5V6X7Y8Z9AB',
  target_id: targetExample.id,
  phase: 'publish',
  outcome: 'succeeded',
  error: null,
  started_at: moment,
  duration_ms: 181,
}

const newPostBody = {
  targets: [{ account_id: targetExample.account_id }],
  content: postExample.content,
  scheduled_at: later,
}

function describeSchedule({ scheduled_at }: CreatePostRequest) {
  return {
    status: scheduled_at ? ('scheduled' as const) : ('publishing' as const),
    scheduled_at: scheduled_at ? new Date(scheduled_at).toISOString() : null,
  }
}

const pendingComment = (body: string | null | undefined) =>
  body ? { body, status: 'pending' as const, external_id: null, error: null } : null

export const newPostExample = {
  body: newPostBody,
  reply: scheduledPostExample,
  echo: ({ body }: { body: CreatePostRequest }, reply: Post): Post => ({
    ...reply,
    ...mergeFields(EMPTY_POST, body),
    ...describeSchedule(body),
    targets: describedTargets(body.targets, body.first_comment),
  }),
}

const describedTargets = (targets: readonly TargetRequest[], comment: string | null | undefined): Target[] =>
  targets.map(({ account_id, content = null, media_ids = null, options = {}, first_comment }) => ({
    ...pendingTargetExample,
    account_id,
    content,
    media_ids,
    options,
    first_comment: pendingComment(first_comment ?? comment),
  }))

export const draftExample = {
  body: { profile_id: postExample.profile_id, content: postExample.content },
  reply: { ...postExample, status: 'draft', scheduled_at: null, targets: [] } satisfies Post as Post,
  echo: ({ body }: { body: CreateDraftRequest }, reply: Post): Post => ({
    ...reply,
    ...mergeFields(EMPTY_POST, body),
    profile_id: body.profile_id ?? reply.profile_id,
    targets: describedTargets(body.targets ?? [], body.first_comment),
  }),
}

export const validateExample = {
  body: newPostBody,
  reply: {
    profile_id: postExample.profile_id,
    status: 'scheduled',
    content: postExample.content,
    media_ids: [],
    scheduled_at: later,
    targets: [{ account_id: targetExample.account_id, platform: targetExample.platform, content: null }],
  } satisfies ValidatedPost as ValidatedPost,
  echo: ({ body }: { body: CreatePostRequest }, reply: ValidatedPost): ValidatedPost => ({
    ...reply,
    ...describeSchedule(body),
    content: body.content,
    media_ids: body.media_ids ?? [],
    targets: body.targets.map(({ account_id, content = null }) => ({ account_id, platform: 'sandbox', content })),
  }),
}
