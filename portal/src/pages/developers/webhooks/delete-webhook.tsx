import { Text } from '@mantine/core'
import { useWrite } from '../../../api/hooks.ts'
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx'
import { showDone } from '../../../components/notify.ts'
import { type Webhook, webhookName } from './webhook-labels.ts'

interface Props {
  readonly webhook: Webhook
  readonly onDeleted: () => void
  readonly onClose: () => void
}

export function DeleteWebhook({ webhook, onDeleted, onClose }: Props) {
  const remove = useWrite('webhooks.delete', {
    onSuccess: () => {
      showDone(`${webhookName(webhook)} is deleted.`)
      onDeleted()
    },
  })
  return (
    <ConfirmDialog
      isOpen
      isDangerous
      title={`Delete ${webhookName(webhook)}?`}
      confirmLabel="Delete the endpoint"
      isRunning={remove.isPending}
      problem={remove.error}
      onConfirm={() => remove.mutate({ params: { id: webhook.id } })}
      onClose={onClose}
    >
      <Text>
        It gets no more events, and what waits for it is not sent. Its log stays for 30 days. This cannot be undone; to
        stop for a while, pause it instead.
      </Text>
    </ConfirmDialog>
  )
}
