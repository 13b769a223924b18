import { TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import type { Reply } from '../../../api/client.ts'
import { ApiFormDialog } from '../../../components/form/api-form-dialog.tsx'
import type { Webhook } from '../../../resources/webhooks/webhook-labels.ts'
import { EventPicker } from './event-picker.tsx'

type Values = { url: string; description: string; events: string[] }

const EMPTY: Values = { url: '', description: '', events: ['*'] }

function toBody({ url, description, events }: Values) {
  return { url: url.trim(), description: description.trim() || null, events: events as Webhook['events'] }
}

function hasEvents({ events }: Values): boolean {
  return events.length > 0
}

interface CreateProps {
  readonly onClose: () => void
  readonly onCreated: (made: Reply<'webhooks.create'>) => void
}

export function CreateWebhook({ onClose, onCreated }: CreateProps) {
  return (
    <ApiFormDialog
      operation="webhooks.create"
      title="Add endpoint"
      size="lg"
      submitLabel="Add endpoint"
      initialValues={EMPTY}
      toInput={(values) => ({ body: toBody(values) })}
      canSubmit={hasEvents}
      hasCopyAs
      onDone={onCreated}
      onClose={onClose}
    >
      {(form) => <Fields form={form} />}
    </ApiFormDialog>
  )
}

export function EditWebhook({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const { id, url, description, events } = webhook
  const initialValues: Values = { url, description: description ?? '', events }
  return (
    <ApiFormDialog
      operation="webhooks.update"
      edited={webhook}
      title="Edit endpoint"
      size="lg"
      submitLabel="Save"
      initialValues={initialValues}
      toInput={(values) => ({ params: { id }, body: toBody(values) })}
      canSubmit={hasEvents}
      hasCopyAs
      doneMessage={() => 'Endpoint updated'}
      onClose={onClose}
    >
      {(form) => <Fields form={form} />}
    </ApiFormDialog>
  )
}

function Fields({ form }: { form: UseFormReturnType<Values> }) {
  return (
    <>
      <TextInput
        label="Endpoint URL"
        description="Events are sent here as POST requests. HTTPS is required in production."
        placeholder="https://example.com/webhooks"
        inputMode="url"
        autoComplete="off"
        required
        data-autofocus
        {...form.getInputProps('url')}
      />
      <TextInput
        label="Description"
        placeholder="Order service"
        maxLength={255}
        {...form.getInputProps('description')}
      />
      <EventPicker
        value={form.values.events}
        onChange={(events) => form.setFieldValue('events', events)}
        error={form.errors['events'] as string | undefined}
      />
    </>
  )
}
