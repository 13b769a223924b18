import { Text } from '@mantine/core'
import { useWrite } from '../../../api/hooks.ts'
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx'
import { showDone } from '../../../components/notify.ts'
import type { Passkey } from './passkeys-part.tsx'

export function RemovePasskey({ passkey: { id, name }, onClose }: { passkey: Passkey; onClose: () => void }) {
  const remove = useWrite('passkeys.remove', {
    onSuccess: () => {
      showDone(`${name} signs you in no more.`)
      onClose()
    },
  })
  return (
    <ConfirmDialog
      isOpen
      isDangerous
      title={`Remove ${name}?`}
      confirmLabel="Remove the passkey"
      isRunning={remove.isPending}
      problem={remove.error}
      onConfirm={() => remove.mutate({ params: { id } })}
      onClose={onClose}
    >
      <Text>It no longer signs you in. Delete it on the device too, which otherwise goes on offering it.</Text>
    </ConfirmDialog>
  )
}
