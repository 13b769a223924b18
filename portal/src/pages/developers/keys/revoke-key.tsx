import { Text } from '@mantine/core'
import type { Item } from '../../../api/client.ts'
import { ConfirmDialog } from '../../../components/form/confirm-dialog.tsx'

export function RevokeKey({ apiKey, onClose }: { apiKey: Item<'api_keys.list'>; onClose: () => void }) {
  const name = apiKey.name ?? apiKey.key_prefix
  return (
    <ConfirmDialog
      operation="api_keys.revoke"
      input={{ params: { id: apiKey.id } }}
      isDangerous
      title={`Revoke ${name}?`}
      confirmLabel={apiKey.app ? 'Revoke access' : 'Revoke key'}
      doneMessage={`${name} revoked`}
      onClose={onClose}
    >
      <Text>
        {apiKey.app
          ? `${apiKey.app.name} will lose access immediately. To use it again, connect it again.`
          : 'Programs that use this key will lose access immediately. This cannot be undone.'}
      </Text>
    </ConfirmDialog>
  )
}
