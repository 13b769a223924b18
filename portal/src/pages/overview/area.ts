import { HomeIcon } from '@primer/octicons-react'
import type { Area } from '../../app/area.ts'

export const overview: Area = {
  title: '',
  pages: [
    {
      path: '/',
      title: 'Overview',
      icon: HomeIcon,
      keywords: ['home', 'start'],
      load: async () => (await import('./overview-page.tsx')).OverviewPage,
    },
  ],
}
