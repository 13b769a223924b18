import { CopyAs } from '../../../components/copy-as.tsx'
import { showDone } from '../../../components/notify.ts'
import { useApiForm } from '../../../components/use-api-form.ts'
import { toBody, WebhookDialog, type WebhookValues } from './webhook-dialog.tsx'
import type { Webhook } from './webhook-labels.ts'

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
