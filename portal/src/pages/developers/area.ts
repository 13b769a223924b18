import { KeyIcon } from '@primer/octicons-react'
import type { Area } from '../../app/area.ts'

export const developers: Area = {
  title: 'Developers',
  pages: [
    {
      path: '/keys',
      title: 'API keys',
      icon: KeyIcon,
      keywords: ['token', 'secret'],
      load: async () => (await import('./keys/keys-page.tsx')).KeysPage,
    },
  ],
  actions: [{ title: 'Create an API key', path: '/keys?new' }],
}
