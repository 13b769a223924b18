import { createPlatformErrors, type KnownError, refuse } from '../api/known-errors.ts'
import { type FailureKind, PlatformError } from '../platform-error.ts'
import { nostr } from './platform.ts'

export const { createError } = createPlatformErrors(nostr)

const ANOTHER = 'Use another relay, or ask its operator.'

/** The words before the colon in OK and CLOSED (NIP-01, NIP-42), and those that relays add to them. */
const PREFIXES: ReadonlyMap<string, KnownError> = new Map([
  ['auth-required', refuse('relay.auth_required', 'The relay wants a sign-in and offered none.', ANOTHER)],
  ['blocked', refuse('relay.blocked', 'The relay has blocked this key or this content.', ANOTHER)],
  ['invalid', refuse('event.invalid', 'The relay does not accept the event.', 'Correct what the relay names.')],
  ['mute', refuse('relay.muted', 'The relay ignored the event.', ANOTHER)],
  [
    'payment-required',
    refuse('relay.payment', 'The relay wants to be paid.', 'Pay its operator, or use another relay.'),
  ],
  ['pow', refuse('relay.pow', 'The relay asks for proof of work, which is not made here.', 'Use another relay.')],
  ['restricted', refuse('relay.restricted', 'The relay does not let this key do that.', ANOTHER)],
  ['unsupported', refuse('relay.unsupported', 'The relay does not understand the question.', 'Use another relay.')],
  [
    'rate-limited',
    {
      kind: 'rate_limited',
      rule: 'rate_limit',
      message: 'The relay refuses more for now.',
      remediation: 'No action: it is tried again.',
    },
  ],
])

const REFUSED = refuse('relay.refused', 'The relay refuses.', ANOTHER)

export function parseRefusalPrefix(reason: unknown): string | undefined {
  return typeof reason === 'string' ? /^\s*([a-z][a-z-]*):/.exec(reason)?.[1] : undefined
}

/** Returns the error of a relay's refusal. After `error:` the relay may or may not have stored the event. */
export function classifyRefusal(url: string, reason: unknown, mutates: boolean): PlatformError {
  const prefix = parseRefusalPrefix(reason)
  const message = `${url}: ${typeof reason === 'string' ? reason : ''}`
  const response = { ...(prefix !== undefined && { code: prefix }), message }
  if (prefix === 'error') {
    const kind = mutates ? 'ambiguous' : 'unavailable'
    return createError({ kind, rule: 'relay.error', message: `${url} had an error of its own.` }, response)
  }
  const known = PREFIXES.get(prefix ?? '') ?? REFUSED
  return createError({ ...known, message: `${url}: ${known.message ?? ''}` }, response)
}

/** The first kind that occurs decides: an event that one relay may have stored, or may accept later, is not refused. */
const PRECEDENCE: readonly FailureKind[] = ['ambiguous', 'rate_limited', 'unavailable', 'auth', 'invalid']

/** Combines the failures of all relays of an account into one error. */
export function combineFailures(failures: readonly PlatformError[]): PlatformError {
  const [decisive] = PRECEDENCE.flatMap((kind) => failures.filter((failure) => failure.kind === kind))
  if (!decisive) return new PlatformError('invalid', 'The account has no relay.', { rule: 'nostr.relay.none' })
  const { kind, cause, rule, remediation, retryAfterSeconds, platformResponse } = decisive
  const reasons = failures.map((failure) => failure.platformResponse?.message ?? failure.message).join('; ')
  const message =
    failures.length > 1 ? `No relay did it. ${failures.map((failure) => failure.message).join(' ')}` : decisive.message
  return new PlatformError(kind, message.slice(0, 500), {
    cause,
    platformResponse: { ...platformResponse, message: reasons.slice(0, 500) },
    ...(rule !== undefined && { rule }),
    ...(remediation !== undefined && { remediation }),
    ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
  })
}
