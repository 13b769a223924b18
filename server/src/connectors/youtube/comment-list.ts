import type { Body } from '../google/api.ts'
import type { Batch, FoundComment } from '../inbox.ts'
import { PlatformError } from '../platform-error.ts'
import type { Session } from '../session.ts'
import { request } from './api.ts'
import { listReplies, readComment } from './threads.ts'

/** Threads come newest first, 100 to a page. A read goes down to the newest comment of the read before. */
interface Cursor {
  /** The newest change that an earlier read has seen; null before the first. */
  readonly since: string | null
  /** While a read is under way: the newest change so far, the next page and its number. */
  readonly newest?: string
  readonly page?: string
  readonly pages?: number
  /** How many replies the long threads of the newest page have: a list shows only some of them. */
  readonly replies?: Readonly<Record<string, number>>
}

/** A page costs a unit of quota: older comments of a large channel are not worth a day's. */
const PAGES_MAX = 10

export async function listComments(session: Session, cursor: string | null): Promise<Batch<FoundComment>> {
  const given: Cursor = cursor === null ? { since: null } : JSON.parse(cursor)
  const { from, body } = await readPage(session, given)
  const threads: Body[] = body.items ?? []
  const since = from.since ?? ''
  const known = from.replies ?? {}
  const replies: Record<string, number> = {}
  const found: Body[] = []
  const late: FoundComment[] = []
  for (const { id, snippet, replies: shown } of threads) {
    found.push({ ...snippet.topLevelComment, videoId: snippet.videoId })
    const some: Body[] = shown?.comments ?? []
    found.push(...some.map((reply) => ({ ...reply, videoId: snippet.videoId })))
    if (snippet.totalReplyCount <= some.length) continue
    replies[id] = snippet.totalReplyCount
    if (known[id] !== snippet.totalReplyCount) late.push(...(await listReplies(session, id, snippet.videoId ?? null)))
  }
  const news = found.filter((comment) => changedAt(comment) >= since)
  const items = [
    ...news.map((comment) => readComment(session, comment, comment.videoId ?? null)),
    ...late.filter(({ externalId }) => !news.some(({ id }) => id === externalId)),
  ]
  const newest = [from.newest ?? '', since, ...found.map(changedAt)].toSorted().at(-1) ?? ''
  const pages = (from.pages ?? 0) + 1
  const isOldReached = threads.some(({ snippet }) => changedAt(snippet.topLevelComment) < since)
  const hasMore = Boolean(body.nextPageToken) && !isOldReached && items.length > 0 && pages < PAGES_MAX
  const kept = from.page === undefined ? replies : { ...known, ...replies }
  const next: Cursor = hasMore
    ? { since: from.since, newest, page: body.nextPageToken, pages, replies: kept }
    : { since: newest || null, replies: kept }
  return { items, cursor: JSON.stringify(next), hasMore }
}

/** A page token that YouTube no longer accepts starts the read anew. */
async function readPage(session: Session, from: Cursor): Promise<{ from: Cursor; body: Body }> {
  const read = (page: string | undefined): Promise<Body> =>
    request(session, 'commentThreads.list', {
      query: {
        part: 'snippet,replies',
        allThreadsRelatedToChannelId: session.entity.externalId,
        order: 'time',
        maxResults: 100,
        textFormat: 'plainText',
        ...(page !== undefined && { pageToken: page }),
      },
    })
  try {
    return { from, body: await read(from.page) }
  } catch (error) {
    const isStale = from.page !== undefined && error instanceof PlatformError && error.kind === 'invalid'
    if (!isStale) throw error
    const { since, replies = {} } = from
    return { from: { since, replies }, body: await read(undefined) }
  }
}

/** ISO 8601 in UTC, so the texts are in the order of the times. */
function changedAt({ snippet }: Body): string {
  return String(snippet?.updatedAt ?? snippet?.publishedAt ?? '')
}
