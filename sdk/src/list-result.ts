/** Items that were read from a list, their cost, and where to continue. */
export interface ListResult<T> {
  readonly items: T[]
  readonly creditsCharged: number
  /** Cursor of the next page, or null at the end of the list. */
  readonly nextCursor: string | null
  /** True if `maxCredits` does not allow the next page. */
  readonly isCapped: boolean
  /** The same call with this key returns the same items again, without a charge, and continues. */
  readonly idempotencyKey: string | undefined
}
