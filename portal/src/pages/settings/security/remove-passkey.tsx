import { Text } from '@mantine/core'
import { ConfirmDialog } from '../../../components/form/confirm-dialog.tsx'
import type { Passkey } from './rename-passkey.tsx'

export function RemovePasskey({ passkey: { id, name }, onClose }: { passkey: Passkey; onClose: () => void }) {
  return (
    <ConfirmDialog
      operation="passkeys.remove"
      input={{ params: { id } }}
      isDangerous
      title={`Remove ${name}?`}
      confirmLabel="Remove passkey"
      doneMessage={`Passkey ${name} removed`}
      onClose={onClose}
    >
      <Text>
        You will no longer be able to sign in with it. Delete it on the device too; otherwise the device keeps offering
        it.
      </Text>
    </ConfirmDialog>
  )
}
