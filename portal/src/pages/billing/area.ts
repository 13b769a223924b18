import { CreditCardIcon } from '@primer/octicons-react'
import type { Area } from '../../app/area.ts'

export const billing: Area = {
  title: 'Billing',
  reach: 'workspace',
  pages: [
    {
      path: '/billing',
      title: 'Credits',
      icon: CreditCardIcon,
      keywords: ['billing', 'balance', 'grants', 'held', 'spent', 'usage'],
      load: async () => (await import('./balance/balance-page.tsx')).BalancePage,
    },
    {
      path: '/billing/buy',
      title: 'Buy credits',
      load: async () => (await import('./buy/buy-page.tsx')).BuyPage,
    },
    {
      path: '/billing/orders',
      title: 'Orders',
      load: async () => (await import('./orders/orders-page.tsx')).OrdersPage,
    },
    {
      path: '/billing/ledger',
      title: 'Ledger',
      load: async () => (await import('./ledger/ledger-page.tsx')).LedgerPage,
    },
  ],
  actions: [
    { title: 'Buy credits', path: '/billing/buy' },
    { title: 'Orders and receipts', path: '/billing/orders' },
    { title: 'Credit ledger', path: '/billing/ledger' },
  ],
}
