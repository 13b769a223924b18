import { Type } from '../../../../kit/declare/type.ts'
import { job } from '../../../../queue/job.ts'

/** Failures are counted on the target, so the queue itself retries without a limit. */
const retried = {
  payload: Type.Object({ target_id: Type.String(), generation: Type.Integer() }),
  attempts: Number.MAX_SAFE_INTEGER,
  retry: (attempt: number) => Math.min(60, 2 ** Math.min(attempt, 6)),
}

/**
 * Runs one at a time for an account (its jobs share a key). A job that waits for its retry blocks the later ones, so that an
 * account's posts appear in order. The concurrency is high enough that one batch is prepared while others are in the database.
 */
export const publishJob = job({ id: 'posts.publish', ...retried, blocking: true, concurrency: 200 })

export const reconcileJob = job({ id: 'posts.reconcile', ...retried, concurrency: 20 })

export const firstCommentJob = job({ id: 'posts.first_comment', ...retried, concurrency: 20 })
