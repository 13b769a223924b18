import type { FoundReview, Reviews } from '../inbox.ts'
import { type Body, isMissing, readPage, request } from '../meta/graph.ts'
import { advance, isAfter, readPosition, toUnixSeconds } from '../meta/list-position.ts'
import { PlatformError } from '../platform-error.ts'
import type { Session } from '../session.ts'
import { createPageGraph, getPageId, isOwn, readPerson } from './page.ts'

const FIELDS = 'created_time,rating,recommendation_type,review_text,reviewer{id,name},open_graph_story{id}'
const PAGE_SIZE = 50

/** Reviews are recommendations with a text. The page answers by a comment under the story of one. */
export const reviews: Reviews = {
  /** Facebook has withdrawn the list for new versions of its API. Where it refuses, reviews come by webhooks alone. */
  async list(session, { cursor }) {
    const position = readPosition(cursor)
    const { data } = await readPage(createPageGraph(session), `${getPageId(session)}/ratings`, {
      query: { fields: FIELDS, limit: PAGE_SIZE },
    }).catch((error: unknown) => {
      if (error instanceof PlatformError && error.rule === 'facebook.api.withdrawn') return { data: [] }
      throw error
    })
    // Recommendations from before 2018 have no story and cannot be answered.
    const found = data.filter(({ open_graph_story }) => open_graph_story?.id !== undefined).map(readRating)
    const fresh = found.filter((review) => isAfter(position, review)).toReversed()
    const items: FoundReview[] = []
    for (const review of fresh) {
      const [reply] = await readReplies(session, review.externalId)
      items.push({ ...review, entityExternalId: getPageId(session), reply: reply ? readReply(reply) : null })
    }
    const newest = Math.max(position.at, ...found.map(({ occurredAt }) => toUnixSeconds(occurredAt)))
    return { items, cursor: advance(position, newest, found), hasMore: false }
  },

  /** A repeat finds the reply of the first call, and changes it when the text is another. */
  async reply(session, externalId, message) {
    const [known] = await readReplies(session, externalId)
    if (known && known.message !== message)
      await request(createPageGraph(session), 'POST', String(known.id), { form: { message } })
    if (known) return { createdAt: new Date(known.created_time) }
    const made = await request(createPageGraph(session), 'POST', `${toStoryId(session, externalId)}/comments`, {
      query: { fields: 'id,created_time' },
      form: { message },
      mutates: true,
    })
    return { createdAt: made.created_time === undefined ? session.now() : new Date(made.created_time) }
  },

  async deleteReply(session, externalId) {
    for (const { id } of await readReplies(session, externalId))
      await request(createPageGraph(session), 'DELETE', String(id))
  },
}

/** Facebook knows the story of a recommendation as a post of the page. */
function toStoryId(session: Session, externalId: string): string {
  return externalId.includes('_') ? externalId : `${getPageId(session)}_${externalId}`
}

async function readReplies(session: Session, externalId: string): Promise<readonly Body[]> {
  const query = { fields: 'id,message,from{id},created_time', limit: PAGE_SIZE }
  try {
    const { data } = await readPage(createPageGraph(session), `${toStoryId(session, externalId)}/comments`, { query })
    return data.filter(({ from }) => isOwn(session, from))
  } catch (error) {
    if (isMissing(error)) return []
    throw error
  }
}

function readRating(rating: Body): FoundReview {
  return {
    externalId: String(rating.open_graph_story.id),
    entityExternalId: null,
    author: readPerson(rating.reviewer),
    // Stars are from before 2018: since then a person recommends or does not.
    rating: Number.isInteger(rating.rating) && rating.rating > 0 ? rating.rating : null,
    body: rating.review_text ?? null,
    reply: null,
    occurredAt: rating.created_time === undefined ? null : new Date(rating.created_time),
  }
}

function readReply({ message, created_time }: Body): NonNullable<FoundReview['reply']> {
  return { body: String(message ?? ''), createdAt: new Date(created_time) }
}
