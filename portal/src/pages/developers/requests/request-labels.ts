import type { Input, Item } from '../../../api/client.ts'
import type { Tone } from '../../../components/tone.ts'

export type MeteredCall = Item<'requests.list'>
export type RequestQuery = NonNullable<Input<'requests.list'>['query']>

export const OUTCOMES: Readonly<Record<MeteredCall['outcome'], { word: string; tone: Tone }>> = {
  found: { word: 'Found', tone: 'good' },
  not_found: { word: 'Not found', tone: 'quiet' },
  running: { word: 'Running', tone: 'info' },
  failed: { word: 'Failed', tone: 'bad' },
}

/** Extracts the request ID from pasted text such as a header, a log line or an error. */
export function requestIdIn(text: string): string | undefined {
  return /req_[0-9A-Za-z]+/.exec(text)?.[0]
}
