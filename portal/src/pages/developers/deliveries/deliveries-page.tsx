import { Button } from '@mantine/core'
import { LogIcon, SyncIcon } from '@primer/octicons-react'
import { useMemo, useState } from 'react'
import { Link } from 'wouter'
import { useList } from '../../../api/hooks.ts'
import { CopyAs } from '../../../components/copy/copy-as.tsx'
import { WriteButton } from '../../../components/form/write-button.tsx'
import { lazyPart } from '../../../components/lazy-part.tsx'
import { type Column, CursorList } from '../../../components/list/cursor-list.tsx'
import { EmptyState, NoMatches } from '../../../components/list/empty-state.tsx'
import { useSelection } from '../../../components/list/use-selection.ts'
import { Page } from '../../../components/page.tsx'
import { absoluteTime } from '../../../components/time/time.ts'
import { When } from '../../../components/time/when.tsx'
import { useOpened } from '../../../components/use-opened.ts'
import { type Delivery, isWaiting } from '../../../resources/webhooks/delivery-labels.ts'
import { DeliveryLink } from '../../../resources/webhooks/delivery-link.tsx'
import { DeliveryStatus } from '../../../resources/webhooks/delivery-status.tsx'
import { useWebhookNames } from '../../../resources/webhooks/use-webhooks.ts'
import { DeliveryFilters } from './delivery-filters.tsx'
import { RedriveSelected } from './redrive-selected.tsx'
import { useDeliveryFilters } from './use-delivery-filters.ts'

const DeliveryDrawer = lazyPart(
  async () => (await import('../../../resources/webhooks/delivery-drawer.tsx')).DeliveryDrawer,
)
const RedriveMany = lazyPart(async () => (await import('./redrive-many.tsx')).RedriveMany)

const SELECTABLE = {
  isSelectable: ({ status }: Delivery) => status === 'dead',
  getItemLabel: ({ event_type, created_at }: Delivery) => `${event_type} of ${absoluteTime(created_at)}`,
}

/** The log of all deliveries of the last 30 days. */
export function DeliveriesPage() {
  const { query, ...filters } = useDeliveryFilters()
  const list = useList(
    'webhook_deliveries.list',
    { query: { limit: 100, ...query } },
    { everySeconds: (items) => (items.some(isWaiting) ? 1 : 5) },
  )
  const getWebhookName = useWebhookNames()
  const [opened, open] = useOpened('delivery')
  const columns = useMemo(() => buildColumns(getWebhookName, open), [getWebhookName, open])
  const selection = useSelection(SELECTABLE)
  const [isRedriving, setRedriving] = useState(false)
  return (
    <Page
      title="Deliveries"
      about="Every event sent to an endpoint, with each attempt. The log is kept for 30 days."
      actions={
        <>
          <CopyAs operation="webhook_deliveries.list" input={{ query }} />
          <WriteButton variant="default" leftSection={<SyncIcon size={16} />} onClick={() => setRedriving(true)}>
            Redrive…
          </WriteButton>
        </>
      }
    >
      <DeliveryFilters filters={filters} />
      {selection.ids.size > 0 && <RedriveSelected selection={selection} />}
      <CursorList
        label="Deliveries"
        list={list}
        columns={columns}
        selection={selection}
        empty={<NoDeliveries isFiltered={filters.isAny} clear={filters.clear} />}
      />
      {opened && <DeliveryDrawer id={opened} onClose={() => open('')} />}
      {isRedriving && <RedriveMany query={query} onClose={() => setRedriving(false)} />}
    </Page>
  )
}

function NoDeliveries({ isFiltered, clear }: { isFiltered: boolean; clear: () => void }) {
  if (isFiltered) return <NoMatches of="deliveries" onClear={clear} />
  return (
    <EmptyState
      icon={LogIcon}
      title="No deliveries yet"
      text="Events are delivered to your endpoints as they happen. Open an endpoint to send a test event."
    >
      <Button component={Link} href="/webhooks">
        View endpoints
      </Button>
    </EmptyState>
  )
}

function buildColumns(getWebhookName: (id: string) => string, open: (id: string) => void): Column<Delivery>[] {
  return [
    { title: 'Event', width: '1.6fr', render: (delivery) => <DeliveryLink delivery={delivery} open={open} /> },
    { title: 'Endpoint', width: '2fr', render: ({ endpoint_id }) => getWebhookName(endpoint_id) },
    { title: 'Status', width: '1.8fr', render: (delivery) => <DeliveryStatus delivery={delivery} /> },
    { title: 'Time', width: '1fr', render: ({ created_at }) => <When at={created_at} /> },
    { title: 'Attempts', width: '72px', isNumber: true, render: ({ attempt }) => attempt },
  ]
}
