import type { Input, Item } from '../../api/client.ts'
import { formatCount } from '../../components/count.ts'
import type { Tone } from '../../components/tone.ts'

export type Delivery = Item<'webhook_deliveries.list'>
export type DeliveryQuery = NonNullable<Input<'webhook_deliveries.list'>['query']>
export type EventType = NonNullable<DeliveryQuery['event_type']>

export const STATUSES: Readonly<Record<Delivery['status'], { word: string; tone: Tone }>> = {
  pending: { word: 'Pending', tone: 'info' },
  failed: { word: 'Failed, will retry', tone: 'warn' },
  delivered: { word: 'Delivered', tone: 'good' },
  dead: { word: 'Dead', tone: 'bad' },
}

/** Returns true for a delivery that is due within seconds, unless its endpoint is paused. */
export function isWaiting({ status, next_attempt_at }: Delivery): boolean {
  return status === 'pending' && (next_attempt_at === null || Date.parse(next_attempt_at) < Date.now() + 5000)
}

export function formatRedriven(count: number): string {
  return `${formatCount(count, 'delivery', 'deliveries')} redriven.`
}

interface DeliveryResponse {
  readonly response_code: number | null
  readonly error: { readonly message: string } | null
}

/** Returns the error of an attempt, unless it only repeats the response code. */
export function errorBesideCode({ response_code, error }: DeliveryResponse): string | undefined {
  return error && error.message !== `The receiver responded with ${response_code}.` ? error.message : undefined
}
