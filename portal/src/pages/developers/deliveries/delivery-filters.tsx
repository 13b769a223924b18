import { ChoiceFilter, FilterBar } from '../../../components/list/filter-bar.tsx'
import type { Filters } from '../../../components/list/use-filters.ts'
import { TimeFilter } from '../../../components/time/time-filter.tsx'
import { STATUSES } from '../../../resources/webhooks/delivery-labels.ts'
import { useWebhooks } from '../../../resources/webhooks/use-webhooks.ts'
import { webhookName } from '../../../resources/webhooks/webhook-labels.ts'
import { type DeliveryFilterName, useEventTypes } from './use-delivery-filters.ts'

const RARE = [
  ['endpoint', 'Endpoint'],
  ['event', 'Event'],
] as const

/** Filters of the delivery log. */
export function DeliveryFilters({ filters }: { filters: Filters<DeliveryFilterName> }) {
  const endpoints = useWebhooks().items.map((webhook) => ({ value: webhook.id, label: webhookName(webhook) }))
  const types = useEventTypes().map((type) => ({ value: type, label: type }))
  const { endpoint } = filters.values
  // A link may name a deleted endpoint or a job's callback.
  const isKnown = endpoint === '' || endpoints.some(({ value }) => value === endpoint)
  const states = Object.entries(STATUSES).map(([value, { word }]) => ({ value, label: word }))
  return (
    <FilterBar label="Filter deliveries" filters={filters} rare={RARE}>
      <ChoiceFilter filters={filters} name="status" label="Status" all="Any status" options={states} />
      <ChoiceFilter
        filters={filters}
        name="endpoint"
        label="Endpoint"
        all="All endpoints"
        options={isKnown ? endpoints : [...endpoints, { value: endpoint, label: endpoint }]}
      />
      <ChoiceFilter filters={filters} name="event" label="Event" all="All events" options={types} />
      <TimeFilter {...filters} />
    </FilterBar>
  )
}
