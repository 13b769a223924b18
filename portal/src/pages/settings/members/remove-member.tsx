import { Text } from '@mantine/core'
import { useWrite } from '../../../api/hooks.ts'
import { refreshSession } from '../../../app/session.ts'
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx'
import { showDone } from '../../../components/notify.ts'
import type { Member } from './member-columns.tsx'

export function RemoveMember({ member: { id, name }, onClose }: { member: Member; onClose: () => void }) {
  const remove = useWrite('members.remove', {
    onSuccess: () => {
      showDone(`${name} is no longer a member.`)
      onClose()
      void refreshSession()
    },
  })
  return (
    <ConfirmDialog
      isOpen
      isDangerous
      title={`Remove ${name}?`}
      confirmLabel="Remove from the workspace"
      isRunning={remove.isPending}
      problem={remove.error}
      onConfirm={() => remove.mutate({ params: { id } })}
      onClose={onClose}
    >
      <Text>
        They lose access at once, everywhere. API keys that they made keep working: revoke those on the page of keys.
      </Text>
    </ConfirmDialog>
  )
}
