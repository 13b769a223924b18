import { type Static, Type } from 'typebox'
import { Nullable } from '../../kit/declare/schema.ts'
import { type EmailStatus, findEmail, verifyEmail } from '../actions.ts'
import { foundEmail, verdict } from './emails.ts'
import { MISS, pending, vendor } from './vendor.ts'
import { maybe, type Reply } from './vendor-reply.ts'

const hunter = vendor({
  id: 'hunter',
  label: 'Hunter',
  lineage: 'hunter',
  key: 'HUNTER_API_KEY',
  base: ['HUNTER_BASE_URL', 'https://api.hunter.io/v2'],
  timeoutMs: 25_000,
  perSecond: 8,
  // It throttles with 403, and says with 429 that the plan is used up. It sends no rate headers.
  failures: { 400: 'rejected', 401: 'credentials', 403: 'rate_limited', 422: 'rejected', 429: 'no_credits' },
  restMs: 5000,
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
    score: maybe(Type.Number()),
    first_name: maybe(Type.String()),
    last_name: maybe(Type.String()),
    accept_all: maybe(Type.Boolean()),
    verification: maybe(Type.Object({ date: maybe(Type.String()), status: maybe(Type.String()) })),
  }),
})
const Verified = Type.Object({
  data: Type.Object({
    status: Type.String(),
    accept_all: maybe(Type.Boolean()),
    disposable: maybe(Type.Boolean()),
    webmail: maybe(Type.Boolean()),
  }),
})

/** The identical call is repeated, and counted once. */
const AGAIN = pending('again', 5000)

/** 451: the person asked not to be processed. Told like nobody, and remembered nowhere. */
function isMiss(said: Reply): boolean {
  return (said.status === 404 || said.status === 451) && said.fits(Errors) !== undefined
}

export const hunterFind = hunter.source(findEmail, {
  costMicros: 24_500,
  async ask(input, call) {
    const { domain, first_name, last_name, full_name } = input
    const name = last_name ? { first_name, last_name } : { full_name }
    const said = await hunter.ask(call, { path: '/email-finder', query: { domain, ...name, max_duration: '20' } })
    if (said.status === 202) return AGAIN
    if (isMiss(said)) return MISS
    const { data } = said.read(Found)
    const checked = STATUS[data.verification?.status ?? ''] ?? 'unknown'
    return foundEmail(hunter, input, {
      ...data,
      // A domain that takes any name is told beside the verification, not in it.
      status: data.accept_all && checked !== 'invalid' ? 'risky' : checked,
      confidence: typeof data.score === 'number' ? data.score / 100 : undefined,
      verified_at: data.verification?.date,
    })
  },
})

export const hunterVerify = hunter.source(verifyEmail, {
  costMicros: 12_250,
  async ask({ email }, call) {
    const said = await hunter.ask(call, { path: '/email-verifier', query: { email } })
    if (said.status === 202) return AGAIN
    // 222: the mail server failed while it was asked.
    if (said.status === 222) return verdict(email, call.now, { status: 'unknown', sub_status: 'timeout' })
    if (isMiss(said)) return MISS
    const { data } = said.read(Verified)
    return verdict(email, call.now, {
      status: STATUS[data.status] ?? 'unknown',
      sub_status: subStatusOf(data),
      catch_all: data.accept_all ?? null,
      disposable: data.disposable ?? data.status === 'disposable',
    })
  },
})

function subStatusOf({ status, webmail }: Static<typeof Verified>['data']): string | null {
  if (status === 'accept_all') return 'catch_all'
  if (status === 'disposable') return 'disposable'
  if (status === 'invalid') return 'mailbox_not_found'
  if (status === 'webmail' || webmail) return 'free_provider'
  return status === 'valid' ? 'accepted' : null
}
