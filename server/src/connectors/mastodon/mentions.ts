import { Maybe } from '../../kit/declare/schema.ts'
import { Type } from '../../kit/declare/type.ts'
import { isTooLarge } from '../api/exchange.ts'
import { tryRead } from '../api/response.ts'
import type { ListRequest } from '../inbox.ts'
import { PlatformError } from '../platform-error.ts'
import type { Session } from '../session.ts'
import { getInstance, type Query, read } from './instance.ts'
import { Status } from './status.ts'
import { AnyPage, findExtent, PAGE_SIZE, readItemId, readPage } from './status-page.ts'

export interface Mentions {
  /** Statuses for `readFeedStatuses`, oldest first. */
  readonly items: readonly unknown[]
  readonly cursor: string | null
  readonly hasMore: boolean
  readonly skipped: number
}

const PATH = '/api/v1/notifications'
const Notification = Type.Object({ status: Maybe(Type.Unknown()) })

/** Lists statuses that mention the account: from the cursor on, or only the newest page without a cursor. */
export async function listMentions(
  session: Session,
  { cursor, limit = PAGE_SIZE, skips = false }: ListRequest,
): Promise<Mentions> {
  const query = { types: ['mention'], limit, ...(cursor !== null && { min_id: cursor }) }
  try {
    const { items, newest } = await readPage(session, PATH, AnyPage, query)
    // The server may have left out notifications of people whom the account has muted.
    const isPartial = newest !== undefined && newest !== readItemId(items[0])
    const notifications = items.map((item) => tryRead(Notification, item) ?? { status: item })
    return {
      items: notifications.toReversed().flatMap(({ status }) => status ?? []),
      // When the first read finds nothing, every later notification is new.
      cursor: newest ?? (cursor === null ? '0' : null),
      // The first read takes one page: older notifications are not new.
      hasMore: cursor !== null && newest !== cursor && (items.length >= limit || isPartial),
      skipped: 0,
    }
  } catch (error) {
    if (!skips || !isTooLarge(error)) throw error
    return { items: [], cursor: await findNextCursor(session, query, error), hasMore: cursor !== null, skipped: 1 }
  }
}

async function findNextCursor(session: Session, query: Query, cause: unknown): Promise<string> {
  const next = await findExtent(session, PATH, query)
  if (next !== undefined) return next
  throw new PlatformError('unavailable', 'A notification is too large, and the server does not say what follows it.', {
    cause,
  })
}

/**
 * Reads the statuses of a feed. One that cannot be read fails the page, or is counted when `skips` is set. The failure is not a
 * `PlatformError`, after which the feed would repeat the same page and never skip the status.
 */
export function readFeedStatuses(
  session: Session,
  items: readonly unknown[],
  skips = false,
): { readonly statuses: readonly Status[]; readonly skipped: number } {
  const statuses: Status[] = []
  for (const item of items)
    try {
      const response = { status: 200, headers: {}, body: item, text: JSON.stringify(item) }
      statuses.push(read(getInstance(session), response, Status))
    } catch (error) {
      if (!skips) throw error
    }
  return { statuses, skipped: items.length - statuses.length }
}
