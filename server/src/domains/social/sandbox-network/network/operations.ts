import { changeComment, commentOnPost, deleteComment, replyToComment } from './comments.ts'
import { listEntities } from './entities.ts'
import { changeItem, findOwnItem, listFeed } from './feed.ts'
import { markConversationRead, sendMessage } from './messages.ts'
import { readAccountMetrics, readPostMetrics } from './metrics.ts'
import { createMedia, createPost, deletePost, findPosts } from './posts.ts'
import type { NetworkReply, NetworkRequest } from './request.ts'
import { readMe, revokeTokens, startAuthorization } from './sign-in.ts'
import { createTemplate, deleteTemplate, registerNumber, requestCode, verifyCode } from './templates.ts'
import { grantTokens } from './tokens.ts'

export interface Operation {
  /** Name for scripted faults. */
  readonly name: string
  readonly method: string
  readonly path: RegExp
  readonly needsToken: boolean
  readonly run: (request: NetworkRequest) => Promise<NetworkReply>
}

const compilePath = (path: string) => new RegExp(`^${path.replaceAll(':id', '([^/]+)')}$`)
const withoutToken = (name: string, method: string, path: string, run: Operation['run']): Operation => ({
  name,
  method,
  path: compilePath(path),
  needsToken: false,
  run,
})
const withToken = (name: string, method: string, path: string, run: Operation['run']): Operation => ({
  ...withoutToken(name, method, path, run),
  needsToken: true,
})

/** Every operation of the network. */
export const operations: readonly Operation[] = [
  withoutToken('authorizations.create', 'POST', '/authorizations', startAuthorization),
  withoutToken('token', 'POST', '/token', grantTokens),
  withoutToken('revocations.create', 'POST', '/revocations', revokeTokens),
  withToken('me.read', 'GET', '/me', readMe),
  withToken('entities.list', 'GET', '/entities', listEntities),
  withToken('media.create', 'POST', '/media', createMedia),
  withToken('posts.create', 'POST', '/posts', createPost),
  withToken('posts.find', 'GET', '/posts', findPosts),
  withToken('posts.delete', 'DELETE', '/posts/:id', deletePost),
  withToken('comments.list', 'GET', '/comments', (request) => listFeed(request, ['comment'])),
  withToken('comments.create', 'POST', '/posts/:id/comments', commentOnPost),
  withToken('comments.reply', 'POST', '/comments/:id/replies', replyToComment),
  withToken('comments.change', 'PUT', '/comments/:id', changeComment),
  withToken('comments.delete', 'DELETE', '/comments/:id', deleteComment),
  withToken('messages.list', 'GET', '/messages', (request) => listFeed(request, ['message', 'message_status'])),
  withToken('messages.send', 'POST', '/conversations/:id/messages', sendMessage),
  withToken('conversations.read', 'PUT', '/conversations/:id', markConversationRead),
  withToken('reviews.list', 'GET', '/reviews', (request) => listFeed(request, ['review'])),
  withToken('reviews.reply', 'PUT', '/reviews/:id/reply', setReviewReply),
  withToken('reviews.delete_reply', 'DELETE', '/reviews/:id/reply', deleteReviewReply),
  withToken('templates.create', 'POST', '/templates', createTemplate),
  withToken('templates.list', 'GET', '/templates', (request) => listFeed(request, ['template'])),
  withToken('templates.delete', 'DELETE', '/templates/:id', deleteTemplate),
  withToken('numbers.request_code', 'POST', '/numbers/code', requestCode),
  withToken('numbers.verify_code', 'POST', '/numbers/verification', verifyCode),
  withToken('numbers.register', 'POST', '/numbers', registerNumber),
  withToken('metrics.account', 'GET', '/metrics/account', readAccountMetrics),
  withToken('metrics.posts', 'GET', '/metrics/posts', readPostMetrics),
]

async function setReviewReply(request: NetworkRequest): Promise<NetworkReply> {
  const { ctx, workspaceId, body } = request
  const review = await findOwnItem(request, 'review')
  if ('status' in review) return review
  const before = review.data['reply'] as { body: string; created_at: string } | null
  const reply = before?.body === body.body ? before : { body: body.body, created_at: ctx.clock.now().toISOString() }
  if (reply !== before) await changeItem(ctx.db, workspaceId, review.id, { reply })
  return { status: 200, body: { id: review.id, reply } }
}

async function deleteReviewReply(request: NetworkRequest): Promise<NetworkReply> {
  const review = await findOwnItem(request, 'review')
  if ('status' in review) return review
  await changeItem(request.ctx.db, request.workspaceId, review.id, { reply: null })
  return { status: 200, body: { id: review.id } }
}
