import { BeakerIcon, KeyIcon, LogIcon, PulseIcon, WebhookIcon } from '@primer/octicons-react'
import type { Area } from '../../app/area.ts'

export const developers: Area = {
  title: 'Developers',
  reach: 'workspace',
  pages: [
    {
      path: '/keys',
      title: 'API keys',
      icon: KeyIcon,
      keywords: ['token', 'secret'],
      load: async () => (await import('./keys/keys-page.tsx')).KeysPage,
    },
    {
      path: '/webhooks',
      title: 'Webhooks',
      icon: WebhookIcon,
      keywords: ['endpoints', 'events', 'callbacks', 'secret'],
      load: async () => (await import('./webhooks/webhooks-page.tsx')).WebhooksPage,
    },
    {
      path: '/webhooks/deliveries',
      title: 'Deliveries',
      icon: LogIcon,
      keywords: ['webhooks', 'log', 'attempts', 'redrive', 'replay', 'dead'],
      load: async () => (await import('./deliveries/deliveries-page.tsx')).DeliveriesPage,
    },
    {
      path: '/webhooks/:id',
      title: 'Endpoint',
      load: async () => (await import('./webhooks/webhook-page.tsx')).WebhookPage,
    },
    {
      path: '/requests',
      title: 'Requests',
      icon: PulseIcon,
      keywords: ['receipts', 'calls', 'charges', 'log', 'sources', 'request id'],
      load: async () => (await import('./requests/requests-page.tsx')).RequestsPage,
    },
    {
      path: '/sandbox',
      title: 'Sandbox',
      icon: BeakerIcon,
      keywords: ['try', 'test', 'fault', 'message', 'comment', 'review'],
      load: async () => (await import('./sandbox/sandbox-page.tsx')).SandboxPage,
    },
  ],
  actions: [
    { title: 'Create API key', path: '/keys?new' },
    { title: 'Add webhook endpoint', path: '/webhooks?new' },
    { title: 'Dead deliveries', path: '/webhooks/deliveries?status=dead' },
    { title: 'Send yourself a test message', path: '/sandbox' },
  ],
}
