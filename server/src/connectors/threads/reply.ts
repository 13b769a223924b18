import type { Static } from 'typebox'
import { Maybe } from '../../kit/declare/schema.ts'
import { Type } from '../../kit/declare/type.ts'
import { Id } from '../api/response.ts'
import type { FoundComment } from '../inbox.ts'

export const REPLY_FIELDS =
  'id,text,username,timestamp,hide_status,is_reply_owned_by_me,root_post,replied_to,profile_picture_url'

/** A reply in a list or in a push. Threads sends no id of its author. */
export type Reply = Static<typeof Reply>
export const Reply = Type.Object({
  id: Id,
  text: Maybe(Type.String()),
  username: Maybe(Type.String()),
  timestamp: Maybe(Type.String()),
  hide_status: Maybe(Type.String()),
  is_reply_owned_by_me: Maybe(Type.Boolean()),
  root_post: Maybe(Type.Object({ id: Maybe(Id) })),
  replied_to: Maybe(Type.Object({ id: Maybe(Id) })),
  profile_picture_url: Maybe(Type.Unknown()),
})

const SHOWN = ['NOT_HUSHED', 'UNHUSHED']

export function toComment(reply: Reply, postId: string | null): FoundComment {
  const { username = null, hide_status: hideStatus, profile_picture_url: picture } = reply
  const root = postId ?? readReference(reply.root_post)
  const parent = readReference(reply.replied_to)
  const time = Date.parse(reply.timestamp ?? '')
  return {
    externalId: String(reply.id),
    mediaExternalId: root,
    parentExternalId: parent === root ? null : parent,
    author: {
      externalId: username ?? '',
      name: username,
      username,
      avatarUrl: typeof picture === 'string' ? picture : null,
    },
    body: reply.text ?? null,
    isHidden: typeof hideStatus === 'string' && !SHOWN.includes(hideStatus),
    canReply: true,
    isOwn: reply.is_reply_owned_by_me === true,
    occurredAt: Number.isNaN(time) ? null : new Date(time),
  }
}

export function readReference(post: Reply['root_post']): string | null {
  return post?.id === undefined || post.id === null ? null : String(post.id)
}
