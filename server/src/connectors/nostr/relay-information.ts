import type { Static } from 'typebox'
import { FreeForm } from '../../kit/declare/schema.ts'
import { Type } from '../../kit/declare/type.ts'
import { exchange, jsonRequest } from '../api/exchange.ts'
import { tryRead } from '../api/response.ts'
import { measureLength } from '../limits.ts'
import { PlatformError } from '../platform-error.ts'
import type { Call } from '../session.ts'
import type { UnsignedEvent } from './event.ts'

const Count = Type.Optional(Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }))
const Flag = Type.Optional(Type.Literal(true))

/** Limits of a relay under the names of NIP-11; absent where the relay does not state them. */
export type Limitation = Readonly<Static<typeof Limitation>>
const Limitation = Type.Object({
  max_content_length: Count,
  max_message_length: Count,
  max_event_tags: Count,
  max_limit: Count,
  min_pow_difficulty: Count,
  payment_required: Flag,
  restricted_writes: Flag,
})

const RelayDocument = Type.Object({ limitation: Type.Unknown() })
const AnyFields = FreeForm()

/** Leaves out every field that is not valid. */
export function readLimitation(value: unknown): Limitation {
  const fields = tryRead(AnyFields, value) ?? {}
  const schemas = Object.entries(Limitation.properties)
  const valid = schemas.flatMap(([name, schema]) => {
    const field = tryRead(schema, fields[name])
    return field === undefined ? [] : [[name, field] as const]
  })
  return tryRead(Limitation, Object.fromEntries(valid)) ?? {}
}

/** A relay that publishes no such document, or does not respond, has no known limits. */
export async function readInformation(call: Pick<Call, 'http'>, url: string): Promise<Limitation> {
  const request = jsonRequest('GET', url.replace(/^ws/, 'http'), { headers: { accept: 'application/nostr+json' } })
  try {
    const { body } = await exchange(call.http, { ...request, deadlineMs: 5000, bytesMax: 262_144 })
    return readLimitation(tryRead(RelayDocument, body)?.limitation)
  } catch (error) {
    if (error instanceof PlatformError) return {}
    throw error
  }
}

const exceeds = (length: number, max: number | undefined) => max !== undefined && length > max

/** Returns the refusal that the relay's own limits announce, before the event is sent. */
export function predictRefusal(url: string, limitation: Limitation, event: UnsignedEvent): PlatformError | undefined {
  const { max_content_length, max_message_length, max_event_tags, min_pow_difficulty } = limitation
  const createRefusal = (rule: string, message: string, remediation: string) =>
    new PlatformError('invalid', `${url} ${message}`, { rule: `nostr.${rule}`, remediation })
  if (exceeds(measureLength(event.content, 'characters'), max_content_length))
    return createRefusal('text.relay_max', `takes at most ${max_content_length} characters.`, 'Shorten the text.')
  if (exceeds(Buffer.byteLength(JSON.stringify(['EVENT', event])), max_message_length))
    return createRefusal('text.relay_max', `takes at most ${max_message_length} bytes.`, 'Shorten the text.')
  if (exceeds(event.tags.length, max_event_tags))
    return createRefusal('tags.relay_max', `takes at most ${max_event_tags} tags.`, 'Use fewer hashtags and mentions.')
  if ((min_pow_difficulty ?? 0) > 0)
    return createRefusal('relay.pow', 'asks for proof of work, which is not made here.', 'Use another relay.')
  return undefined
}
