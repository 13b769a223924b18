import { BeakerIcon } from '@primer/octicons-react'
import type { Area } from '../../app/area.ts'

export const data: Area = {
  title: 'Data',
  pages: [
    {
      path: '/data',
      title: 'Lookups',
      icon: BeakerIcon,
      keywords: ['playground', 'search', 'people', 'companies', 'email', 'find', 'verify', 'enrich'],
      load: async () => (await import('./playground/playground-page.tsx')).PlaygroundPage,
    },
  ],
  actions: [
    { title: 'Find an email', path: '/data?action=contacts/find-email' },
    { title: 'Verify an email', path: '/data?action=contacts/verify-email' },
    { title: 'Search people', path: '/data?action=search/people' },
  ],
}
