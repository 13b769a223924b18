import type { Static } from 'typebox'
import { Maybe, Nullable } from '../../kit/declare/schema.ts'
import { Type } from '../../kit/declare/type.ts'
import { type EmailStatus, findEmail, verifyEmail } from '../actions.ts'
import { foundEmail, verifiedEmail } from './emails.ts'
import { NOT_FOUND, pending, vendor } from './vendor.ts'
import type { VendorReply } from './vendor-reply.ts'

const hunter = vendor({
  id: 'hunter',
  label: 'Hunter',
  lineage: 'hunter',
  key: 'HUNTER_API_KEY',
  base: ['HUNTER_BASE_URL', 'https://api.hunter.io/v2'],
  timeoutMs: 25_000,
  perSecond: 8,
  // 403 is a throttle and 429 a used-up plan. Hunter sends no rate headers.
  failures: { 400: 'rejected', 401: 'credentials', 403: 'rate_limited', 422: 'rejected', 429: 'no_credits' },
  pauseMs: 5000,
  authorize: (key) => ({ headers: { 'x-api-key': key } }),
})

const STATUS: Record<string, EmailStatus> = {
  valid: 'valid',
  webmail: 'valid',
  accept_all: 'risky',
  disposable: 'risky',
  invalid: 'invalid',
}

const Errors = Type.Object({ errors: Type.Array(Type.Unknown()) })
const Found = Type.Object({
  data: Type.Object({
    email: Nullable(Type.String()),
    score: Maybe(Type.Number()),
    first_name: Maybe(Type.String()),
    last_name: Maybe(Type.String()),
    accept_all: Maybe(Type.Boolean()),
    verification: Maybe(Type.Object({ date: Maybe(Type.String()), status: Maybe(Type.String()) })),
  }),
})
const Verified = Type.Object({
  data: Type.Object({
    status: Type.String(),
    accept_all: Maybe(Type.Boolean()),
    disposable: Maybe(Type.Boolean()),
    webmail: Maybe(Type.Boolean()),
  }),
})

/** The identical call is repeated; Hunter counts it once. */
const AGAIN = pending('again', 5000)

/** 451: the person asked Hunter not to process their data. Reported as not found, and stored nowhere. */
function isMiss(reply: VendorReply): boolean {
  return (reply.status === 404 || reply.status === 451) && reply.tryRead(Errors) !== undefined
}

export const hunterFind = hunter.source(findEmail, {
  costMicros: 24_500,
  async ask(input, call) {
    const { domain, first_name, last_name, full_name } = input
    const name = last_name ? { first_name, last_name } : { full_name }
    const reply = await hunter.request(call, { path: '/email-finder', query: { domain, ...name, max_duration: '20' } })
    if (reply.status === 202) return AGAIN
    if (isMiss(reply)) return NOT_FOUND
    const { data } = reply.read(Found)
    const checked = STATUS[data.verification?.status ?? ''] ?? 'unknown'
    return foundEmail(hunter, input, {
      ...data,
      // A catch-all domain is reported beside the verification, not in it.
      status: data.accept_all && checked !== 'invalid' ? 'risky' : checked,
      confidence: typeof data.score === 'number' ? data.score / 100 : undefined,
      verified_at: data.verification?.date,
    })
  },
})

export const hunterVerify = hunter.source(verifyEmail, {
  costMicros: 12_250,
  async ask({ email }, call) {
    const reply = await hunter.request(call, { path: '/email-verifier', query: { email } })
    if (reply.status === 202) return AGAIN
    // 222: the mail server failed during the check.
    if (reply.status === 222) return verifiedEmail(email, call.now, { status: 'unknown', sub_status: 'timeout' })
    if (isMiss(reply)) return NOT_FOUND
    const { data } = reply.read(Verified)
    return verifiedEmail(email, call.now, {
      status: STATUS[data.status] ?? 'unknown',
      sub_status: readSubStatus(data),
      catch_all: data.accept_all ?? null,
      disposable: data.disposable ?? data.status === 'disposable',
    })
  },
})

function readSubStatus({ status, webmail }: Static<typeof Verified>['data']): string | null {
  if (status === 'accept_all') return 'catch_all'
  if (status === 'disposable') return 'disposable'
  if (status === 'invalid') return 'mailbox_not_found'
  if (status === 'webmail' || webmail) return 'free_provider'
  return status === 'valid' ? 'accepted' : null
}
