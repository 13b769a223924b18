import { Text } from '@mantine/core'
import { useWrite } from '../../../api/hooks.ts'
import { ConfirmDialog } from '../../../components/form/confirm-dialog.tsx'
import { showDone } from '../../../components/notify.ts'
import { type Webhook, webhookName } from '../../../resources/webhooks/webhook-labels.ts'

interface Props {
  readonly webhook: Webhook
  readonly onDeleted: () => void
  readonly onClose: () => void
}

export function DeleteWebhook({ webhook, onDeleted, onClose }: Props) {
  const remove = useWrite('webhooks.delete', {
    onSuccess: () => {
      showDone(`${webhookName(webhook)} deleted`)
      onDeleted()
    },
  })
  return (
    <ConfirmDialog
      isOpen
      isDangerous
      title={`Delete ${webhookName(webhook)}?`}
      confirmLabel="Delete endpoint"
      isRunning={remove.isPending}
      problem={remove.error}
      onConfirm={() => remove.mutate({ params: { id: webhook.id } })}
      onClose={onClose}
    >
      <Text>
        The endpoint receives no more events, and pending deliveries are not sent. Its log is kept for 30 days. This
        cannot be undone. To stop deliveries temporarily, pause the endpoint instead.
      </Text>
    </ConfirmDialog>
  )
}
