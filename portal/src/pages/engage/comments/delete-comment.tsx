import { useWrite } from '../../../api/hooks.ts'
import { ConfirmDialog } from '../../../components/form/confirm-dialog.tsx'
import { showDone } from '../../../components/notify.ts'
import type { Comment } from './comments.ts'

interface Props {
  readonly comment: Comment
  readonly name: string
  readonly onClose: () => void
  readonly onDeleted?: () => void
}

export function DeleteComment({ comment, name, onClose, onDeleted }: Props) {
  const remove = useWrite('comments.moderate', {
    onSuccess: () => {
      onClose()
      onDeleted?.()
      showDone('Comment deleted')
    },
  })
  return (
    <ConfirmDialog
      isOpen
      isDangerous
      title="Delete this comment?"
      confirmLabel="Delete comment"
      isRunning={remove.isPending}
      problem={remove.error}
      onConfirm={() => remove.mutate({ params: { id: comment.id }, body: { action: 'delete' } })}
      onClose={onClose}
    >
      This deletes the comment by {name} on the platform, including its replies if the platform removes them too. This
      cannot be undone.
    </ConfirmDialog>
  )
}
