import { StatusBadge } from '../../../components/status-badge.tsx'
import { hasPicture } from '../people.ts'
import type { Comment } from './comments.ts'

/** Shows the most important state of a comment: hidden, our own, or answered. */
export function CommentState({ comment: { is_hidden, is_own, is_answered } }: { comment: Comment }) {
  if (is_hidden) return <StatusBadge status="hidden" tone="warn" />
  if (is_own) return <StatusBadge status="own" label="You" tone="info" />
  return is_answered ? <StatusBadge status="answered" tone="good" /> : null
}

export function authorPicture({ id, author }: Comment) {
  return hasPicture(author) ? { operation: 'comments.avatar' as const, input: { params: { id } } } : undefined
}
