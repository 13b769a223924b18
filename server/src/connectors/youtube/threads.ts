import type { Static } from 'typebox'
import { DateTime, Maybe } from '../../kit/declare/schema.ts'
import { Type } from '../../kit/declare/type.ts'
import type { FoundComment } from '../inbox.ts'
import type { Session } from '../session.ts'
import { buildListSchema, ResourceId, request } from './api.ts'

export type Comment = Static<typeof Comment>
export const Comment = Type.Object({
  id: ResourceId,
  snippet: Type.Object({
    videoId: Maybe(Type.String()),
    parentId: Maybe(Type.String()),
    authorChannelId: Maybe(Type.Object({ value: Maybe(Type.String()) })),
    authorChannelUrl: Maybe(Type.String()),
    authorDisplayName: Maybe(Type.String()),
    authorProfileImageUrl: Maybe(Type.String()),
    textOriginal: Maybe(Type.String()),
    textDisplay: Maybe(Type.String()),
    moderationStatus: Maybe(Type.String()),
    publishedAt: DateTime,
    updatedAt: Maybe(Type.String()),
  }),
})

export const Thread = Type.Object({
  id: ResourceId,
  snippet: Type.Object({
    videoId: Maybe(Type.String()),
    topLevelComment: Comment,
    totalReplyCount: Maybe(Type.Integer()),
  }),
  replies: Maybe(Type.Object({ comments: Maybe(Type.Array(Comment)) })),
})

export const CommentList = buildListSchema(Comment)
export const ThreadList = buildListSchema(Thread)

const REPLY_PAGES_MAX = 5

/** Lists the replies of a thread. A list of threads has only some of them. */
export async function listReplies(session: Session, threadId: string, videoId: string | null): Promise<FoundComment[]> {
  const replies: FoundComment[] = []
  let pageToken: string | null | undefined
  for (let page = 0; page < REPLY_PAGES_MAX; page++) {
    const { items, nextPageToken }: Static<typeof CommentList> = await request(session, 'comments.list', {
      schema: CommentList,
      query: {
        part: 'snippet',
        parentId: threadId,
        maxResults: 100,
        textFormat: 'plainText',
        ...(pageToken && { pageToken }),
      },
    })
    replies.push(...(items ?? []).map((reply) => readComment(session, reply, videoId)))
    pageToken = nextPageToken
    if (!pageToken) break
  }
  return replies
}

export function readComment({ entity }: Session, { id, snippet }: Comment, videoId: string | null): FoundComment {
  const authorId = snippet.authorChannelId?.value
  return {
    externalId: id,
    mediaExternalId: videoId ?? snippet.videoId ?? null,
    parentExternalId: snippet.parentId ?? null,
    author: {
      externalId: authorId ?? snippet.authorChannelUrl ?? id,
      name: snippet.authorDisplayName ?? null,
      username: null,
      avatarUrl: snippet.authorProfileImageUrl ?? null,
    },
    body: snippet.textOriginal ?? snippet.textDisplay ?? null,
    isHidden: snippet.moderationStatus === 'heldForReview',
    canReply: true,
    isOwn: authorId === entity.externalId,
    occurredAt: new Date(snippet.publishedAt),
  }
}
