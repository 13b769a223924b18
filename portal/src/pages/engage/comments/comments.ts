import type { Item } from '../../../api/client.ts'

export type Comment = Item<'comments.list'>

export interface CommentTree {
  readonly comment: Comment
  readonly replies: readonly Comment[]
}

export function timeOf({ occurred_at, created_at }: Comment): string {
  return occurred_at ?? created_at
}

/**
 * Comments on a post with their replies, in the order in which they were written. A reply to a reply stands with the first
 * comment; a reply whose comment is not known stands alone.
 */
export function treeOf(comments: readonly Comment[]): CommentTree[] {
  const byExternalId = new Map(comments.map((comment) => [comment.external_id, comment]))
  const parentOf = ({ parent_external_id: parent }: Comment) => (parent === null ? undefined : byExternalId.get(parent))
  const rootOf = (comment: Comment): Comment => {
    const seen = new Set([comment])
    let root = comment
    for (let parent = parentOf(root); parent && !seen.has(parent); parent = parentOf(root)) {
      seen.add(parent)
      root = parent
    }
    return root
  }
  const ordered = comments.toSorted((a, b) => timeOf(a).localeCompare(timeOf(b)))
  const groups = Map.groupBy(ordered, rootOf)
  return [...groups].map(([comment, group]) => ({ comment, replies: group.filter((each) => each !== comment) }))
}
