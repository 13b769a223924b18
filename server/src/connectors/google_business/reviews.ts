import type { Static } from 'typebox'
import { Maybe } from '../../kit/declare/schema.ts'
import { Type } from '../../kit/declare/type.ts'
import type { Batch, FoundReview, Reviews } from '../inbox.ts'
import { PlatformError } from '../platform-error.ts'
import type { Session } from '../session.ts'
import { buildPageSchema, hasRule, ResourceName, remove, request } from './api.ts'
import { API } from './platform.ts'

type Review = Static<typeof Review>
const Review = Type.Object({
  name: ResourceName,
  reviewId: Maybe(Type.String()),
  reviewer: Maybe(Type.Object({ displayName: Maybe(Type.String()), profilePhotoUrl: Maybe(Type.String()) })),
  starRating: Maybe(Type.String()),
  comment: Maybe(Type.String()),
  reviewReply: Maybe(Type.Object({ comment: Maybe(Type.String()), updateTime: Maybe(Type.String()) })),
  createTime: Maybe(Type.String()),
  updateTime: Type.String(),
})

type ReviewPage = Static<typeof ReviewPage>
const ReviewPage = buildPageSchema('reviews', Review)
const Reply = Type.Object({ updateTime: Type.Optional(Type.Unknown()) })

const RATINGS: Readonly<Record<string, number>> = { ONE: 1, TWO: 2, THREE: 3, FOUR: 4, FIVE: 5 }
const PAGE_SIZE = 50
const REPLY_BYTES_MAX = 4096

/** Google lists reviews by their last change, newest first. A read continues page by page to the newest review of the last read. */
interface Cursor {
  /** The newest change that an earlier read has seen; null before the first. */
  readonly since: string | null
  /** While a read is under way: the newest change at its start, and the next page. */
  readonly newest?: string | null
  readonly page?: string
}

export const reviews: Reviews = {
  async list(session, { cursor }): Promise<Batch<FoundReview>> {
    const from: Cursor = cursor === null ? { since: null } : JSON.parse(cursor)
    const { page, isFirst } = await readPage(session, from.page)
    const listed = page.reviews ?? []
    const since = from.since === null ? Number.NEGATIVE_INFINITY : Date.parse(from.since)
    const news = listed.filter(({ updateTime }) => !(Date.parse(updateTime) < since))
    const newest = (isFirst ? undefined : from.newest) ?? listed[0]?.updateTime ?? from.since
    const nextPage = news.length === listed.length && news.length > 0 ? page.nextPageToken : undefined
    const next: Cursor = nextPage ? { since: from.since, newest, page: nextPage } : { since: newest }
    const items = news.map((review) => readReview(session, review))
    return { items, cursor: JSON.stringify(next), hasMore: Boolean(nextPage) }
  },

  async reply(session, externalId, body) {
    if (Buffer.byteLength(body) > REPLY_BYTES_MAX)
      throw new PlatformError('invalid', `A reply has at most ${REPLY_BYTES_MAX} bytes.`, {
        rule: 'google_business.reply.max_bytes',
        remediation: 'Shorten the reply.',
      })
    const url = `${API.posts}/${externalId}/reply`
    const { updateTime } = await request(session, 'PUT', url, { schema: Reply, body: { comment: body } })
    return { createdAt: parseDate(updateTime) ?? session.now() }
  },

  deleteReply: (session, externalId) => remove(session, `${API.posts}/${externalId}/reply`),
}

/** Starts again at the first page when Google no longer accepts the page token. A review that is read twice is stored once. */
async function readPage(session: Session, pageToken?: string): Promise<{ page: ReviewPage; isFirst: boolean }> {
  const query = {
    pageSize: PAGE_SIZE,
    orderBy: 'updateTime desc',
    ...(pageToken !== undefined && { pageToken }),
  }
  try {
    const url = `${API.posts}/${session.entity.externalId}/reviews`
    const page = await request(session, 'GET', url, { schema: ReviewPage, query })
    return { page, isFirst: pageToken === undefined }
  } catch (error) {
    if (pageToken === undefined || !hasRule(error, 'request.invalid')) throw error
    return readPage(session)
  }
}

/** Google gives reviewers no id: the id of the review takes its place. */
function readReview({ entity }: Session, review: Review): FoundReview {
  const { name, reviewId, reviewer, starRating, comment, reviewReply, createTime } = review
  const repliedAt = parseDate(reviewReply?.updateTime)
  return {
    externalId: name,
    entityExternalId: entity.externalId,
    author: {
      externalId: reviewId ?? name,
      name: reviewer?.displayName ?? null,
      username: null,
      avatarUrl: reviewer?.profilePhotoUrl ?? null,
    },
    rating: RATINGS[starRating ?? ''] ?? null,
    body: comment ?? null,
    reply: reviewReply?.comment ? { body: reviewReply.comment, createdAt: repliedAt ?? new Date(0) } : null,
    occurredAt: parseDate(createTime),
  }
}

function parseDate(text: unknown): Date | null {
  const date = new Date(String(text))
  return Number.isNaN(date.getTime()) ? null : date
}
