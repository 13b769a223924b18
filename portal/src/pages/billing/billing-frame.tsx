import type { ReactNode } from 'react'
import { Page } from '../../components/page.tsx'
import { PageTabs } from '../../components/page-tabs.tsx'

const TABS = [
  { path: '/billing', title: 'Overview' },
  { path: '/billing/buy', title: 'Buy' },
  { path: '/billing/orders', title: 'Orders' },
  { path: '/billing/ledger', title: 'Ledger' },
]

/** The head that the pages of billing share. */
export function BillingFrame({ actions, children }: { actions?: ReactNode; children: ReactNode }) {
  return (
    <Page title="Credits" about="What the workspace has, where it went, and how to get more." actions={actions}>
      <PageTabs label="Billing" tabs={TABS} />
      {children}
    </Page>
  )
}
