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
 * Comments on a post with their replies, in the order in which they were written. A reply to a reply stands with the first
 * comment; a reply whose comment is not known stands alone.
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
