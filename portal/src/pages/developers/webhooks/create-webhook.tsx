import type { Reply } from '../../../api/client.ts'
import { CopyAs } from '../../../components/copy/copy-as.tsx'
import { useApiForm } from '../../../components/form/use-api-form.ts'
import { toBody, WebhookDialog, type WebhookValues } from './webhook-dialog.tsx'

const EMPTY: WebhookValues = { url: '', description: '', events: ['*'] }

export function CreateWebhook(props: { onClose: () => void; onCreated: (made: Reply<'webhooks.create'>) => void }) {
  const api = useApiForm('webhooks.create', {
    initialValues: EMPTY,
    toInput: (values) => ({ body: toBody(values) }),
    onSuccess: props.onCreated,
  })
  return (
    <WebhookDialog
      title="Add endpoint"
      button="Add endpoint"
      api={api}
      copyAs={<CopyAs operation="webhooks.create" input={{ body: toBody(api.form.values) }} />}
      onClose={props.onClose}
    />
  )
}
