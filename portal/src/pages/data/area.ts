import { ArchiveIcon, BeakerIcon, BlockedIcon, StackIcon } from '@primer/octicons-react'
import type { Area } from '../../app/area.ts'

export const data: Area = {
  title: 'Data',
  reach: 'workspace',
  pages: [
    {
      path: '/data',
      title: 'Lookups',
      icon: BeakerIcon,
      keywords: ['playground', 'search', 'people', 'companies', 'email', 'find', 'verify', 'enrich'],
      load: async () => (await import('./playground/playground-page.tsx')).PlaygroundPage,
    },
    {
      path: '/purchased',
      title: 'Purchased',
      icon: ArchiveIcon,
      keywords: ['bought', 'history', 'results', 'paid', 'people', 'emails', 'receipts'],
      load: async () => (await import('./purchased/purchased-page.tsx')).PurchasedPage,
    },
    {
      path: '/jobs',
      title: 'Jobs',
      icon: StackIcon,
      keywords: ['bulk', 'csv', 'list', 'background', 'async'],
      load: async () => (await import('./jobs/jobs-page.tsx')).JobsPage,
    },
    {
      path: '/jobs/new',
      title: 'New bulk job',
      load: async () => (await import('./jobs/new-job-page.tsx')).NewJobPage,
    },
    {
      path: '/jobs/:id',
      title: 'Job',
      load: async () => (await import('./jobs/job-page.tsx')).JobPage,
    },
    {
      path: '/suppressions',
      title: 'Suppressions',
      icon: BlockedIcon,
      keywords: ['opt out', 'block', 'privacy', 'do not contact'],
      load: async () => (await import('./suppressions/suppressions-page.tsx')).SuppressionsPage,
    },
  ],
  actions: [
    { title: 'Find email', path: '/data?action=contacts/find-email' },
    { title: 'Verify email', path: '/data?action=contacts/verify-email' },
    { title: 'Search people', path: '/data?action=search/people' },
    { title: 'Create bulk job', path: '/jobs/new' },
    { title: 'Suppress people or domains', path: '/suppressions?many' },
  ],
}
