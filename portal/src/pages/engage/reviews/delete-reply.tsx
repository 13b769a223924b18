import { ConfirmDialog } from '../../../components/form/confirm-dialog.tsx'

export function DeleteReply({ id, name, onClose }: { id: string; name: string; onClose: () => void }) {
  return (
    <ConfirmDialog
      operation="reviews.delete_reply"
      input={{ params: { id } }}
      isDangerous
      title="Delete reply?"
      confirmLabel="Delete reply"
      doneMessage="Reply deleted"
      onClose={onClose}
    >
      This deletes your reply to the review by {name} on the platform. The review stays.
    </ConfirmDialog>
  )
}
