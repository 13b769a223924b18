import { BriefcaseIcon, GraphIcon, PlugIcon } from '@primer/octicons-react'
import type { Area } from '../../app/area.ts'

export const accounts: Area = {
  title: 'Accounts',
  pages: [
    {
      path: '/accounts',
      title: 'Accounts',
      icon: PlugIcon,
      keywords: ['platforms', 'channels', 'pages', 'numbers', 'health', 'reconnect'],
      load: async () => (await import('./accounts/accounts-page.tsx')).AccountsPage,
    },
    {
      path: '/accounts/connect',
      title: 'Connect account',
      load: async () => (await import('./connect/connect-page.tsx')).ConnectPage,
    },
    {
      path: '/accounts/:id',
      title: 'Account',
      load: async () => (await import('./account/account-page.tsx')).AccountPage,
    },
    {
      path: '/profiles',
      title: 'Profiles',
      icon: BriefcaseIcon,
      keywords: ['brands', 'customers', 'clients'],
      load: async () => (await import('./profiles/profiles-page.tsx')).ProfilesPage,
    },
    {
      path: '/analytics',
      title: 'Analytics',
      icon: GraphIcon,
      keywords: ['statistics', 'metrics', 'followers', 'reach', 'top posts', 'report', 'engagement rate'],
      load: async () => (await import('./analytics/analytics-page.tsx')).AnalyticsPage,
    },
    {
      path: '/analytics/report',
      title: 'Report',
      load: async () => (await import('./analytics/report-page.tsx')).ReportPage,
    },
  ],
  actions: [
    { title: 'Connect account', path: '/accounts/connect' },
    { title: 'Open analytics report', path: '/analytics/report' },
    { title: 'Create profile', path: '/profiles?new', reach: 'workspace' },
  ],
}
