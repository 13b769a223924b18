import type { Static } from 'typebox'
import { DateTime, Maybe } from '../../kit/declare/schema.ts'
import { Type } from '../../kit/declare/type.ts'
import { tryRead } from '../api/response.ts'
import type { Session } from '../session.ts'
import { parseUri } from './records.ts'
import { Did, getPdsService, query } from './xrpc.ts'

/** Authors date their posts: a slow clock, or an index that is behind, puts a new reply below older ones. */
const LATE_MS = 600_000
/** Earlier than any notification: an account that had none yet treats each one as new. */
const BEGINNING = new Date(0).toISOString()
/** The most pages without a reply that are read in one call. */
const PAGES_MAX = 10

type Notification = Static<typeof Notification>
const Notification = Type.Object({
  uri: Type.String(),
  reason: Type.String(),
  indexedAt: DateTime,
  author: Type.Object({
    did: Did,
    handle: Maybe(Type.String()),
    displayName: Maybe(Type.String()),
    avatar: Maybe(Type.String()),
  }),
  record: Type.Optional(Type.Unknown()),
})
const NotificationPage = Type.Object({ cursor: Maybe(Type.String()), notifications: Type.Array(Notification) })

const Ref = Type.Object({ uri: Type.String() })
const ReplyRecord = Type.Object({ text: Maybe(Type.String()), reply: Type.Object({ root: Ref, parent: Ref }) })

export type FoundReply = Notification & { readonly record: Static<typeof ReplyRecord> }

interface SeenReplies {
  /** The newest notification of a scan. */
  readonly since: string
  /** The replies that a later scan may meet again. */
  readonly seen: readonly string[]
}

/**
 * The stored cursor. Notifications come newest first, page after page into the past. `since` and `seen` are from the last
 * complete scan; `newest` is where the current scan started and `page` how far it has come. All kinds of notifications are
 * read: a page filtered to replies may be empty, and then does not show how far back it reaches.
 */
interface ScanCursor extends SeenReplies {
  readonly newest?: SeenReplies
  readonly page?: string
}

/** Lists the replies in threads of the account that came since the cursor. */
export async function listReplies(
  session: Session,
  cursor: string | null,
): Promise<{ replies: FoundReply[]; cursor: string; hasMore: boolean }> {
  let scan = (cursor ? JSON.parse(cursor) : { since: '', seen: [] }) as ScanCursor
  let replies: FoundReply[] = []
  let hasMore = true
  for (let pages = 0; hasMore && replies.length === 0 && pages < PAGES_MAX; pages++)
    ({ replies, scan, hasMore } = await readNextPage(session, scan))
  return { replies, cursor: JSON.stringify(scan), hasMore }
}

async function readNextPage(
  session: Session,
  scan: ScanCursor,
): Promise<{ replies: FoundReply[]; scan: ScanCursor; hasMore: boolean }> {
  const { since, seen, page } = scan
  const { notifications, cursor } = await query(getPdsService(session), 'app.bsky.notification.listNotifications', {
    schema: NotificationPage,
    params: {
      limit: 100,
      // Overrides the account's setting to be notified only of accounts it follows.
      priority: 'false',
      ...(page !== undefined && { cursor: page }),
    },
  })
  const replies = notifications.flatMap((one) => readReply(session.identity.externalId, one) ?? [])
  const newest = scan.newest ? addLate(scan.newest, replies) : startScan(scan, notifications, replies, Boolean(cursor))
  const from = withLateness(since)
  // The first scan reads one page: older replies are not new.
  const hasMore = since !== '' && cursor && cursor !== page && notifications.every(({ indexedAt }) => indexedAt >= from)
  return {
    replies: replies.filter(({ uri, indexedAt }) => !seen.includes(uri) && (page === undefined || indexedAt >= from)),
    scan: hasMore ? { since, seen, newest, page: cursor } : newest,
    hasMore: Boolean(hasMore),
  }
}

/**
 * Returns a reply in a thread of the account. Any software may have written the record: one that cannot be read must not stop the
 * replies of others.
 */
function readReply(did: string, notification: Notification): FoundReply | undefined {
  const record = notification.reason === 'reply' ? tryRead(ReplyRecord, notification.record) : undefined
  return record && parseUri(record.reply.root.uri).repo === did ? { ...notification, record } : undefined
}

function withLateness(since: string): string {
  return since && new Date(Date.parse(since) - LATE_MS).toISOString()
}

/** Remembers all replies of the first page, even old ones: the next scan compares its first page with them. */
function startScan(
  { since }: ScanCursor,
  notifications: readonly Notification[],
  replies: readonly FoundReply[],
  hasOlder: boolean,
): SeenReplies {
  const start = since || (hasOlder ? '' : BEGINNING)
  return {
    since: notifications.reduce((newest, { indexedAt }) => (indexedAt > newest ? indexedAt : newest), start),
    seen: replies.map(({ uri }) => uri),
  }
}

function addLate({ since, seen }: SeenReplies, replies: readonly FoundReply[]): SeenReplies {
  const from = withLateness(since)
  const late = replies.filter(({ indexedAt }) => indexedAt >= from).map(({ uri }) => uri)
  return { since, seen: [...seen, ...late] }
}
