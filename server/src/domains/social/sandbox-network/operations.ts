import { createTemplate, deleteReviewReply, deleteTemplate, registerNumber, setReviewReply } from './business.ts'
import { changeComment, deleteComment, listFeed, readConversation, reply, sendMessage } from './inbox.ts'
import { accountMetrics, postMetrics } from './metrics.ts'
import { beginAuthorization, listEntities, readMe, revoke, token } from './people.ts'
import { createMedia, createPost, deletePost, findPosts } from './posts.ts'
import type { Reply, Visit } from './visit.ts'

export interface Operation {
  /** What a fault names. */
  readonly name: string
  readonly method: string
  readonly path: RegExp
  readonly needsToken: boolean
  readonly run: (visit: Visit) => Promise<Reply>
}

const at = (path: string) => new RegExp(`^${path.replaceAll(':id', '([^/]+)')}$`)
const open = (name: string, method: string, path: string, run: Operation['run']): Operation => ({
  name,
  method,
  path: at(path),
  needsToken: false,
  run,
})
const own = (name: string, method: string, path: string, run: Operation['run']): Operation => ({
  ...open(name, method, path, run),
  needsToken: true,
})

/** Everything the network can be asked. */
export const operations: readonly Operation[] = [
  open('authorizations.create', 'POST', '/authorizations', beginAuthorization),
  open('token', 'POST', '/token', token),
  open('revocations.create', 'POST', '/revocations', revoke),
  own('me.read', 'GET', '/me', readMe),
  own('entities.list', 'GET', '/entities', listEntities),
  own('media.create', 'POST', '/media', createMedia),
  own('posts.create', 'POST', '/posts', createPost),
  own('posts.find', 'GET', '/posts', findPosts),
  own('posts.delete', 'DELETE', '/posts/:id', deletePost),
  own('comments.list', 'GET', '/comments', (visit) => listFeed(visit, ['comment'])),
  own('comments.reply', 'POST', '/comments/:id/replies', reply),
  own('comments.change', 'PUT', '/comments/:id', changeComment),
  own('comments.delete', 'DELETE', '/comments/:id', deleteComment),
  own('messages.list', 'GET', '/messages', (visit) => listFeed(visit, ['message', 'message_status'])),
  own('messages.send', 'POST', '/conversations/:id/messages', sendMessage),
  own('conversations.read', 'PUT', '/conversations/:id', readConversation),
  own('reviews.list', 'GET', '/reviews', (visit) => listFeed(visit, ['review'])),
  own('reviews.reply', 'PUT', '/reviews/:id/reply', setReviewReply),
  own('reviews.delete_reply', 'DELETE', '/reviews/:id/reply', deleteReviewReply),
  own('templates.create', 'POST', '/templates', createTemplate),
  own('templates.list', 'GET', '/templates', (visit) => listFeed(visit, ['template'])),
  own('templates.delete', 'DELETE', '/templates/:id', deleteTemplate),
  own('numbers.register', 'POST', '/numbers', registerNumber),
  own('metrics.account', 'GET', '/metrics/account', accountMetrics),
  own('metrics.posts', 'GET', '/metrics/posts', postMetrics),
]
