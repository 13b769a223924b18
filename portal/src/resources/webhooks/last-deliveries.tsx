import { useMemo } from 'react'
import { useList } from '../../api/hooks.ts'
import { lazyPart } from '../../components/lazy-part.tsx'
import { type Column, CursorList } from '../../components/list/cursor-list.tsx'
import { When } from '../../components/time/when.tsx'
import { useOpened } from '../../components/use-opened.ts'
import { type Delivery, isWaiting } from './delivery-labels.ts'
import { DeliveryLink } from './delivery-link.tsx'
import { DeliveryStatus } from './delivery-status.tsx'

const DeliveryDrawer = lazyPart(async () => (await import('./delivery-drawer.tsx')).DeliveryDrawer)
const SHOWN = 10
const PAGE = 25

/** Lists the latest deliveries of an endpoint, or all of them with pagination. */
export function LastDeliveries({ id, isWhole = false }: { id: string; isWhole?: boolean }) {
  const list = useList(
    'webhook_deliveries.list',
    { query: { endpoint_id: id, limit: isWhole ? PAGE : SHOWN } },
    { everySeconds: (items) => (items.some(isWaiting) ? 1 : 5) },
  )
  const [opened, open] = useOpened('delivery')
  const columns = useMemo(() => buildColumns(open), [open])
  return (
    <>
      <CursorList
        label={isWhole ? 'Deliveries' : 'Recent deliveries'}
        list={isWhole ? list : { ...list, hasMore: false }}
        columns={columns}
        empty={
          <p className="dimmed webhook-none">No deliveries yet. Send a test event to see how your server responds.</p>
        }
      />
      {opened && <DeliveryDrawer id={opened} onClose={() => open('')} />}
    </>
  )
}

function buildColumns(open: (id: string) => void): Column<Delivery>[] {
  return [
    { title: 'Event', width: '2fr', render: (delivery) => <DeliveryLink delivery={delivery} open={open} /> },
    { title: 'Status', width: '1.6fr', render: (delivery) => <DeliveryStatus delivery={delivery} /> },
    { title: 'Time', width: '1fr', render: ({ created_at }) => <When at={created_at} /> },
    { title: 'Attempts', width: '72px', isNumber: true, render: ({ attempt }) => attempt },
  ]
}
