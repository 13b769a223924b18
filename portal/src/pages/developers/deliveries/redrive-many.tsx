import { Group, NativeSelect, Text, TextInput } from '@mantine/core'
import { ApiFormDialog } from '../../../components/form/api-form-dialog.tsx'
import { userTimeZone } from '../../../components/time/time.ts'
import { toInstant, toLocal } from '../../../components/time/zoned-time.ts'
import { type DeliveryQuery, type EventType, formatRedriven } from '../../../resources/webhooks/delivery-labels.ts'
import { useWebhooks } from '../../../resources/webhooks/use-webhooks.ts'
import { webhookName } from '../../../resources/webhooks/webhook-labels.ts'
import { useEventTypes } from './use-delivery-filters.ts'

const MAX = 10_000

/** Redrives all matching dead deliveries, by endpoint, event and time. It starts with the filters of the list. */
export function RedriveMany({ query, onClose }: { query: DeliveryQuery; onClose: () => void }) {
  const zone = userTimeZone()
  const event: EventType | '' = query.event_type ?? ''
  const endpoints = useWebhooks().items.map((webhook) => ({ value: webhook.id, label: webhookName(webhook) }))
  const types = useEventTypes().map((type) => ({ value: type, label: type }))
  return (
    <ApiFormDialog
      operation="webhook_deliveries.redrive_many"
      title="Redrive dead deliveries"
      submitLabel="Redrive all matching"
      initialValues={{
        endpoint: query.endpoint_id ?? '',
        event,
        since: query.from ? toLocal(query.from, zone) : '',
        until: query.to ? toLocal(query.to, zone) : '',
      }}
      toInput={({ endpoint, event: event_type, since, until }) => ({
        body: {
          filter: {
            ...(endpoint && { endpoint_id: endpoint }),
            ...(event_type && { event_type }),
            ...(since && { from: toInstant(since, zone) }),
            ...(until && { to: toInstant(until, zone) }),
          },
          max: MAX,
        },
      })}
      changes={['webhooks']}
      hasCopyAs
      doneMessage={({ redriven, has_more }) => {
        if (redriven === 0) return 'No dead deliveries match.'
        const more = has_more ? ' More deliveries match: redrive again to include them.' : ''
        return `${formatRedriven(redriven)}${more}`
      }}
      onClose={onClose}
    >
      {(form) => (
        <>
          <Text c="dimmed">
            All matching dead deliveries are sent now, oldest first, and retried up to seven times. Deliveries of paused
            endpoints are skipped.
          </Text>
          <NativeSelect
            label="Endpoint"
            data={[{ value: '', label: 'All endpoints' }, ...endpoints]}
            {...form.getInputProps('endpoint')}
          />
          <NativeSelect
            label="Event"
            data={[{ value: '', label: 'All events' }, ...types]}
            {...form.getInputProps('event')}
          />
          <Group grow>
            <TextInput type="datetime-local" label="Since" {...form.getInputProps('since')} />
            <TextInput type="datetime-local" label="Before" {...form.getInputProps('until')} />
          </Group>
        </>
      )}
    </ApiFormDialog>
  )
}
