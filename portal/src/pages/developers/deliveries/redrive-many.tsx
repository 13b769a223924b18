import { Button, Group, Modal, NativeSelect, Stack, Text, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useWrite } from '../../../api/hooks.ts'
import { CopyAs } from '../../../components/copy/copy-as.tsx'
import { ProblemAlert } from '../../../components/form/problem-alert.tsx'
import { showDone } from '../../../components/notify.ts'
import { formatNumber, userTimeZone } from '../../../components/time/time.ts'
import { toInstant, toLocal } from '../../../components/time/zoned-time.ts'
import { countWords, type DeliveryQuery, type EventType } from '../../../resources/webhooks/delivery-labels.ts'
import { useWebhooks } from '../../../resources/webhooks/use-webhooks.ts'
import { webhookName } from '../../../resources/webhooks/webhook-labels.ts'
import { useEventTypes } from './use-delivery-filters.ts'

const MAX = 10_000

/** Redrives all matching dead deliveries, by endpoint, event and time. It starts with the filters of the list. */
export function RedriveMany({ query, onClose }: { query: DeliveryQuery; onClose: () => void }) {
  const zone = userTimeZone()
  const [endpoint, setEndpoint] = useState(query.endpoint_id ?? '')
  const [event, setEvent] = useState<string>(query.event_type ?? '')
  const [since, setSince] = useState(query.from ? toLocal(query.from, zone) : '')
  const [until, setUntil] = useState(query.to ? toLocal(query.to, zone) : '')
  const endpoints = useWebhooks().items.map((webhook) => ({ value: webhook.id, label: webhookName(webhook) }))
  const types = useEventTypes().map((type) => ({ value: type, label: type }))
  const redrive = useWrite('webhook_deliveries.redrive_many', {
    changes: ['webhooks'],
    onSuccess: ({ redriven, has_more }) => {
      const more = has_more ? ' More deliveries match: redrive again to include them.' : ''
      showDone(
        redriven === 0 ? 'No dead deliveries match.' : `${countWords(formatNumber(redriven), redriven === 1)}${more}`,
      )
      onClose()
    },
  })
  const body = {
    filter: {
      ...(endpoint && { endpoint_id: endpoint }),
      ...(event && { event_type: event as EventType }),
      ...(since && { from: toInstant(since, zone) }),
      ...(until && { to: toInstant(until, zone) }),
    },
    max: MAX,
  }
  const submit = (submitted: FormEvent) => {
    submitted.preventDefault()
    redrive.mutate({ body })
  }
  return (
    <Modal opened onClose={onClose} title="Redrive dead deliveries">
      <form onSubmit={submit}>
        <Stack>
          <Text c="dimmed">
            All matching dead deliveries are sent now, oldest first, and retried up to seven times. Deliveries of paused
            endpoints are skipped.
          </Text>
          <NativeSelect
            label="Endpoint"
            value={endpoint}
            onChange={({ currentTarget }) => setEndpoint(currentTarget.value)}
            data={[{ value: '', label: 'All endpoints' }, ...endpoints]}
          />
          <NativeSelect
            label="Event"
            value={event}
            onChange={({ currentTarget }) => setEvent(currentTarget.value)}
            data={[{ value: '', label: 'All events' }, ...types]}
          />
          <Group grow>
            <TextInput
              type="datetime-local"
              label="Since"
              value={since}
              onChange={({ currentTarget }) => setSince(currentTarget.value)}
            />
            <TextInput
              type="datetime-local"
              label="Before"
              value={until}
              onChange={({ currentTarget }) => setUntil(currentTarget.value)}
            />
          </Group>
          {redrive.error && <ProblemAlert problem={redrive.error} />}
          <Group justify="space-between">
            <CopyAs operation="webhook_deliveries.redrive_many" input={{ body }} />
            <Button type="submit" loading={redrive.isPending}>
              Redrive all matching
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
