import type { Principal } from '../../../../kit/context.ts'
import type { Db } from '../../../../kit/postgres/db.ts'
import { countUnreadConversations } from './sql/conversations.ts'

/** How many open conversations within reach have unread messages, up to 1,000: for a badge. It reads only those. */
export function countUnread(db: Db, { workspaceId, profileIds }: Principal): Promise<number> {
  return countUnreadConversations(db, workspaceId, profileIds)
}
