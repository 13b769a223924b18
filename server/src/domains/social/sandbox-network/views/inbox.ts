import type { Context } from '../../../../kit/context.ts'
import { ApiError } from '../../../../kit/declare/errors.ts'
import type { Document } from '../../../../kit/declare/reply.ts'
import { type Html, html } from '../../../../kit/html.ts'
import { assertSandboxNetwork } from '../enabled.ts'
import type { ItemRow } from '../sql/items.ts'
import { findEntityByViewKey, listLastItems, listStatuses } from '../sql/views.ts'
import { avatar, badge, layout, plural, prose, readPersonName, time } from './layout.ts'

const MESSAGES_MAX = 100
const REVIEWS_MAX = 50

export async function viewInbox(ctx: Context, key: string): Promise<Document<{ title: string }>> {
  assertSandboxNetwork(ctx)
  const entity = await findEntityByViewKey(ctx.db, key)
  if (!entity) throw new ApiError('not_found', 'There is no inbox at this URL. GET /v1/sandbox/pages lists them.')
  const { workspace_id: workspaceId, id: entityId, name, username } = entity
  const list = (kind: string, limit: number) => listLastItems(ctx.db, workspaceId, { entityId, kind, data: {}, limit })
  const [messages, reviews] = [await list('message', MESSAGES_MAX), await list('review', REVIEWS_MAX)]
  const found = await listStatuses(
    ctx.db,
    workspaceId,
    entityId,
    messages.map(({ id }) => id),
  )
  const statuses = new Map(found.map(({ message_id, status }) => [message_id, status]))
  const content = html`<div class="by top">${avatar(name)}<div><h1 dir="auto">${name}</h1><small>@${username} · inbox</small></div></div>
${conversationList(messages, statuses)}${reviewList(reviews)}`
  return layout(`Inbox of ${name}`, content)
}

/** Renders the conversations, the one with the newest message first, each with its messages in order. */
function conversationList(messages: readonly ItemRow[], statuses: ReadonlyMap<string, string>): Html {
  if (messages.length === 0) return html`<p class="empty">No messages yet.</p>`
  const conversations = [...Map.groupBy(messages, ({ data }) => String(data['conversation_id'])).values()]
  const byNewest = conversations.toSorted((a, b) => ((a.at(-1)?.id ?? '') < (b.at(-1)?.id ?? '') ? 1 : -1))
  return html`${byNewest.map((all) => renderConversation(all, statuses))}`
}

function renderConversation(messages: readonly ItemRow[], statuses: ReadonlyMap<string, string>): Html {
  const name = readPersonName(messages[0]?.data['participant'])
  const bubbles = messages.map(
    (message) =>
      html`<li class="${message.data['direction'] === 'outbound' ? 'ours' : 'theirs'}">${renderBubble(message, statuses)}</li>`,
  )
  return html`<section class="card"><div class="by">${avatar(name)}<h2 dir="auto">${name}</h2></div><ol class="chat">${bubbles}</ol></section>`
}

function renderBubble({ id, data, created_at }: ItemRow, statuses: ReadonlyMap<string, string>): Html {
  const isOurs = data['direction'] === 'outbound'
  const attachments = Array.isArray(data['attachments']) ? data['attachments'].length : 0
  const { name, language } = (data['template'] ?? {}) as { name?: string; language?: string }
  const badges = [
    ...(name === undefined ? [] : [badge(`Template ${name} (${language ?? ''})`)]),
    ...(attachments > 0 ? [badge(plural(attachments, 'attachment'))] : []),
  ]
  return html`<div class="bubble">${badges}${prose(data['body'])}</div><small>${time(created_at)}${isOurs ? ` · ${statuses.get(id) ?? 'sent'}` : ''}</small>`
}

function reviewList(reviews: readonly ItemRow[]): Html | undefined {
  if (reviews.length === 0) return undefined
  return html`<section class="card comments"><h2>${plural(reviews.length, 'review')}</h2><ul>${reviews.toReversed().map((review) => html`<li>${renderReview(review)}</li>`)}</ul></section>`
}

const STARS_MAX = 5

function renderReview({ data, created_at }: ItemRow): Html {
  const name = readPersonName(data['author'])
  const rating = Math.min(STARS_MAX, Math.max(0, Math.round(Number(data['rating']) || 0)))
  const { body: reply } = (data['reply'] ?? {}) as { body?: unknown }
  const answer =
    reply === undefined ? undefined : html`<div class="answer">${badge('Reply from the page')}${prose(reply)}</div>`
  return html`<div class="comment">${avatar(name)}<div><b dir="auto">${name}</b> <span class="stars" role="img" aria-label="${rating} of ${STARS_MAX} stars">${'★'.repeat(rating)}<i>${'★'.repeat(STARS_MAX - rating)}</i></span> <small>${time(created_at)}</small>${prose(data['body'])}${answer}</div></div>`
}
