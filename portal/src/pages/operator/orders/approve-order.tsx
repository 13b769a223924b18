import { Text } from '@mantine/core'
import type { Item } from '../../../api/client.ts'
import { Amounts } from '../../../components/amounts.tsx'
import { formatCount } from '../../../components/count.ts'
import { Credits } from '../../../components/credits.tsx'
import { showDone } from '../../../components/notify.ts'
import { dollars } from '../../../resources/billing/billing-labels.ts'
import { ReasonDialog } from '../reason-dialog.tsx'

interface Props {
  readonly order: Item<'operator.orders'>
  /** Description of the order. */
  readonly item: string
  readonly workspace: string
  readonly onClose: () => void
}

export function ApproveOrder({ order, item, workspace, onClose }: Props) {
  return (
    <ReasonDialog
      operation="operator.approve"
      title="Approve this order as paid?"
      confirmLabel="Approve"
      toInput={(reason) => ({ params: { id: order.id }, body: { reason } })}
      onDone={({ credits }) => {
        showDone(`${formatCount(credits, 'credit')} added to ${workspace}`)
        onClose()
      }}
      onClose={onClose}
    >
      <Amounts
        items={[
          [item, dollars(order.price_usd_cents)],
          [`${workspace} gets`, <Credits key="credits" amount={order.credits} />],
        ]}
      />
      <Text c="dimmed">The credits are added immediately, and only once.</Text>
    </ReasonDialog>
  )
}
