import type { FoundComment } from '../inbox.ts'
import type { Body } from './graph.ts'

export const REPLY_FIELDS =
  'id,text,username,timestamp,hide_status,is_reply_owned_by_me,root_post,replied_to,profile_picture_url'

const SHOWN = new Set(['NOT_HUSHED', 'UNHUSHED'])

/** A reply as a list and a push have it. Threads does not tell the author's id: the name stands for it. */
export function readReply(reply: Body, postId: string | null): FoundComment {
  const username = reply.username === undefined ? null : String(reply.username)
  const root = postId ?? (reply.root_post?.id === undefined ? null : String(reply.root_post.id))
  const parent = reply.replied_to?.id === undefined ? null : String(reply.replied_to.id)
  const time = Date.parse(reply.timestamp)
  return {
    externalId: String(reply.id),
    mediaExternalId: root,
    parentExternalId: parent === root ? null : parent,
    author: {
      externalId: username ?? '',
      name: username,
      username,
      avatarUrl: typeof reply.profile_picture_url === 'string' ? reply.profile_picture_url : null,
    },
    body: typeof reply.text === 'string' ? reply.text : null,
    isHidden: reply.hide_status !== undefined && !SHOWN.has(String(reply.hide_status)),
    canReply: true,
    isOwn: reply.is_reply_owned_by_me === true,
    occurredAt: Number.isNaN(time) ? null : new Date(time),
  }
}
