import { Button, Group, Modal, Stack, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { ProblemAlert } from '../../../components/form/problem-alert.tsx'
import type { ApiForm } from '../../../components/form/use-api-form.ts'
import type { Webhook } from '../../../resources/webhooks/webhook-labels.ts'
import { EventPicker } from './event-picker.tsx'

export interface WebhookValues extends Record<string, unknown> {
  url: string
  description: string
  events: string[]
}

/** Converts the form's values to a request body. */
export function toBody({ url, description, events }: WebhookValues) {
  return { url: url.trim(), description: description.trim() || null, events: events as Webhook['events'] }
}

interface Props {
  readonly title: string
  readonly button: string
  readonly api: ApiForm<WebhookValues, unknown>
  readonly copyAs: ReactNode
  readonly onClose: () => void
}

/** The form of a new or existing endpoint. */
export function WebhookDialog({ title, button, api: { form, submit, problem, isSending }, copyAs, onClose }: Props) {
  return (
    <Modal opened onClose={onClose} title={title} size="lg">
      <form onSubmit={submit}>
        <Stack>
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
          {problem && <ProblemAlert problem={problem} />}
          <Group justify="space-between">
            {copyAs}
            <Button type="submit" loading={isSending} disabled={form.values.events.length === 0}>
              {button}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
