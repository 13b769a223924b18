import { isTooLarge } from '../../../connectors/api/exchange.ts'
import { UnexpectedResponse } from '../../../connectors/api/response.ts'
import type { ListRequest } from '../../../connectors/inbox.ts'
import { PlatformError } from '../../../connectors/platform-error.ts'

/** Page sizes after a page could not be read: ever smaller, and finally 0, which skips the unreadable item. */
const PAGE_LIMITS = [null, 10, 3, 1, 0] as const

export const smallerPage = (limit: number | null) => stepFrom(limit, 1)
/** Returns the page size after a page that could be read. */
export const largerPage = (limit: number | null) => stepFrom(limit, -1)

function stepFrom(limit: number | null, step: number): number | null {
  const at = PAGE_LIMITS.findIndex((one) => one === limit)
  return PAGE_LIMITS[Math.min(Math.max(at + step, 0), PAGE_LIMITS.length - 1)] ?? null
}

export function toPageOptions(limit: number | null): Pick<ListRequest, 'limit' | 'skips'> {
  if (limit === null) return {}
  return limit === 0 ? { limit: 1, skips: true } : { limit }
}

/**
 * Returns true for a failure that an item of the page may have caused, so that it repeats as long as the page contains the item.
 */
export function isUnreadable(error: unknown): boolean {
  return isTooLarge(error) || error instanceof UnexpectedResponse || !(error instanceof PlatformError)
}
