import { Button, Group, Modal, Stack, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { ProblemAlert } from '../../../components/problem-alert.tsx'
import type { ApiForm } from '../../../components/use-api-form.ts'
import { EventPicker } from './event-picker.tsx'
import type { Webhook } from './webhook-labels.ts'

export interface WebhookValues extends Record<string, unknown> {
  url: string
  description: string
  events: string[]
}

/** What the form is as a body of the API. */
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

/** The form of an endpoint, new or not. */
export function WebhookDialog({ title, button, api: { form, submit, problem, isSending }, copyAs, onClose }: Props) {
  return (
    <Modal opened onClose={onClose} title={title} size="lg">
      <form onSubmit={submit}>
        <Stack>
          <TextInput
            label="Address"
            description="Where events are sent as POST requests. In production it begins with https."
            placeholder="https://example.com/webhooks"
            inputMode="url"
            autoComplete="off"
            required
            data-autofocus
            {...form.getInputProps('url')}
          />
          <TextInput
            label="Description"
            placeholder="What it is for"
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
