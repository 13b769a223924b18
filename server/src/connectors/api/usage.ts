/** The used share of one of a platform's limits, as a response reports it. */
export interface Usage {
  /** The accounts that share the limit: all accounts of the app, or this account alone. */
  readonly scope: 'app' | 'account'
  /** From 0 to 1; more when the limit is exceeded. */
  readonly usedShare: number
  /** Seconds after which the platform resets its count, or enough of the used requests have expired. */
  readonly resetSeconds: number
}

/** Reads a limit from two headers, the remaining requests and their maximum. Empty when a header is absent or not a number. */
export function readHeaderUsage(
  scope: Usage['scope'],
  { limit, remaining, resetSeconds }: { limit: unknown; remaining: unknown; resetSeconds: number },
): Usage[] {
  const [max, left] = [limit, remaining].map((header) => (header === undefined ? Number.NaN : Number(header)))
  if (!(max !== undefined && max > 0 && left !== undefined && left >= 0)) return []
  return [{ scope, usedShare: 1 - left / max, resetSeconds: Math.max(1, resetSeconds) }]
}
