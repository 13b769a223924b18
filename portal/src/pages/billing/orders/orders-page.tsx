import { Anchor, Button } from '@mantine/core'
import { CreditCardIcon, PlusIcon } from '@primer/octicons-react'
import { Link, useLocation, useSearch } from 'wouter'
import { useList, useRead } from '../../../api/hooks.ts'
import { CopyAs } from '../../../components/copy/copy-as.tsx'
import { Credits } from '../../../components/credits.tsx'
import { lazyPart } from '../../../components/lazy-part.tsx'
import { type Column, CursorList } from '../../../components/list/cursor-list.tsx'
import { EmptyState } from '../../../components/list/empty-state.tsx'
import { StatusBadge } from '../../../components/status-badge.tsx'
import { When } from '../../../components/time/when.tsx'
import { describeOrderItem, dollars, type Order, type Pricing } from '../../../resources/billing/billing-labels.ts'
import { BillingFrame } from '../billing-frame.tsx'
import * as css from './orders-page.module.css'

const OrderDialog = lazyPart(async () => (await import('./order-dialog.tsx')).OrderDialog)

/** Lists the orders: purchases, renewals and automatic top-ups. */
export function OrdersPage() {
  const pricing = useRead('pricing.get').data
  const list = useList(
    'credits.orders',
    { query: { limit: 50 } },
    { everySeconds: (orders) => (orders.some(({ status }) => status === 'pending') ? 5 : 60) },
  )
  const [, navigate] = useLocation()
  const opened = new URLSearchParams(useSearch()).get('order')
  const order = list.items.find(({ id }) => id === opened)
  const buy = (
    <Button component={Link} href="/billing/buy" leftSection={<PlusIcon size={16} />}>
      Buy credits
    </Button>
  )
  return (
    <BillingFrame
      actions={
        <>
          <CopyAs operation="credits.orders" input={{ query: {} }} />
          {buy}
        </>
      }
    >
      <CursorList
        label="Orders"
        list={list}
        columns={buildColumns(pricing)}
        empty={
          <EmptyState
            icon={CreditCardIcon}
            title="No orders yet"
            text="Packs, plans, renewals and automatic top-ups appear here with their receipts."
          >
            {buy}
          </EmptyState>
        }
      />
      {order && (
        <OrderDialog
          order={order}
          title={describeOrderItem(order, pricing)}
          onClose={() => navigate('/billing/orders', { replace: true })}
        />
      )}
    </BillingFrame>
  )
}

function buildColumns(pricing: Pricing | undefined): Column<Order>[] {
  return [
    {
      title: 'Order',
      width: '2fr',
      render: (order) => (
        <Link href={`/billing/orders?order=${order.id}`} className="row-link">
          {describeOrderItem(order, pricing)}
        </Link>
      ),
    },
    { title: 'Status', width: '1.4fr', render: (order) => <OrderState order={order} /> },
    { title: 'Ordered', width: '1.2fr', render: ({ created_at }) => <When at={created_at} isAbsolute /> },
    { title: 'Credits', width: '0.8fr', isNumber: true, render: ({ credits }) => <Credits amount={credits} isBare /> },
    { title: 'Price', width: '0.8fr', isNumber: true, render: ({ price_usd_cents }) => dollars(price_usd_cents) },
  ]
}

function OrderState({ order: { status, url } }: { order: Order }) {
  return (
    <span className={css.state}>
      <StatusBadge status={status} {...(status === 'pending' && { label: 'Awaiting payment' })} />
      {status === 'pending' && url !== null && <Anchor href={url}>Pay</Anchor>}
    </span>
  )
}
