import { ConfirmDialog } from '../../../components/form/confirm-dialog.tsx'
import type { Comment } from './comments.ts'

interface Props {
  readonly comment: Comment
  readonly name: string
  readonly onClose: () => void
  readonly onDeleted?: () => void
}

export function DeleteComment({ comment, name, onClose, onDeleted }: Props) {
  return (
    <ConfirmDialog
      operation="comments.moderate"
      input={{ params: { id: comment.id }, body: { action: 'delete' } }}
      isDangerous
      title="Delete this comment?"
      confirmLabel="Delete comment"
      doneMessage="Comment deleted"
      onDone={() => {
        onClose()
        onDeleted?.()
      }}
      onClose={onClose}
    >
      This deletes the comment by {name} on the platform, including its replies if the platform removes them too. This
      cannot be undone.
    </ConfirmDialog>
  )
}
