import type { Body } from '../google/api.ts'
import type { FoundComment } from '../inbox.ts'
import type { Session } from '../session.ts'
import { request } from './api.ts'

const REPLY_PAGES_MAX = 5

/** The replies of a thread, of which a list of threads shows only some. */
export async function listReplies(session: Session, threadId: string, videoId: string | null): Promise<FoundComment[]> {
  const replies: FoundComment[] = []
  let pageToken: string | undefined
  for (let page = 0; page < REPLY_PAGES_MAX; page++) {
    const { items = [], nextPageToken } = await request(session, 'comments.list', {
      query: {
        part: 'snippet',
        parentId: threadId,
        maxResults: 100,
        textFormat: 'plainText',
        ...(pageToken !== undefined && { pageToken }),
      },
    })
    replies.push(...items.map((reply: Body) => readComment(session, reply, videoId)))
    pageToken = nextPageToken
    if (!pageToken) break
  }
  return replies
}

export function readComment({ entity }: Session, { id, snippet }: Body, videoId: string | null): FoundComment {
  const authorId = snippet.authorChannelId?.value
  return {
    externalId: id,
    mediaExternalId: videoId ?? snippet.videoId ?? null,
    parentExternalId: snippet.parentId ?? null,
    author: {
      externalId: String(authorId ?? snippet.authorChannelUrl ?? id),
      name: snippet.authorDisplayName ?? null,
      username: null,
      avatarUrl: snippet.authorProfileImageUrl ?? null,
    },
    body: snippet.textOriginal ?? snippet.textDisplay ?? null,
    isHidden: snippet.moderationStatus === 'heldForReview',
    canReply: true,
    isOwn: authorId === entity.externalId,
    occurredAt: snippet.publishedAt ? new Date(snippet.publishedAt) : null,
  }
}
