import { CopyAs } from '../../../components/copy/copy-as.tsx'
import { useApiForm } from '../../../components/form/use-api-form.ts'
import { showDone } from '../../../components/notify.ts'
import type { Webhook } from '../../../resources/webhooks/webhook-labels.ts'
import { toBody, WebhookDialog, type WebhookValues } from './webhook-dialog.tsx'

export function EditWebhook({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const { id, url, description, events } = webhook
  const initialValues: WebhookValues = { url, description: description ?? '', events }
  const toInput = (values: WebhookValues) => ({ params: { id }, body: toBody(values) })
  const api = useApiForm('webhooks.update', {
    initialValues,
    toInput,
    onSuccess: () => {
      showDone('Endpoint updated')
      onClose()
    },
  })
  return (
    <WebhookDialog
      title="Edit endpoint"
      button="Save"
      api={api}
      copyAs={<CopyAs operation="webhooks.update" input={toInput(api.form.values)} />}
      onClose={onClose}
    />
  )
}
