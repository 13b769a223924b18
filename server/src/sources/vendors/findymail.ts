import { Type } from 'typebox'
import { findEmail, verifyEmail } from '../actions.ts'
import { foundEmail, verdict } from './emails.ts'
import { MISS, vendor } from './vendor.ts'
import { maybe } from './vendor-reply.ts'

const findymail = vendor({
  id: 'findymail',
  label: 'Findymail',
  lineage: 'findymail',
  key: 'FINDYMAIL_API_KEY',
  base: ['FINDYMAIL_BASE_URL', 'https://app.findymail.com/api'],
  timeoutMs: 30_000,
  perSecond: 5,
  // 423: the subscription is paused, and with it whatever credits there are.
  failures: {
    400: 'rejected',
    401: 'credentials',
    402: 'no_credits',
    403: 'credentials',
    422: 'rejected',
    423: 'no_credits',
    429: 'rate_limited',
  },
  restMs: 10_000,
  authorize: (key) => ({ headers: { authorization: `Bearer ${key}` } }),
})

const Refusal = Type.Object({ error: Type.String() })
const Contact = Type.Object({ email: maybe(Type.String()), name: maybe(Type.String()) })
/** Nobody is null, an empty object or an empty list. */
const Found = Type.Object({ contact: Type.Union([Contact, Type.Null(), Type.Array(Type.Unknown(), { maxItems: 0 })]) })
const Verified = Type.Object({ verified: Type.Boolean() })

export const findymailFind = findymail.source(findEmail, {
  costMicros: 49_000,
  async ask(input, call) {
    const body = { name: input.full_name, domain: input.domain }
    const said = await findymail.ask(call, { method: 'POST', path: '/search/name', body })
    if (said.status === 404 && said.fits(Refusal)) return MISS
    const { contact } = said.read(Found)
    if (contact === null || Array.isArray(contact)) return MISS
    // It answers with verified addresses alone.
    return foundEmail(findymail, input, { email: contact.email, status: 'valid', full_name: contact.name })
  },
})

export const findymailVerify = findymail.source(verifyEmail, {
  costMicros: 4900,
  async ask({ email }, call) {
    const said = await findymail.ask(call, { method: 'POST', path: '/verify', body: { email } })
    const { verified } = said.read(Verified)
    // It does not tell a mailbox that is not there from one that could not be verified.
    return verdict(
      email,
      call.now,
      verified ? { status: 'valid', sub_status: 'accepted' } : { status: 'unknown', sub_status: 'not_verified' },
    )
  },
})
