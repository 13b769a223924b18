import { type Body, isNotFound } from '../google/api.ts'
import type { Batch, FoundReview, Reviews } from '../inbox.ts'
import { PlatformError } from '../platform-error.ts'
import type { Session } from '../session.ts'
import { request } from './api.ts'
import { API } from './platform.ts'

const RATINGS: Readonly<Record<string, number>> = { ONE: 1, TWO: 2, THREE: 3, FOUR: 4, FIVE: 5 }
const PAGE_SIZE = 50
const REPLY_BYTES_MAX = 4096

/**
 * Google lists reviews by the time of their last change, newest first only. A read goes down to the newest review of the read
 * before, page by page.
 */
interface Cursor {
  /** The newest change that an earlier read has seen; null before the first. */
  readonly since: string | null
  /** While a read is under way: the newest change at its start, and the next page. */
  readonly newest?: string
  readonly page?: string
}

export const reviews: Reviews = {
  async list(session, { cursor }): Promise<Batch<FoundReview>> {
    const from: Cursor = cursor === null ? { since: null } : JSON.parse(cursor)
    const { body, isFirst } = await readPage(session, from.page)
    const listed: Body[] = body.reviews ?? []
    const since = from.since === null ? Number.NEGATIVE_INFINITY : Date.parse(from.since)
    const news = listed.filter(({ updateTime }) => !(Date.parse(updateTime) < since))
    const newest = (isFirst ? undefined : from.newest) ?? listed[0]?.updateTime ?? from.since
    const hasMore = Boolean(body.nextPageToken) && news.length === listed.length && news.length > 0
    const next: Cursor = hasMore ? { since: from.since, newest, page: body.nextPageToken } : { since: newest }
    return { items: news.map((review) => readReview(session, review)), cursor: JSON.stringify(next), hasMore }
  },

  async reply(session, externalId, body) {
    if (Buffer.byteLength(body) > REPLY_BYTES_MAX)
      throw new PlatformError('invalid', `A reply has at most ${REPLY_BYTES_MAX} bytes.`, {
        rule: 'google_business.reply.max_bytes',
        remediation: 'Shorten the reply.',
      })
    const url = `${API.posts}/${externalId}/reply`
    const { updateTime } = await request(session, ['PUT', url], { body: { comment: body } })
    return { createdAt: parseDate(updateTime) ?? session.now() }
  },

  async deleteReply(session, externalId) {
    try {
      await request(session, ['DELETE', `${API.posts}/${externalId}/reply`])
    } catch (error) {
      if (!isNotFound(error)) throw error
    }
  },
}

/** A page token that Google no longer accepts starts the read anew: the reviews that come twice are known by then. */
async function readPage(session: Session, page: string | undefined): Promise<{ body: Body; isFirst: boolean }> {
  const read = (pageToken?: string): Promise<Body> =>
    request(session, ['GET', `${API.posts}/${session.entity.externalId}/reviews`], {
      query: { pageSize: PAGE_SIZE, orderBy: 'updateTime desc', ...(pageToken !== undefined && { pageToken }) },
    })
  if (page === undefined) return { body: await read(), isFirst: true }
  try {
    return { body: await read(page), isFirst: false }
  } catch (error) {
    if (!(error instanceof PlatformError) || error.rule !== 'google_business.request.invalid') throw error
    return { body: await read(), isFirst: true }
  }
}

/** Google gives reviewers no id: the review's stands for it. */
function readReview({ entity }: Session, review: Body): FoundReview {
  const { name, reviewId, reviewer, starRating, comment, reviewReply, createTime } = review
  const repliedAt = parseDate(reviewReply?.updateTime)
  return {
    externalId: name,
    entityExternalId: entity.externalId,
    author: {
      externalId: String(reviewId ?? name),
      name: reviewer?.displayName ?? null,
      username: null,
      avatarUrl: reviewer?.profilePhotoUrl ?? null,
    },
    rating: RATINGS[starRating] ?? null,
    body: comment ?? null,
    reply: reviewReply?.comment ? { body: reviewReply.comment, createdAt: repliedAt ?? new Date(0) } : null,
    occurredAt: parseDate(createTime),
  }
}

function parseDate(text: unknown): Date | null {
  const date = new Date(String(text))
  return Number.isNaN(date.getTime()) ? null : date
}
