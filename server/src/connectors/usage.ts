/** How much of one of a platform's limits is used, as an answer of the platform says. */
export interface Usage {
  /** Who shares the limit: all accounts of the app, or this account alone. */
  readonly scope: 'app' | 'account'
  /** From 0 to 1; more when the limit is exceeded. */
  readonly usedShare: number
  /** After this time the platform counts from the start, or has forgotten enough. */
  readonly resetSeconds: number
}

/** For limits that come as two headers: what is left and of how much. Empty when a header is absent or not a number. */
export function readHeaderUsage(
  scope: Usage['scope'],
  { limit, remaining, resetSeconds }: { limit: unknown; remaining: unknown; resetSeconds: number },
): Usage[] {
  const [max, left] = [limit, remaining].map((header) => (header === undefined ? Number.NaN : Number(header)))
  if (!(max !== undefined && max > 0 && left !== undefined && left >= 0)) return []
  return [{ scope, usedShare: 1 - left / max, resetSeconds: Math.max(1, resetSeconds) }]
}
