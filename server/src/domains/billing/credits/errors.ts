import { ApiError } from '../../../kit/declare/errors.ts'

/** Errors that refuse a call before it starts, because the balance does not cover its worst case. */

export function insufficientCredits(required: number, available: number): ApiError {
  return new ApiError('insufficient_credits', `This call needs ${required} credits; ${available} are available.`, {
    members: { required, available, limit_source: 'workspace' },
  })
}

export function budgetExceeded(required: number, budget: number | null, now: Date): ApiError {
  const resets = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1)).toISOString()
  return new ApiError(
    'key_budget_exceeded',
    `This call needs ${required} credits, more than the key's budget of ${budget} a month has left.`,
    { members: { required, budget, limit_source: 'key', resets_at: resets } },
  )
}

export function assertWithinMax(required: number, maxCredits: number | undefined): void {
  if (maxCredits === undefined || required <= maxCredits) return
  throw new ApiError(
    'max_credits_exceeded',
    `This call can cost up to ${required} credits, but X-Max-Credits allows ${maxCredits}.`,
    { members: { required, max_credits: maxCredits } },
  )
}
