import { ShieldCheckIcon } from '@primer/octicons-react'
import type { Area } from '../../app/area.ts'

export const operator: Area = {
  title: 'Operator',
  pages: [
    {
      path: '/operator',
      title: 'Operator',
      icon: ShieldCheckIcon,
      keywords: ['orders', 'approve', 'grant', 'workspaces', 'users', 'audit', 'health'],
      for: 'operator',
      load: async () => (await import('./orders/orders-page.tsx')).OperatorOrdersPage,
    },
    {
      path: '/operator/workspaces',
      title: 'All workspaces',
      for: 'operator',
      load: async () => (await import('./workspaces/workspaces-page.tsx')).OperatorWorkspacesPage,
    },
    {
      path: '/operator/users',
      title: 'All users',
      for: 'operator',
      load: async () => (await import('./users/users-page.tsx')).OperatorUsersPage,
    },
    {
      path: '/operator/audit',
      title: 'Audit',
      for: 'operator',
      load: async () => (await import('./audit/audit-page.tsx')).OperatorAuditPage,
    },
    {
      path: '/operator/health',
      title: 'Health',
      for: 'operator',
      load: async () => (await import('./health/health-page.tsx')).OperatorHealthPage,
    },
  ],
}
