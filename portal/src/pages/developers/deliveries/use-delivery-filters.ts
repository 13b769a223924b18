import { useRead } from '../../../api/hooks.ts'
import { type Filters, useFilters } from '../../../components/list/use-filters.ts'
import { TIME_FILTER, useTimeQuery } from '../../../components/time/time-filter.tsx'
import {
  type Delivery,
  type DeliveryQuery,
  type EventType,
  STATUSES,
} from '../../../resources/webhooks/delivery-labels.ts'

const NAMES = ['status', 'endpoint', 'event', ...TIME_FILTER] as const
export type DeliveryFilterName = (typeof NAMES)[number]

/** Reads the filters from the URL and converts them to a query. */
export function useDeliveryFilters(): Filters<DeliveryFilterName> & { readonly query: DeliveryQuery } {
  const filters = useFilters(NAMES)
  const { status, endpoint, event } = filters.values
  const time = useTimeQuery(filters.values)
  const query = {
    ...(isStatus(status) && { status }),
    ...(endpoint && { endpoint_id: endpoint }),
    ...(event && { event_type: event as EventType }),
    ...time,
  }
  return { ...filters, query }
}

function isStatus(text: string): text is Delivery['status'] {
  return Object.hasOwn(STATUSES, text)
}

/** Returns the event types that are delivered: those of the catalogue, and that of finished jobs. */
export function useEventTypes(): readonly string[] {
  const { data } = useRead('webhooks.events', { query: { limit: 100 } })
  return [...(data?.data.map(({ type }) => type) ?? []), 'job.finished']
}
