import { Text } from '@mantine/core'
import { useWrite } from '../../../api/hooks.ts'
import { ConfirmDialog } from '../../../components/form/confirm-dialog.tsx'
import { showDone } from '../../../components/notify.ts'
import type { Passkey } from './rename-passkey.tsx'

export function RemovePasskey({ passkey: { id, name }, onClose }: { passkey: Passkey; onClose: () => void }) {
  const remove = useWrite('passkeys.remove', {
    onSuccess: () => {
      showDone(`Passkey ${name} removed`)
      onClose()
    },
  })
  return (
    <ConfirmDialog
      isOpen
      isDangerous
      title={`Remove ${name}?`}
      confirmLabel="Remove passkey"
      isRunning={remove.isPending}
      problem={remove.error}
      onConfirm={() => remove.mutate({ params: { id } })}
      onClose={onClose}
    >
      <Text>
        You will no longer be able to sign in with it. Delete it on the device too; otherwise the device keeps offering
        it.
      </Text>
    </ConfirmDialog>
  )
}
