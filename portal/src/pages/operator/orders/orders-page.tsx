import { Button } from '@mantine/core'
import { CheckCircleIcon, PlusIcon } from '@primer/octicons-react'
import { useState } from 'react'
import type { Item } from '../../../api/client.ts'
import { useList, useRead } from '../../../api/hooks.ts'
import { CopyAs } from '../../../components/copy/copy-as.tsx'
import { Credits } from '../../../components/credits.tsx'
import { lazyPart } from '../../../components/lazy-part.tsx'
import { type Column, CursorList } from '../../../components/list/cursor-list.tsx'
import { EmptyState } from '../../../components/list/empty-state.tsx'
import { ChoiceFilter } from '../../../components/list/filter-bar.tsx'
import { useFilters } from '../../../components/list/use-filters.ts'
import { StatusBadge } from '../../../components/status-badge.tsx'
import { When } from '../../../components/time/when.tsx'
import { describeOrderItem, dollars, type Pricing } from '../../../resources/billing/billing-labels.ts'
import { OperatorFrame } from '../operator-frame.tsx'
import { useWorkspaceNames } from '../use-workspace-names.ts'
import { ORDER_STATES, toOrderQuery } from './order-states.ts'

const ApproveOrder = lazyPart(async () => (await import('./approve-order.tsx')).ApproveOrder)
const GrantCredits = lazyPart(async () => (await import('../workspaces/grant-credits.tsx')).GrantCredits)

type Order = Item<'operator.orders'>

/** Lists the orders, by default those that wait for approval. */
export function OperatorOrdersPage() {
  const { values, set } = useFilters(['status', 'grant'])
  const query = toOrderQuery(values.status)
  const list = useList('operator.orders', { query: { limit: 50, ...query } }, { everySeconds: 15 })
  const getWorkspaceName = useWorkspaceNames()
  const pricing = useRead('pricing.get').data
  const [approving, setApproving] = useState<Order>()
  return (
    <OperatorFrame
      actions={
        <>
          <CopyAs operation="operator.orders" input={{ query }} />
          <Button leftSection={<PlusIcon size={16} />} onClick={() => set('grant', 'new')}>
            Grant credits
          </Button>
        </>
      }
    >
      <div className="operator-filters">
        <ChoiceFilter filters={{ values, set }} name="status" label="Status" options={ORDER_STATES} />
      </div>
      <CursorList
        label="Orders"
        list={list}
        columns={buildColumns(getWorkspaceName, pricing, setApproving)}
        empty={
          <EmptyState
            icon={CheckCircleIcon}
            title={values.status === '' ? 'Nothing to approve' : 'No matching orders'}
            text="Manually paid orders wait here for your approval. Their credits are added as soon as you approve them."
          >
            {values.status !== 'all' && (
              <Button variant="default" onClick={() => set('status', 'all')}>
                Show all orders
              </Button>
            )}
          </EmptyState>
        }
      />
      {approving && (
        <ApproveOrder
          order={approving}
          item={describeOrderItem(approving, pricing)}
          workspace={getWorkspaceName(approving.workspace_id)}
          onClose={() => setApproving(undefined)}
        />
      )}
      {values.grant && <GrantCredits onClose={() => set('grant', '')} />}
    </OperatorFrame>
  )
}

function buildColumns(
  getWorkspaceName: (id: string) => string,
  pricing: Pricing | undefined,
  approve: (order: Order) => void,
): Column<Order>[] {
  return [
    {
      title: 'Order',
      width: '2fr',
      render: (order) => (
        <>
          <div className="operator-name">{describeOrderItem(order, pricing)}</div>
          <code className="dimmed operator-id">{order.id}</code>
        </>
      ),
    },
    { title: 'Workspace', width: '1.2fr', render: ({ workspace_id }) => getWorkspaceName(workspace_id) },
    { title: 'Ordered', width: '0.9fr', render: ({ created_at }) => <When at={created_at} /> },
    { title: 'Credits', width: '0.7fr', isNumber: true, render: ({ credits }) => <Credits amount={credits} isBare /> },
    { title: 'Price', width: '0.7fr', isNumber: true, render: ({ price_usd_cents }) => dollars(price_usd_cents) },
    {
      title: 'Status',
      width: '1fr',
      isNumber: true,
      render: (order) =>
        order.status === 'pending' && order.provider !== 'stripe' ? (
          <Button size="compact-sm" aria-label={`Approve ${order.id}`} onClick={() => approve(order)}>
            Approve
          </Button>
        ) : (
          <StatusBadge status={order.status} />
        ),
    },
  ]
}
