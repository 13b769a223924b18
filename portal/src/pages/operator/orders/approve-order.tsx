import { Text } from '@mantine/core'
import type { Item } from '../../../api/client.ts'
import { Credits } from '../../../components/credits.tsx'
import { showDone } from '../../../components/notify.ts'
import { formatNumber } from '../../../components/time/time.ts'
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
        showDone(`${formatNumber(credits)} credits added to ${workspace}`)
        onClose()
      }}
      onClose={onClose}
    >
      <dl className="amounts">
        <div>
          <dt>{item}</dt>
          <dd>{dollars(order.price_usd_cents)}</dd>
        </div>
        <div>
          <dt>{workspace} gets</dt>
          <dd>
            <Credits amount={order.credits} />
          </dd>
        </div>
      </dl>
      <Text c="dimmed">The credits are added immediately, and only once.</Text>
    </ReasonDialog>
  )
}
