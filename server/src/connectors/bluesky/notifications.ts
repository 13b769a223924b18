import type { Session } from '../session.ts'
import { readUri } from './records.ts'
import { type Body, getPdsService, query } from './xrpc.ts'

/** Authors date their posts: a slow clock, or an index that is behind, puts a new reply below older ones. */
const LATE_MS = 600_000
/** Earlier than any notification: an account that had none yet treats each one as new. */
const BEGINNING = new Date(0).toISOString()
/** How many pages without a reply are read in one call. */
const PAGES_MAX = 10

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

export interface FoundReplies {
  readonly replies: Body[]
  readonly cursor: string
  readonly hasMore: boolean
}

/** Replies in threads of the account that came since the cursor. */
export async function listReplies(session: Session, cursor: string | null): Promise<FoundReplies> {
  let scan = (cursor ? JSON.parse(cursor) : { since: '', seen: [] }) as ScanCursor
  let replies: Body[] = []
  let hasMore = true
  for (let pages = 0; hasMore && replies.length === 0 && pages < PAGES_MAX; pages++)
    ({ replies, scan, hasMore } = await readNextPage(session, scan))
  return { replies, cursor: JSON.stringify(scan), hasMore }
}

async function readNextPage(
  session: Session,
  scan: ScanCursor,
): Promise<{ replies: Body[]; scan: ScanCursor; hasMore: boolean }> {
  const { since, seen, page } = scan
  const answer = await query(getPdsService(session), 'app.bsky.notification.listNotifications', {
    limit: 100,
    // Overrides the account's setting to be notified only of accounts it follows.
    priority: 'false',
    ...(page !== undefined && { cursor: page }),
  })
  const all: Body[] = answer.notifications
  const replies = all.filter((one) => isReplyTo(session.identity.externalId, one))
  const newest = scan.newest ? addLate(scan.newest, replies) : startScan(scan, all, replies, Boolean(answer.cursor))
  const from = withLateness(since)
  // The first scan reads one page: older replies are not new.
  const hasMore =
    since !== '' &&
    Boolean(answer.cursor) &&
    answer.cursor !== page &&
    all.every(({ indexedAt }: Body) => indexedAt >= from)
  return {
    replies: replies.filter(({ uri, indexedAt }) => !seen.includes(uri) && (page === undefined || indexedAt >= from)),
    scan: hasMore ? { since, seen, newest, page: answer.cursor } : newest,
    hasMore,
  }
}

function isReplyTo(did: string, { reason, record }: Body): boolean {
  return reason === 'reply' && readUri(record?.reply?.root?.uri ?? '').repo === did
}

function withLateness(since: string): string {
  return since && new Date(Date.parse(since) - LATE_MS).toISOString()
}

/** All replies of the first page are remembered, whatever their date: the next scan compares its first page with them. */
function startScan(
  { since }: ScanCursor,
  all: readonly Body[],
  replies: readonly Body[],
  hasOlder: boolean,
): SeenReplies {
  const start = since || (hasOlder ? '' : BEGINNING)
  return {
    since: all.reduce((newest: string, { indexedAt }) => (indexedAt > newest ? indexedAt : newest), start),
    seen: replies.map(({ uri }) => uri as string),
  }
}

function addLate({ since, seen }: SeenReplies, replies: readonly Body[]): SeenReplies {
  const from = withLateness(since)
  const late = replies.filter(({ indexedAt }) => indexedAt >= from).map(({ uri }) => uri as string)
  return { since, seen: [...seen, ...late] }
}
