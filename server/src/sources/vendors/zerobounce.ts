import { Maybe } from '../../kit/declare/schema.ts'
import { Type } from '../../kit/declare/type.ts'
import type { SourceError } from '../../kit/sources.ts'
import { type EmailStatus, verifyEmail } from '../actions.ts'
import type { SourceCall } from '../source.ts'
import { verifiedEmail } from './emails.ts'
import { vendor } from './vendor.ts'
import type { VendorReply } from './vendor-reply.ts'

const zerobounce = vendor({
  id: 'zerobounce',
  label: 'ZeroBounce',
  lineage: 'zerobounce',
  key: 'ZEROBOUNCE_API_KEY',
  base: ['ZEROBOUNCE_BASE_URL', 'https://api.zerobounce.net/v2'],
  timeoutMs: 35_000,
  perSecond: 50,
  failures: { 400: 'rejected', 401: 'credentials', 403: 'rate_limited', 429: 'rate_limited' },
  // ZeroBounce blocks for an hour after too many bad requests.
  pauseMs: 3_600_000,
  // ZeroBounce accepts its key only in the query string.
  authorize: (key) => ({ query: { api_key: key } }),
})

const STATUS: Record<string, EmailStatus> = {
  valid: 'valid',
  'catch-all': 'risky',
  do_not_mail: 'risky',
  invalid: 'invalid',
  spamtrap: 'invalid',
  abuse: 'invalid',
}
/** ZeroBounce's names for our sub-statuses; others are passed on unchanged. */
const SUB_STATUS: Record<string, string> = {
  antispam_system: 'blocked',
  does_not_accept_mail: 'null_mx',
  failed_syntax_check: 'syntax',
  forcible_disconnect: 'blocked',
  global_suppression: 'suppressed',
  mailbox_quota_exceeded: 'full_mailbox',
  no_dns_entries: 'domain_not_found',
  role_based: 'role',
  role_based_catch_all: 'role',
  timeout_exceeded: 'timeout',
}

const Refusal = Type.Object({ error: Type.String() })
const Credits = Type.Object({ Credits: Type.Union([Type.String(), Type.Number()]) })
const Validated = Type.Object({
  status: Type.String({ minLength: 1 }),
  sub_status: Maybe(Type.String()),
  mx_record: Maybe(Type.String()),
})

/** An invalid key and an empty account are the same error with 200: the balance distinguishes them, -1 for an invalid key. */
async function diagnoseRefusal(call: SourceCall, refused: VendorReply): Promise<SourceError> {
  const balance = (await zerobounce.request(call, { path: '/getcredits' })).read(Credits)
  const credits = Number(balance.Credits)
  if (credits === -1) return refused.failure('credentials', 'does not accept the key')
  return credits === 0 ? refused.failure('no_credits', 'has no credits left') : refused.failure('rejected', 'refuses')
}

export const zerobounceVerify = zerobounce.source(verifyEmail, {
  costMicros: 10_000,
  async ask({ email }, call) {
    const reply = await zerobounce.request(call, { path: '/validate', query: { email, timeout: '30' } })
    if (reply.status === 200 && reply.tryRead(Refusal)) throw await diagnoseRefusal(call, reply)
    const { status, sub_status: sub, mx_record } = reply.read(Validated)
    const isToxic = status === 'spamtrap' || status === 'abuse'
    const isCatchAll = status === 'catch-all' || sub === 'role_based_catch_all'
    return verifiedEmail(email, call.now, {
      status: STATUS[status] ?? 'unknown',
      sub_status: isToxic ? 'toxic' : status === 'catch-all' ? 'catch_all' : sub ? (SUB_STATUS[sub] ?? sub) : null,
      mx: mx_record || null,
      catch_all: isCatchAll ? true : status === 'valid' ? false : null,
      disposable: sub === 'disposable' || sub === 'toxic',
      role: sub?.startsWith('role_based') ?? false,
    })
  },
})
