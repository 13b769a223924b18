import type { Static } from 'typebox'
import { Maybe } from '../../kit/declare/schema.ts'
import { Type } from '../../kit/declare/type.ts'
import { AnyBody, Id } from '../api/response.ts'
import type { FoundReview, Reviews } from '../inbox.ts'
import { buildEdgeSchema, ignoreMissing, readPage, request, Sender, Time } from '../meta/graph.ts'
import { advance, isAfter, readPosition, toUnixSeconds } from '../meta/list-position.ts'
import type { Session } from '../session.ts'
import { hasRule } from './errors.ts'
import { createPageGraph, getPageId, isOwn, readPerson } from './page.ts'

const FIELDS = 'created_time,rating,recommendation_type,review_text,reviewer{id,name},open_graph_story{id}'
const PAGE_SIZE = 50

const Rating = Type.Object({
  created_time: Maybe(Time),
  rating: Maybe(Type.Unknown()),
  review_text: Maybe(Type.String()),
  reviewer: Maybe(Sender),
  open_graph_story: Maybe(Type.Object({ id: Id })),
})

type Reply = Static<typeof Reply>
const Reply = Type.Object({
  id: Id,
  message: Maybe(Type.String()),
  from: Maybe(Sender),
  created_time: Time,
})

const RatingEdge = buildEdgeSchema(Rating)
const ReplyEdge = buildEdgeSchema(Reply)
const WrittenReply = Type.Object({ created_time: Maybe(Time) })

/** Reviews are recommendations with a text. The page replies with a comment under the story of the recommendation. */
export const reviews: Reviews = {
  /** Facebook has withdrawn the list for new versions of its API. If it refuses, reviews arrive by webhooks alone. */
  async list(session, { cursor }) {
    const position = readPosition(cursor)
    const { data } = await readPage(createPageGraph(session), `${getPageId(session)}/ratings`, {
      schema: RatingEdge,
      query: { fields: FIELDS, limit: PAGE_SIZE },
    }).catch((error: unknown) => {
      if (hasRule(error, 'api.withdrawn')) return { data: [] }
      throw error
    })
    const found = data.flatMap(readRating)
    const fresh = found.filter((review) => isAfter(position, review)).toReversed()
    const items: FoundReview[] = []
    for (const review of fresh) {
      const [reply] = await readReplies(session, review.externalId)
      items.push({ ...review, entityExternalId: getPageId(session), reply: reply ? readReply(reply) : null })
    }
    const newest = Math.max(position.at, ...found.map(({ occurredAt }) => toUnixSeconds(occurredAt)))
    return { items, cursor: advance(position, newest, found), hasMore: false }
  },

  /** A repeat finds the reply of the first call, and changes it if the text differs. */
  async reply(session, externalId, message) {
    const [known] = await readReplies(session, externalId)
    if (known && known.message !== message)
      await request(createPageGraph(session), 'POST', String(known.id), { schema: AnyBody, form: { message } })
    if (known) return { createdAt: new Date(known.created_time) }
    const path = `${toStoryId(session, externalId)}/comments`
    const { created_time } = await request(createPageGraph(session), 'POST', path, {
      schema: WrittenReply,
      query: { fields: 'id,created_time' },
      form: { message },
      mutates: true,
    })
    return { createdAt: created_time ? new Date(created_time) : session.now() }
  },

  async deleteReply(session, externalId) {
    for (const { id } of await readReplies(session, externalId))
      await request(createPageGraph(session), 'DELETE', String(id), { schema: AnyBody })
  },
}

/** Returns the id of the story as a post of the page. */
function toStoryId(session: Session, externalId: string): string {
  return externalId.includes('_') ? externalId : `${getPageId(session)}_${externalId}`
}

async function readReplies(session: Session, externalId: string): Promise<Reply[]> {
  const query = { fields: 'id,message,from{id},created_time', limit: PAGE_SIZE }
  const path = `${toStoryId(session, externalId)}/comments`
  const page = await readPage(createPageGraph(session), path, { schema: ReplyEdge, query }).catch(ignoreMissing)
  return (page?.data ?? []).filter(({ from }) => isOwn(session, from))
}

/** Recommendations from before 2018 have no story and cannot be replied to. */
function readRating({ open_graph_story, reviewer, rating, review_text, created_time }: Static<typeof Rating>) {
  if (!open_graph_story) return []
  const review: FoundReview = {
    externalId: String(open_graph_story.id),
    entityExternalId: null,
    author: readPerson(reviewer),
    rating: readStars(rating),
    body: review_text ?? null,
    reply: null,
    occurredAt: created_time ? new Date(created_time) : null,
  }
  return [review]
}

/** Reads the stars of a rating from before 2018; null for the recommendations since then. */
export function readStars(rating: unknown): number | null {
  return typeof rating === 'number' && Number.isInteger(rating) && rating > 0 ? rating : null
}

function readReply({ message, created_time }: Reply): NonNullable<FoundReview['reply']> {
  return { body: message ?? '', createdAt: new Date(created_time) }
}
