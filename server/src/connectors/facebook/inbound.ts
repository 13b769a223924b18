import type { Static } from 'typebox'
import { Maybe } from '../../kit/declare/schema.ts'
import { Type } from '../../kit/declare/type.ts'
import { AnyBody, Id, tryRead } from '../api/response.ts'
import type { Inbound, InboundItem } from '../inbound.ts'
import { ignoreMissing, readUnixSeconds, request, Sender, toExternalId } from '../meta/graph.ts'
import { readMessaging } from '../meta/messaging.ts'
import { challenge, readEntries, subscribeApp, toList, verify } from '../meta/webhooks.ts'
import type { Session } from '../session.ts'
import { createGraph, createPageGraph, getPageId, readPerson } from './page.ts'
import { readStars } from './reviews.ts'

const FIELDS = ['feed', 'messages', 'message_deliveries', 'message_reads', 'message_echoes', 'ratings']

const CommentChange = Type.Object({
  field: Type.Literal('feed'),
  value: Type.Object({
    item: Type.Literal('comment'),
    comment_id: Id,
    post_id: Maybe(Id),
    parent_id: Maybe(Id),
    from: Maybe(Sender),
    verb: Maybe(Type.Unknown()),
    message: Maybe(Type.String()),
    created_time: Maybe(Type.Unknown()),
  }),
})

const RatingChange = Type.Object({
  field: Type.Literal('ratings'),
  value: Type.Object({
    item: Type.Literal('rating'),
    open_graph_story_id: Id,
    reviewer_id: Maybe(Id),
    reviewer_name: Maybe(Type.String()),
    verb: Maybe(Type.Unknown()),
    rating: Maybe(Type.Unknown()),
    review_text: Maybe(Type.String()),
    created_time: Maybe(Type.Unknown()),
  }),
})

export const inbound: Inbound = {
  challenge,
  verify,
  read: ({ body }) =>
    readEntries(body, 'page').flatMap((entry) => [
      ...readMessaging(entry),
      ...toList(entry.changes).flatMap((change) => readChange(String(entry.id), change)),
    ]),
  /** The app has one address for all pages; each page names the fields that it sends. */
  async subscribe(session, url) {
    await subscribeApp(createGraph(session), { object: 'page', fields: FIELDS, url })
    const form = { subscribed_fields: FIELDS.join(',') }
    await request(createPageGraph(session), 'POST', getSubscriptionPath(session), { schema: AnyBody, form })
  },
  async unsubscribe(session) {
    const path = getSubscriptionPath(session)
    await request(createPageGraph(session), 'DELETE', path, { schema: AnyBody }).catch(ignoreMissing)
  },
}

const getSubscriptionPath = (session: Session) => `${getPageId(session)}/subscribed_apps`

function readChange(page: string, change: unknown): InboundItem[] {
  const comment = tryRead(CommentChange, change)
  if (comment) return [readComment(page, comment.value)]
  const rating = tryRead(RatingChange, change)
  return rating && rating.value.verb !== 'remove' ? [readReview(page, rating.value)] : []
}

/** `parent_id` is the post if the comment replies to no other. */
function readComment(page: string, value: Static<typeof CommentChange>['value']): InboundItem {
  const { comment_id, post_id, parent_id, from, verb } = value
  return {
    kind: 'comment',
    entityExternalId: page,
    externalId: String(comment_id),
    mediaExternalId: toExternalId(post_id),
    parentExternalId: parent_id === post_id ? null : toExternalId(parent_id),
    author: readPerson(from),
    body: value.message ?? null,
    isHidden: verb === 'hide',
    canReply: true,
    isOwn: toExternalId(from?.id) === page,
    ...(verb === 'remove' && { isDeleted: true }),
    occurredAt: readUnixSeconds(value.created_time),
  }
}

function readReview(page: string, value: Static<typeof RatingChange>['value']): InboundItem {
  return {
    kind: 'review',
    externalId: String(value.open_graph_story_id),
    entityExternalId: page,
    author: readPerson({ id: value.reviewer_id ?? null, name: value.reviewer_name ?? null }),
    rating: readStars(value.rating),
    body: value.review_text ?? null,
    reply: null,
    occurredAt: readUnixSeconds(value.created_time),
  }
}
