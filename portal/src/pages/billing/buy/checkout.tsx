import { Group, Text } from '@mantine/core'
import { useLocation } from 'wouter'
import type { Reply } from '../../../api/client.ts'
import { CopyAs } from '../../../components/copy/copy-as.tsx'
import { formatCount } from '../../../components/count.ts'
import { ConfirmDialog } from '../../../components/form/confirm-dialog.tsx'
import { showDone } from '../../../components/notify.ts'
import type { PurchaseChoice } from './choice.ts'

type Provider = Reply<'credits.billing'>['provider']

const HOW: Readonly<Record<Provider, string>> = {
  stripe: 'You pay on Stripe. The credits are added when the payment arrives.',
  manual: 'This places an order. The operator of this service tells you how to pay, and then adds the credits.',
  sandbox: 'This server simulates payments: the order is paid immediately, without money.',
}

interface Props {
  readonly choice: PurchaseChoice
  readonly provider: Provider
  readonly onClose: () => void
}

/** Confirms an order, then continues to the payment. */
export function Checkout({ choice, provider, onClose }: Props) {
  const [, navigate] = useLocation()
  return (
    <ConfirmDialog
      operation="credits.checkout"
      input={{ body: choice.body }}
      title={`${choice.body.plan_id ? 'Subscribe to' : 'Buy'} the ${choice.title}?`}
      confirmLabel={provider === 'stripe' ? 'Continue to payment' : 'Place order'}
      onDone={(order) => {
        if (order.url !== null) return location.assign(order.url)
        onClose()
        if (order.status === 'paid') showDone(`${formatCount(order.credits, 'credit')} added`)
        navigate(`/billing/orders?order=${order.id}`)
      }}
      onClose={onClose}
    >
      <Text fw={500}>
        {choice.brings} for {choice.price}
      </Text>
      <Text c="dimmed">{HOW[provider]}</Text>
      <Group mt="sm">
        <CopyAs operation="credits.checkout" input={{ body: choice.body }} />
      </Group>
    </ConfirmDialog>
  )
}
