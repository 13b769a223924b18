import type { ReactNode } from 'react'
import { Page } from '../../components/page.tsx'
import { PageTabs } from '../../components/page-tabs.tsx'

const TABS = [
  { path: '/billing', title: 'Overview' },
  { path: '/billing/buy', title: 'Buy' },
  { path: '/billing/orders', title: 'Orders' },
  { path: '/billing/ledger', title: 'Ledger' },
]

/** Header of the billing pages. */
export function BillingFrame({ actions, children }: { actions?: ReactNode; children: ReactNode }) {
  return (
    <Page title="Credits" about="Your balance, usage, orders and ledger." actions={actions}>
      <PageTabs label="Billing" tabs={TABS} />
      {children}
    </Page>
  )
}
