import type { Input, Item } from '../../../api/client.ts'
import type { Tone } from '../../../components/tone.ts'

export type Delivery = Item<'webhook_deliveries.list'>
export type DeliveryQuery = NonNullable<Input<'webhook_deliveries.list'>['query']>
export type EventType = NonNullable<DeliveryQuery['event_type']>

export const STATUSES: Readonly<Record<Delivery['status'], { word: string; tone: Tone }>> = {
  pending: { word: 'Pending', tone: 'info' },
  failed: { word: 'Failed, will retry', tone: 'warn' },
  delivered: { word: 'Delivered', tone: 'good' },
  dead: { word: 'Dead', tone: 'bad' },
}

/** It is sent within seconds, unless its endpoint is paused. */
export function isWaiting({ status, next_attempt_at }: Delivery): boolean {
  return status === 'pending' && (next_attempt_at === null || Date.parse(next_attempt_at) < Date.now() + 5000)
}

export function countWords(count: string, isOne: boolean): string {
  return `${count} ${isOne ? 'delivery is' : 'deliveries are'} sent again.`
}

interface DeliveryResponse {
  readonly response_code: number | null
  readonly error: { readonly message: string } | null
}

/** What is wrong with an answer, where its code does not say that already. */
export function errorBesideCode({ response_code, error }: DeliveryResponse): string | undefined {
  return error && error.message !== `The receiver responded with ${response_code}.` ? error.message : undefined
}
