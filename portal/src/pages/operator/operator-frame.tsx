import type { ReactNode } from 'react'
import { useRead } from '../../api/hooks.ts'
import { Page } from '../../components/page.tsx'
import { PageTabs } from '../../components/page-tabs.tsx'

/** The head that the pages of operators share; how many orders wait is seen from each of them. */
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
      about="Everything on this server, over all workspaces. What you do here is written to the audit log with your name."
      actions={actions}
    >
      <PageTabs label="Operator" tabs={tabs} />
      {children}
    </Page>
  )
}
