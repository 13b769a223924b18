import type { Item } from '../../api/client.ts'
import { formatCount } from '../../components/count.ts'
import type { Tone } from '../../components/tone.ts'

export type Webhook = Item<'webhooks.list'>
export type WebhookHealth = Item<'webhooks.list_health'>
export type EventKind = Item<'webhooks.events'>

export interface HealthLabel {
  readonly word: string
  readonly tone: Tone
  /** Time at which the state began or ends. */
  readonly at?: string
  readonly since?: 'since' | 'until'
}

/** Returns the most important fact about an endpoint. */
export function healthWords({ status, disabled_reason }: Webhook, health: WebhookHealth | undefined): HealthLabel {
  if (status === 'disabled')
    return isPausedByRequest(disabled_reason) ? { word: 'Paused', tone: 'quiet' } : { word: 'Disabled', tone: 'bad' }
  if (!health) return { word: 'Active', tone: 'good' }
  const { paused_until, failing_since, success_rate } = health
  if (paused_until && Date.parse(paused_until) > Date.now())
    return { word: 'Backing off', tone: 'bad', at: paused_until, since: 'until' }
  if (failing_since) return { word: 'Failing', tone: 'bad', at: failing_since, since: 'since' }
  return success_rate === null ? { word: 'Active', tone: 'good' } : { word: 'Healthy', tone: 'good' }
}

/** Returns true if a user paused the endpoint: the server records who disabled it, and when. */
export function isPausedByRequest(reason: string | null): boolean {
  return reason?.startsWith('Disabled by request') ?? true
}

const GROUPS: Readonly<Record<string, string>> = {
  post: 'Posts',
  message: 'Messages',
  review: 'Reviews',
  account: 'Accounts',
  template: 'Templates',
  media: 'Media',
  comment: 'Comments',
  credits: 'Credits',
  webhook: 'Webhooks',
  job: 'Jobs',
}

/** Returns the group of an event type: `post.published` belongs to Posts. */
export function toEventGroup(type: string): string {
  const [resource = type] = type.split('.')
  return GROUPS[resource] ?? resource.charAt(0).toUpperCase() + resource.slice(1)
}

/** Summarizes the events of an endpoint. */
export function eventsWords(events: readonly string[]): string {
  if (events.includes('*')) return 'All events'
  if (events.length <= 2) return events.join(', ')
  return formatCount(events.length, 'event type')
}

/** Strips the scheme and a trailing slash: `example.com/hooks`. */
export function shortUrl(url: string): string {
  return url.replace(/^https?:\/\//, '').replace(/\/$/, '')
}

/** Returns the display name of an endpoint. */
export function webhookName({ description, url }: Pick<Webhook, 'description' | 'url'>): string {
  return description?.trim() || shortUrl(url)
}
