import { Text } from '@mantine/core'
import { ConfirmDialog } from '../../../components/form/confirm-dialog.tsx'
import { type Webhook, webhookName } from '../../../resources/webhooks/webhook-labels.ts'

interface Props {
  readonly webhook: Webhook
  readonly onDeleted: () => void
  readonly onClose: () => void
}

export function DeleteWebhook({ webhook, onDeleted, onClose }: Props) {
  return (
    <ConfirmDialog
      operation="webhooks.delete"
      input={{ params: { id: webhook.id } }}
      isDangerous
      title={`Delete ${webhookName(webhook)}?`}
      confirmLabel="Delete endpoint"
      doneMessage={`${webhookName(webhook)} deleted`}
      onDone={onDeleted}
      onClose={onClose}
    >
      <Text>
        The endpoint receives no more events, and pending deliveries are not sent. Its log is kept for 30 days. This
        cannot be undone. To stop deliveries temporarily, pause the endpoint instead.
      </Text>
    </ConfirmDialog>
  )
}
