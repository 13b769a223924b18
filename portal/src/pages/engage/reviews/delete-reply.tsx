import { useWrite } from '../../../api/hooks.ts'
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx'
import { showDone } from '../../../components/notify.ts'

export function DeleteReply({ id, name, onClose }: { id: string; name: string; onClose: () => void }) {
  const remove = useWrite('reviews.delete_reply', {
    onSuccess: () => {
      onClose()
      showDone('The reply is deleted.')
    },
  })
  return (
    <ConfirmDialog
      isOpen
      isDangerous
      title="Delete your reply?"
      confirmLabel="Delete the reply"
      isRunning={remove.isPending}
      problem={remove.error}
      onConfirm={() => remove.mutate({ params: { id } })}
      onClose={onClose}
    >
      Your reply to the review by {name} is deleted on the platform. The review stays.
    </ConfirmDialog>
  )
}
