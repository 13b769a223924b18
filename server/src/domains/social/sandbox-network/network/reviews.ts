import { changeItem, findOwnItem } from './feed.ts'
import type { NetworkReply, NetworkRequest } from './request.ts'

export async function setReviewReply(request: NetworkRequest): Promise<NetworkReply> {
  const { ctx, workspaceId, body } = request
  const review = await findOwnItem(request, 'review')
  if ('status' in review) return review
  const before = review.data['reply'] as { body: string; created_at: string } | null
  const reply = before?.body === body.body ? before : { body: body.body, created_at: ctx.clock.now().toISOString() }
  if (reply !== before) await changeItem(ctx.db, workspaceId, review.id, { reply })
  return { status: 200, body: { id: review.id, reply } }
}

export async function deleteReviewReply(request: NetworkRequest): Promise<NetworkReply> {
  const review = await findOwnItem(request, 'review')
  if ('status' in review) return review
  await changeItem(request.ctx.db, request.workspaceId, review.id, { reply: null })
  return { status: 200, body: { id: review.id } }
}
