import type { Static } from 'typebox'
import type { Batch, FoundComment } from '../inbox.ts'
import { PlatformError } from '../platform-error.ts'
import type { Session } from '../session.ts'
import { request } from './api.ts'
import { type Comment, listReplies, readComment, ThreadList } from './threads.ts'

/** YouTube lists threads newest first, 100 on a page. A read continues page by page to the newest comment of the last read. */
interface Cursor {
  /** The newest change that an earlier read has seen; null before the first. */
  readonly since: string | null
  /** While a read is under way: the newest change so far, the next page and its number. */
  readonly newest?: string
  readonly page?: string
  readonly pages?: number
  /** The number of replies in each long thread of the newest page: a list of threads has only some of them. */
  readonly replies?: Readonly<Record<string, number>>
}

/** A page costs one unit of quota: older comments of a large channel are not worth the quota of a day. */
const PAGES_MAX = 10

export async function listComments(session: Session, cursor: string | null): Promise<Batch<FoundComment>> {
  const stored: Cursor = cursor === null ? { since: null } : JSON.parse(cursor)
  const { from, list } = await readPage(session, stored)
  const threads = list.items ?? []
  const since = from.since ?? ''
  const known = from.replies ?? {}
  const replies: Record<string, number> = {}
  const found: { readonly comment: Comment; readonly videoId: string | null }[] = []
  const late: FoundComment[] = []
  for (const { id, snippet, replies: some } of threads) {
    const { topLevelComment, videoId = null, totalReplyCount } = snippet
    const shown = some?.comments ?? []
    found.push(...[topLevelComment, ...shown].map((comment) => ({ comment, videoId })))
    const count = totalReplyCount ?? 0
    if (count <= shown.length) continue
    replies[id] = count
    if (known[id] !== count) late.push(...(await listReplies(session, id, videoId)))
  }
  const news = found.filter(({ comment }) => readChangeTime(comment) >= since)
  const items = [
    ...news.map(({ comment, videoId }) => readComment(session, comment, videoId)),
    ...late.filter(({ externalId }) => !news.some(({ comment }) => comment.id === externalId)),
  ]
  const changes = found.map(({ comment }) => readChangeTime(comment))
  const newest = [from.newest ?? '', since, ...changes].toSorted().at(-1) ?? ''
  const pages = (from.pages ?? 0) + 1
  const isOldReached = threads.some(({ snippet }) => readChangeTime(snippet.topLevelComment) < since)
  const nextPage = !isOldReached && items.length > 0 && pages < PAGES_MAX ? list.nextPageToken : undefined
  const kept = from.page === undefined ? replies : { ...known, ...replies }
  const next: Cursor = nextPage
    ? { since: from.since, newest, page: nextPage, pages, replies: kept }
    : { since: newest || null, replies: kept }
  return { items, cursor: JSON.stringify(next), hasMore: Boolean(nextPage) }
}

/** Starts again at the first page when YouTube no longer accepts the page token. */
async function readPage(session: Session, from: Cursor): Promise<{ from: Cursor; list: Static<typeof ThreadList> }> {
  const query = {
    part: 'snippet,replies',
    allThreadsRelatedToChannelId: session.entity.externalId,
    order: 'time',
    maxResults: 100,
    textFormat: 'plainText',
    ...(from.page !== undefined && { pageToken: from.page }),
  }
  try {
    return { from, list: await request(session, 'commentThreads.list', { schema: ThreadList, query }) }
  } catch (error) {
    const isStale = from.page !== undefined && error instanceof PlatformError && error.kind === 'invalid'
    if (!isStale) throw error
    const { since, replies = {} } = from
    return readPage(session, { since, replies })
  }
}

/** Returns a time in ISO 8601 and UTC: such texts sort by time. */
function readChangeTime({ snippet }: Comment): string {
  return snippet.updatedAt ?? snippet.publishedAt
}
