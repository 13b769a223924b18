import { maskSecrets } from '../../kit/log.ts'
import { type FailureKind, PlatformError } from '../platform-error.ts'

interface KnownError {
  readonly kind: FailureKind
  readonly rule: string
  readonly message: string
  readonly remediation: string
}

const refusal = (rule: string, message: string, remediation: string): KnownError => ({
  kind: 'invalid',
  rule: `nostr.${rule}`,
  message,
  remediation,
})

const ANOTHER = 'Use another relay, or ask its operator.'

/** The words before the colon in OK and CLOSED (NIP-01, NIP-42), and those that relays add to them. */
const PREFIXES: Readonly<Record<string, KnownError>> = {
  'auth-required': refusal('relay.auth_required', 'The relay wants a sign-in and offered none.', ANOTHER),
  blocked: refusal('relay.blocked', 'The relay has blocked this key or this content.', ANOTHER),
  invalid: refusal('event.invalid', 'The relay does not accept the event.', 'Correct what the relay names.'),
  mute: refusal('relay.muted', 'The relay ignored the event.', ANOTHER),
  'payment-required': refusal(
    'relay.payment',
    'The relay wants to be paid.',
    'Pay its operator, or use another relay.',
  ),
  pow: refusal('relay.pow', 'The relay asks for proof of work, which is not made here.', 'Use another relay.'),
  restricted: refusal('relay.restricted', 'The relay does not let this key do that.', ANOTHER),
  unsupported: refusal('relay.unsupported', 'The relay does not understand the question.', 'Use another relay.'),
  'rate-limited': {
    kind: 'rate_limited',
    rule: 'nostr.rate_limit',
    message: 'The relay refuses more for now.',
    remediation: 'No action: it is tried again.',
  },
}

/** Relays do not say how long to wait. */
const RATE_LIMIT_SECONDS = 60

export function parseRefusalPrefix(text: unknown): string | undefined {
  return typeof text === 'string' ? /^\s*([a-z][a-z-]*):/.exec(text)?.[1] : undefined
}

/** What a relay's refusal means. After `error:` the relay may have kept the event or not. */
export function classifyRefusal(url: string, text: unknown, mutates: boolean): PlatformError {
  const said = typeof text === 'string' ? maskSecrets(text).slice(0, 200) : ''
  const prefix = parseRefusalPrefix(text)
  const platformResponse = { ...(prefix !== undefined && { code: prefix }), message: `${url}: ${said}` }
  if (prefix === 'error')
    return new PlatformError(mutates ? 'ambiguous' : 'unavailable', `${url} had an error of its own.`, {
      rule: 'nostr.relay.error',
      platformResponse,
    })
  const fallback = refusal('relay.refused', 'The relay refuses.', ANOTHER)
  const { kind, rule, message, remediation } = PREFIXES[prefix ?? ''] ?? fallback
  return new PlatformError(kind, `${url}: ${message}`, {
    rule,
    remediation,
    platformResponse,
    ...(kind === 'rate_limited' && { retryAfterSeconds: RATE_LIMIT_SECONDS }),
  })
}

/** What could still be true of the whole decides: one relay that may have the event, one that may take it later. */
const ORDER: readonly FailureKind[] = ['ambiguous', 'rate_limited', 'unavailable', 'auth', 'invalid']

/** One error for all relays of an account, when none of them did what was asked. */
export function combine(failures: readonly PlatformError[]): PlatformError {
  const worst = ORDER.flatMap((kind) => failures.filter((one) => one.kind === kind))[0]
  if (!worst) return new PlatformError('invalid', 'The account has no relay.', { rule: 'nostr.relay.none' })
  const { rule, remediation, retryAfterSeconds, platformResponse } = worst
  const said = failures.map((one) => one.platformResponse?.message ?? one.message).join('; ')
  const message =
    failures.length > 1 ? `No relay did it. ${failures.map((one) => one.message).join(' ')}` : worst.message
  return new PlatformError(worst.kind, message.slice(0, 500), {
    cause: worst.cause,
    platformResponse: { ...platformResponse, message: said.slice(0, 500) },
    ...(rule !== undefined && { rule }),
    ...(remediation !== undefined && { remediation }),
    ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
  })
}
