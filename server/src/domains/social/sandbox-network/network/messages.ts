import { buildConversationId } from '../../../../connectors/sandbox/conversation-ids.ts'
import { findLastItem, type ItemRow } from '../sql/items.ts'
import { canActAs, forbidden } from './entities.ts'
import { addItem, presentItem } from './feed.ts'
import { type NetworkReply, type NetworkRequest, refuse } from './request.ts'
import { fillTemplate } from './templates.ts'

const WINDOW_MS = 24 * 3_600_000

export const visitor = (name: string) => ({ id: `sb-visitor-${name}`, name, username: name })

/** Accepts free text only within a day of the other person's last message, and a template always. */
export async function sendMessage(request: NetworkRequest): Promise<NetworkReply> {
  const { ctx, workspaceId, body } = request
  const [conversationId = ''] = request.params
  if (!(await canActAs(request, body.entity_id))) return forbidden
  const last = { conversation_id: conversationId, direction: 'inbound' }
  const inbound = await findLastItem(ctx.db, workspaceId, { entityId: body.entity_id, kind: 'message', data: last })
  const participant = inbound?.data['participant'] ?? newParticipant(request)
  if (!participant) return refuse(404, 'no_such_conversation', 'There is no such conversation.')
  const content = body.template ? await fillTemplate(request) : writeFreeText(request, inbound)
  if ('status' in content) return content
  const message = await addItem(ctx, ctx.db, workspaceId, {
    entityId: body.entity_id,
    kind: 'message',
    handle: body.handle,
    data: {
      conversation_id: conversationId,
      direction: 'outbound',
      participant,
      ...content,
      attachments: body.attachments ?? [],
    },
  })
  return { status: 201, body: presentItem(message) }
}

/** Returns the new participant: a template may be sent to a number that has not written. */
function newParticipant({ body, params }: NetworkRequest): object | undefined {
  const isNumber = body.template && /^[1-9][0-9]{6,14}$/.test(body.to)
  return isNumber && params[0] === buildConversationId(body.entity_id, body.to) ? visitor(body.to) : undefined
}

function writeFreeText({ ctx, body }: NetworkRequest, inbound: ItemRow | undefined): NetworkReply | { body: string } {
  const isOpen = inbound && ctx.clock.now().getTime() - inbound.created_at.getTime() < WINDOW_MS
  if (isOpen) return { body: body.body }
  return refuse(422, 'window_closed', 'More than a day has passed since their last message: send a template instead.')
}

export async function markConversationRead({ params }: NetworkRequest): Promise<NetworkReply> {
  return { status: 200, body: { id: params[0], is_read: true } }
}
