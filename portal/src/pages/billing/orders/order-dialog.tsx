import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { Amounts } from '../../../components/amounts.tsx'
import { CopyableId } from '../../../components/copy/copyable-id.tsx'
import { Credits } from '../../../components/credits.tsx'
import { StatusBadge } from '../../../components/status-badge.tsx'
import { When } from '../../../components/time/when.tsx'
import { dollars, type Order } from '../../../resources/billing/billing-labels.ts'
import * as css from './order-dialog.module.css'

const PROVIDERS: Readonly<Record<Order['provider'], string>> = {
  manual: 'Operator',
  sandbox: 'Sandbox (simulated)',
  stripe: 'Stripe',
}

interface Props {
  readonly order: Order
  readonly title: string
  readonly onClose: () => void
}

/** The receipt of an order, or its payment instructions. */
export function OrderDialog({ order, title, onClose }: Props) {
  const facts: [string, ReactNode][] = [
    ['Status', <StatusBadge key="state" status={order.status} />],
    ['Price', dollars(order.price_usd_cents)],
    [
      'Credits',
      <span key="brings">
        <Credits amount={order.credits} />
        {order.kind === 'subscription' && ' each month'}
      </span>,
    ],
    ['Payment method', PROVIDERS[order.provider]],
    ['Ordered', <When key="ordered" at={order.created_at} isAbsolute />],
    ['Paid', <When key="paid" at={order.paid_at} isAbsolute none="Not yet" />],
    ...(order.debt_credits > 0
      ? ([['Refunded, already spent', <Credits key="debt" amount={order.debt_credits} />]] as [string, ReactNode][])
      : []),
    ['ID', <CopyableId key="id" id={order.id} />],
  ]
  return (
    <Modal opened onClose={onClose} title={title}>
      <Stack>
        {order.instructions !== null && <Text className={css.instructions}>{order.instructions}</Text>}
        {order.error && (
          <Text c="var(--bad)">
            {order.error.message} <code>{order.error.code}</code>
          </Text>
        )}
        <Amounts items={facts} />
        <Group justify="flex-end" gap="xs">
          {order.paid_at !== null && (
            <Button variant="default" onClick={() => window.print()}>
              Print receipt
            </Button>
          )}
          {order.status === 'pending' && order.url !== null ? (
            <Button component="a" href={order.url}>
              Pay
            </Button>
          ) : (
            <Button onClick={onClose} data-autofocus>
              Close
            </Button>
          )}
        </Group>
      </Stack>
    </Modal>
  )
}
