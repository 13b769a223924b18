import { isTooLarge } from '../exchange.ts'
import type { ListRequest } from '../inbox.ts'
import { PlatformError } from '../platform-error.ts'
import type { Session } from '../session.ts'
import type { Body } from './instance.ts'
import { findExtent, PAGE_SIZE, readPage } from './status-page.ts'

export interface Mentions {
  /** Oldest first. */
  readonly statuses: Body[]
  readonly cursor: string | null
  readonly hasMore: boolean
  readonly skipped: number
}

const PATH = '/api/v1/notifications'

/** Statuses that mention the account: oldest first from the cursor on; without a cursor only the newest page. */
export async function listMentions(
  session: Session,
  { cursor, limit = PAGE_SIZE, skips = false }: ListRequest,
): Promise<Mentions> {
  const query = { types: ['mention'], limit, ...(cursor !== null && { min_id: cursor }) }
  try {
    const { items, newest } = await readPage(session, PATH, query)
    // The server may have left out notifications of people whom the account has muted.
    const isPartial = newest !== undefined && newest !== items[0]?.id
    return {
      statuses: items.toReversed().flatMap(({ status }) => status ?? []),
      // When the first read finds nothing, every later notification is new.
      cursor: newest ?? (cursor === null ? '0' : null),
      // The first read takes one page: older notifications are not new.
      hasMore: cursor !== null && newest !== cursor && (items.length >= limit || isPartial),
      skipped: 0,
    }
  } catch (error) {
    if (!skips || !isTooLarge(error)) throw error
    return { statuses: [], cursor: await passOver(session, query, error), hasMore: cursor !== null, skipped: 1 }
  }
}

async function passOver(session: Session, query: Parameters<typeof findExtent>[2], cause: unknown): Promise<string> {
  const next = await findExtent(session, PATH, query)
  if (next !== undefined) return next
  throw new PlatformError('unavailable', 'A notification is too large, and the server does not say what follows it.', {
    cause,
  })
}
