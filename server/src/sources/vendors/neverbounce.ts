import { Maybe } from '../../kit/declare/schema.ts'
import { Type } from '../../kit/declare/type.ts'
import type { SourceFailure } from '../../kit/sources.ts'
import { type EmailStatus, verifyEmail } from '../actions.ts'
import { verifiedEmail } from './emails.ts'
import { vendor } from './vendor.ts'

const neverbounce = vendor({
  id: 'neverbounce',
  label: 'NeverBounce',
  lineage: 'neverbounce',
  key: 'NEVERBOUNCE_API_KEY',
  base: ['NEVERBOUNCE_BASE_URL', 'https://api.neverbounce.com/v4.2'],
  timeoutMs: 35_000,
  perSecond: 10,
  failures: { 400: 'rejected', 401: 'credentials', 403: 'credentials', 429: 'rate_limited' },
  pauseMs: 60_000,
  authorize: () => ({}),
})

/** Failures return 200 too: `status` is read before `result`. */
const FAILURES: Record<string, SourceFailure> = {
  auth_failure: 'credentials',
  throttle_triggered: 'rate_limited',
  temp_unavail: 'unavailable',
  bad_referrer: 'credentials',
}
const STATUS: Record<string, { status: EmailStatus; sub_status: string | null }> = {
  valid: { status: 'valid', sub_status: 'accepted' },
  invalid: { status: 'invalid', sub_status: 'mailbox_not_found' },
  disposable: { status: 'risky', sub_status: 'disposable' },
  catchall: { status: 'risky', sub_status: 'catch_all' },
  unknown: { status: 'unknown', sub_status: null },
}

const Refusal = Type.Object({
  status: Type.String({ pattern: '^(?!success$)' }),
  message: Maybe(Type.String()),
})
const Checked = Type.Object({
  status: Type.Literal('success'),
  result: Type.String(),
  flags: Maybe(Type.Array(Type.String())),
})

export const neverbounceVerify = neverbounce.source(verifyEmail, {
  costMicros: 8000,
  async ask({ email }, call) {
    // NeverBounce also accepts the key in the body, which keeps it out of the URL.
    const body = { key: call.settings[neverbounce.key], email, timeout: 30 }
    const reply = await neverbounce.request(call, { method: 'POST', path: '/single/check', body })
    const refusal = reply.status === 200 ? reply.tryRead(Refusal) : undefined
    if (refusal) {
      const hasNoCredits = /credit|balance/i.test(refusal.message ?? '')
      const kind = FAILURES[refusal.status] ?? (hasNoCredits ? 'no_credits' : undefined)
      // `general_failure` is a question that NeverBounce could not read.
      throw reply.failure(kind ?? (refusal.status === 'general_failure' ? 'rejected' : 'unavailable'), 'refuses')
    }
    const { result, flags } = reply.read(Checked)
    const known = STATUS[result]
    if (!known) throw reply.failure('unavailable', 'returned an unknown result')
    return verifiedEmail(email, call.now, {
      ...known,
      catch_all: result === 'catchall' ? true : result === 'valid' ? false : null,
      disposable: result === 'disposable' || (flags?.includes('disposable_email') ?? false),
      role: flags?.includes('role_account') ?? false,
    })
  },
})
