import type { Inbound, InboundItem } from '../inbound.ts'
import type { FoundComment, FoundReview, Person } from '../inbox.ts'
import { type Body, isMissing, request } from '../meta/graph.ts'
import { readMessaging } from '../meta/messaging.ts'
import { challenge, subscribeApp, verify } from '../meta/webhooks.ts'
import { createGraph, createPageGraph, getPageId, readPerson } from './page.ts'

const FIELDS = ['feed', 'messages', 'message_deliveries', 'message_reads', 'message_echoes', 'ratings']

export const inbound: Inbound = {
  challenge,
  verify,
  read({ body }) {
    const { object, entry } = JSON.parse(body) as { object?: unknown; entry?: Body[] }
    if (object !== 'page' || !Array.isArray(entry)) return []
    return entry.flatMap((one) => {
      const page = String(one?.id)
      const changes: Body[] = Array.isArray(one?.changes) ? one.changes : []
      return [...readMessaging(one, page), ...changes.flatMap((change) => readChange(page, change))]
    })
  },
  /** The app has one address for all pages; each page then names the fields that it sends. */
  async subscribe(session, url) {
    await subscribeApp(createGraph(session), { object: 'page', fields: FIELDS, url })
    const form = { subscribed_fields: FIELDS.join(',') }
    await request(createPageGraph(session), 'POST', `${getPageId(session)}/subscribed_apps`, { form })
  },
  async unsubscribe(session) {
    try {
      await request(createPageGraph(session), 'DELETE', `${getPageId(session)}/subscribed_apps`)
    } catch (error) {
      if (!isMissing(error)) throw error
    }
  },
}

function readChange(page: string, { field, value }: Body): InboundItem[] {
  if (field === 'feed' && value?.item === 'comment' && value.comment_id !== undefined)
    return [{ kind: 'comment', entityExternalId: page, ...readComment(page, value) }]
  const isReview = field === 'ratings' && value?.item === 'rating' && value.verb !== 'remove'
  if (isReview && value.open_graph_story_id !== undefined) return [{ kind: 'review', ...readReview(page, value) }]
  return []
}

/** `parent_id` is the post for a comment that replies to no other. */
function readComment(page: string, value: Body): FoundComment {
  const { comment_id, post_id, parent_id, from, verb } = value
  return {
    externalId: String(comment_id),
    mediaExternalId: post_id === undefined ? null : String(post_id),
    parentExternalId: parent_id === undefined || parent_id === post_id ? null : String(parent_id),
    author: readPerson(from),
    body: value.message ?? null,
    isHidden: verb === 'hide',
    canReply: true,
    isOwn: String(from?.id) === page,
    ...(verb === 'remove' && { isDeleted: true }),
    occurredAt: readUnixSeconds(value.created_time),
  }
}

function readReview(page: string, value: Body): FoundReview & { readonly entityExternalId: string } {
  const author: Person = readPerson({ id: value.reviewer_id, name: value.reviewer_name })
  return {
    externalId: String(value.open_graph_story_id),
    entityExternalId: page,
    author,
    rating: Number.isInteger(value.rating) && value.rating > 0 ? value.rating : null,
    body: value.review_text ?? null,
    reply: null,
    occurredAt: readUnixSeconds(value.created_time),
  }
}

function readUnixSeconds(seconds: unknown): Date | null {
  return Number(seconds) > 0 ? new Date(Number(seconds) * 1000) : null
}
