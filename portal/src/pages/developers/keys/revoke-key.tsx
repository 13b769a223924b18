import { Text } from '@mantine/core'
import type { Item } from '../../../api/client.ts'
import { useWrite } from '../../../api/hooks.ts'
import { ConfirmDialog } from '../../../components/form/confirm-dialog.tsx'
import { showDone } from '../../../components/notify.ts'

export function RevokeKey({ apiKey, onClose }: { apiKey: Item<'api_keys.list'>; onClose: () => void }) {
  const name = apiKey.name ?? apiKey.key_prefix
  const revoke = useWrite('api_keys.revoke', {
    onSuccess: () => {
      showDone(`${name} revoked`)
      onClose()
    },
  })
  return (
    <ConfirmDialog
      isOpen
      isDangerous
      title={`Revoke ${name}?`}
      confirmLabel="Revoke key"
      isRunning={revoke.isPending}
      problem={revoke.error}
      onConfirm={() => revoke.mutate({ params: { id: apiKey.id } })}
      onClose={onClose}
    >
      <Text>Programs that use this key will lose access immediately. This cannot be undone.</Text>
    </ConfirmDialog>
  )
}
