import type { ReactNode } from 'react'
import { useRead } from '../../api/hooks.ts'
import { Page } from '../../components/page.tsx'
import { PageTabs } from '../../components/page-tabs.tsx'

/** Header of the operator pages, with the number of pending orders. */
export function OperatorFrame({ actions, children }: { actions?: ReactNode; children: ReactNode }) {
  const waiting = useRead('operator.orders', { query: { status: 'pending', limit: 100 } }, { everySeconds: 15 })
  const tabs = [
    { path: '/operator', title: 'Orders', count: waiting.data?.data.length ?? 0 },
    { path: '/operator/workspaces', title: 'Workspaces' },
    { path: '/operator/users', title: 'Users' },
    { path: '/operator/audit', title: 'Audit' },
    { path: '/operator/health', title: 'Health' },
  ]
  return (
    <Page
      title="Operator"
      about="Manage this server across all workspaces. Your actions are recorded in the audit log."
      actions={actions}
    >
      <PageTabs label="Operator" tabs={tabs} />
      {children}
    </Page>
  )
}
