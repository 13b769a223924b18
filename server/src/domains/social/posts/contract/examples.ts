import type { Post, Target } from './resources.ts'

const moment = '2026-01-15T09:30:00.000Z'

export const targetExample: Target = {
  id: 'tgt_01KA2Z3W9GQ8F0T5V6X7Y8Z9AB',
  account_id: 'acc_01KA2Z3W9GQ8F0T5V6X7Y8Z9AB',
  platform: 'sandbox',
  status: 'published',
  content: null,
  external_id: '3000001',
  external_url: 'https://example.com/posts/3000001',
  error: null,
  attempts: 1,
  published_at: moment,
}

export const postExample: Post = {
  id: 'post_01KA2Z3W9GQ8F0T5V6X7Y8Z9AB',
  profile_id: 'prof_01KA2Z3W9GQ8F0T5V6X7Y8Z9AB',
  status: 'published',
  content: 'Hello from an example.',
  media_ids: [],
  scheduled_at: moment,
  idempotency_key: null,
  targets: [targetExample],
  created_at: moment,
  updated_at: moment,
}

export const failedTargetExample: Target = {
  ...targetExample,
  status: 'failed',
  external_id: null,
  external_url: null,
  error: { code: 'rejected', message: 'The platform does not take this text.' },
  published_at: null,
}
