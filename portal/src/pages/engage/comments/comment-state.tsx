import { StatusBadge } from '../../../components/status-badge.tsx'
import { hasPicture } from '../people.ts'
import type { Comment } from './comments.ts'

/** What matters most about a comment: that others do not see it, that it is ours, or that it was answered. */
export function CommentState({ comment: { is_hidden, is_own, is_answered } }: { comment: Comment }) {
  if (is_hidden) return <StatusBadge status="hidden" tone="warn" />
  if (is_own) return <StatusBadge status="own" label="You" tone="info" />
  return is_answered ? <StatusBadge status="answered" tone="good" /> : null
}

export function authorPicture({ id, author }: Comment) {
  return hasPicture(author) ? { operation: 'comments.avatar' as const, input: { params: { id } } } : undefined
}
