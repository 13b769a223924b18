import type { Item } from '../../../api/client.ts'
import type { Tone } from '../../../components/tone.ts'

type PortalLink = Item<'portal_links.list'>

export const PAGES: Readonly<Record<PortalLink['pages'][number], { title: string; about: string }>> = {
  connect: { title: 'Connect accounts', about: 'Lets them connect accounts to a profile on the hosted page.' },
  webhooks: {
    title: 'Webhooks',
    about: 'Lets them view endpoints and deliveries, rotate secrets, send test events and redrive.',
  },
  report: { title: 'Report', about: 'Shows the analytics of the profile, or of the workspace, to read and to print.' },
}

export const DURATIONS: readonly { value: string; label: string }[] = [
  { value: '900', label: '15 minutes' },
  { value: '3600', label: '1 hour' },
  { value: '28800', label: '8 hours' },
  { value: '86400', label: '1 day' },
]

export function describeLinkState({ revoked_at, expires_at }: PortalLink): { label: string; tone: Tone } {
  if (revoked_at !== null) return { label: 'Revoked', tone: 'quiet' }
  return Date.parse(expires_at) > Date.now() ? { label: 'Active', tone: 'info' } : { label: 'Expired', tone: 'quiet' }
}
