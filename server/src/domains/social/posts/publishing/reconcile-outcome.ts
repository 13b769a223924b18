import type { Finding, PublishedPost } from '../../../../connectors/publish.ts'
import { FAILURES_MAX, LATE_SECONDS_MAX, type TargetProgress } from './publish-outcome.ts'
import { outcomeUnknown, type TargetError } from './target-error.ts'

/** Consequence of the platform's answer about an unconfirmed target. */
export type ReconcileOutcome =
  | { readonly kind: 'published'; readonly post: PublishedPost }
  | { readonly kind: 'processing' }
  | { readonly kind: 'failed'; readonly error: TargetError }
  /** The post is not on the platform and can no longer appear: it may be sent again. */
  | { readonly kind: 'absent'; readonly error: TargetError }
  | { readonly kind: 'ask_again'; readonly seconds: number; readonly error: TargetError }
  /** An hour without an answer, or a day of processing: a person has to check. */
  | { readonly kind: 'gave_up'; readonly error: TargetError }

export interface ReconcileProgress extends TargetProgress {
  readonly asks: number
  readonly intent_seconds: number | null
  readonly status: string
}

/**
 * Time after the intent during which `absent` is not trusted yet, because the request may still be in transit. Where the platform
 * supports handles, a late request creates no second post, so less time is enough.
 */
const ABSENT_BELIEVED_SECONDS = { withHandles: 30, withoutHandles: 120 }
const ASK_SECONDS = [5, 10, 15, 30, 60, 120, 300, 600, 600, 600, 600]
/** Starts sooner: a post that the platform processes is often there at once, and asking sends nothing. */
const PROCESSING_SECONDS = [1, 2, ...ASK_SECONDS]

/** Decides whether a post whose outcome was unknown may be sent again: only on `absent`, after enough time. */
export function toFindingOutcome(target: ReconcileProgress, finding: Finding, handleSeconds: number): ReconcileOutcome {
  switch (finding.state) {
    case 'published':
      return finding.post.isProcessing ? askOrGiveUp(target, 'processing') : { kind: 'published', post: finding.post }
    case 'processing':
      return askOrGiveUp(target, 'processing')
    case 'failed':
      return { kind: 'failed', error: { code: 'rejected', message: finding.message, rule: finding.rule } }
    case 'absent': {
      const { withHandles, withoutHandles } = ABSENT_BELIEVED_SECONDS
      const left = (handleSeconds > 0 ? withHandles : withoutHandles) - (target.intent_seconds ?? 0)
      if (left > 0) return { kind: 'ask_again', seconds: left, error: outcomeUnknown(true) }
      const error = { code: 'unavailable', message: 'The request was sent, but the platform does not have the post.' }
      return target.failures + 1 >= FAILURES_MAX ? { kind: 'failed', error } : { kind: 'absent', error }
    }
    case 'unknown':
      return askOrGiveUp(target, 'unknown')
  }
}

/**
 * Asks again or gives up. Once the platform has reported that it processes the post, a later question without an answer does not
 * make it doubtful.
 */
function askOrGiveUp(target: ReconcileProgress, state: 'processing' | 'unknown'): ReconcileOutcome {
  const isProcessing = state === 'processing' || target.status === 'processing'
  const isOver = isProcessing ? target.due_seconds > LATE_SECONDS_MAX : target.asks >= ASK_SECONDS.length
  if (isOver) return { kind: 'gave_up', error: outcomeUnknown(false) }
  if (state === 'processing') return { kind: 'processing' }
  return { kind: 'ask_again', seconds: askDelaySeconds(target.asks), error: outcomeUnknown(true) }
}

/** Returns the delay before the next question, after this many. */
export function askDelaySeconds(asks: number, status: 'unconfirmed' | 'processing' = 'unconfirmed'): number {
  const seconds = status === 'processing' ? PROCESSING_SECONDS : ASK_SECONDS
  return seconds[Math.min(asks, seconds.length - 1)] ?? 0
}
