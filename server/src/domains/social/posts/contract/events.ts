import { event } from '../../../../kit/declare/event.ts'
import { Type } from '../../../../kit/declare/type.ts'
import { failedTargetExample, postExample, targetExample } from './examples.ts'
import { Post, Target } from './resources.ts'

const post = { data: Type.Object({ post: Post, target: Target }) }

export const postPublished = event({
  type: 'post.published',
  summary: 'A post was published to a channel.',
  ...post,
  example: { post: postExample, target: targetExample },
})

export const postFailed = event({
  type: 'post.failed',
  summary: 'A post failed to publish.',
  ...post,
  example: {
    post: { ...postExample, status: 'failed', targets: [failedTargetExample] },
    target: failedTargetExample,
  },
})

export const postEvents = [postPublished, postFailed] as const
