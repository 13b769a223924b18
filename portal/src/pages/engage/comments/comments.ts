import type { Item } from '../../../api/client.ts'

export type Comment = Item<'comments.list'>

export interface CommentTree {
  readonly comment: Comment
  readonly replies: readonly Comment[]
}

export function getCommentTime({ occurred_at, created_at }: Comment): string {
  return occurred_at ?? created_at
}

/**
 * Groups the comments on a post into threads, in chronological order. A reply to a reply belongs to the first comment; a reply
 * to an unknown comment starts a thread.
 */
export function buildCommentTrees(comments: readonly Comment[]): CommentTree[] {
  const byExternalId = new Map(comments.map((comment) => [comment.external_id, comment]))
  const findParent = ({ parent_external_id: parent }: Comment) =>
    parent === null ? undefined : byExternalId.get(parent)
  const getRoot = (comment: Comment): Comment => {
    const seen = new Set([comment])
    let root = comment
    for (let parent = findParent(root); parent && !seen.has(parent); parent = findParent(root)) {
      seen.add(parent)
      root = parent
    }
    return root
  }
  const ordered = comments.toSorted((a, b) => getCommentTime(a).localeCompare(getCommentTime(b)))
  const groups = Map.groupBy(ordered, getRoot)
  return [...groups].map(([comment, group]) => ({ comment, replies: group.filter((each) => each !== comment) }))
}
