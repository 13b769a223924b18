import { useWrite } from '../../../api/hooks.ts'
import { ConfirmDialog } from '../../../components/form/confirm-dialog.tsx'
import { showDone } from '../../../components/notify.ts'

export function DeleteReply({ id, name, onClose }: { id: string; name: string; onClose: () => void }) {
  const remove = useWrite('reviews.delete_reply', {
    onSuccess: () => {
      onClose()
      showDone('Reply deleted')
    },
  })
  return (
    <ConfirmDialog
      isOpen
      isDangerous
      title="Delete reply?"
      confirmLabel="Delete reply"
      isRunning={remove.isPending}
      problem={remove.error}
      onConfirm={() => remove.mutate({ params: { id } })}
      onClose={onClose}
    >
      This deletes your reply to the review by {name} on the platform. The review stays.
    </ConfirmDialog>
  )
}
