import { exchange, jsonRequest } from '../exchange.ts'
import { measureLength } from '../limits.ts'
import { PlatformError } from '../platform-error.ts'
import type { Call } from '../session.ts'
import type { UnsignedEvent } from './event.ts'

/** What a relay says that it does not take (NIP-11), in its own names. Absent where it does not say. */
export interface Limitation {
  readonly max_content_length?: number
  readonly max_message_length?: number
  readonly max_event_tags?: number
  readonly max_limit?: number
  readonly min_pow_difficulty?: number
  readonly payment_required?: boolean
  readonly restricted_writes?: boolean
}

const NUMBERS = [
  'max_content_length',
  'max_message_length',
  'max_event_tags',
  'max_limit',
  'min_pow_difficulty',
] as const
const FLAGS = ['payment_required', 'restricted_writes'] as const

/** Any field may be absent or nonsense. */
export function readLimitation(value: unknown): Limitation {
  const given = (typeof value === 'object' && value !== null ? value : {}) as Record<string, unknown>
  const numbers = NUMBERS.filter((name) => Number.isSafeInteger(given[name]) && (given[name] as number) > 0)
  const flags = FLAGS.filter((name) => given[name] === true)
  return Object.fromEntries([...numbers, ...flags].map((name) => [name, given[name]]))
}

/** A relay without such a document, or that does not answer, has no known limits. */
export async function readInformation(call: Pick<Call, 'http'>, url: string): Promise<Limitation> {
  const request = jsonRequest('GET', url.replace(/^ws/, 'http'), { headers: { accept: 'application/nostr+json' } })
  try {
    const { body } = await exchange(call.http, { ...request, deadlineMs: 5000, bytesMax: 262_144 })
    return readLimitation(body?.limitation)
  } catch (error) {
    if (error instanceof PlatformError) return {}
    throw error
  }
}

const over = (length: number, max: number | undefined) => max !== undefined && length > max

/** Why a relay would refuse an event, known before it is sent. */
export function refusalBefore(url: string, limitation: Limitation, event: UnsignedEvent): PlatformError | undefined {
  const { max_content_length, max_message_length, max_event_tags, min_pow_difficulty } = limitation
  const refuse = (rule: string, message: string, remediation: string) =>
    new PlatformError('invalid', `${url} ${message}`, { rule: `nostr.${rule}`, remediation })
  if (over(measureLength(event.content, 'characters'), max_content_length))
    return refuse('text.relay_max', `takes at most ${max_content_length} characters.`, 'Shorten the text.')
  if (over(Buffer.byteLength(JSON.stringify(['EVENT', event])), max_message_length))
    return refuse('text.relay_max', `takes at most ${max_message_length} bytes.`, 'Shorten the text.')
  if (over(event.tags.length, max_event_tags))
    return refuse('tags.relay_max', `takes at most ${max_event_tags} tags.`, 'Use fewer hashtags and mentions.')
  if ((min_pow_difficulty ?? 0) > 0)
    return refuse('relay.pow', 'asks for proof of work, which is not made here.', 'Use another relay.')
  return undefined
}
