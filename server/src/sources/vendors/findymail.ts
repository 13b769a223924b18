import { Maybe } from '../../kit/declare/schema.ts'
import { Type } from '../../kit/declare/type.ts'
import { findEmail, verifyEmail } from '../actions.ts'
import { foundEmail, verifiedEmail } from './emails.ts'
import { NOT_FOUND, vendor } from './vendor.ts'

const findymail = vendor({
  id: 'findymail',
  label: 'Findymail',
  lineage: 'findymail',
  key: 'FINDYMAIL_API_KEY',
  base: ['FINDYMAIL_BASE_URL', 'https://app.findymail.com/api'],
  timeoutMs: 30_000,
  perSecond: 5,
  // 423: the subscription is paused, and its credits with it.
  failures: {
    400: 'rejected',
    401: 'credentials',
    402: 'no_credits',
    403: 'credentials',
    422: 'rejected',
    423: 'no_credits',
    429: 'rate_limited',
  },
  pauseMs: 10_000,
  authorize: (key) => ({ headers: { authorization: `Bearer ${key}` } }),
})

const Refusal = Type.Object({ error: Type.String() })
const Contact = Type.Object({ email: Maybe(Type.String()), name: Maybe(Type.String()) })
/** A miss is null, an empty object or an empty list. */
const Found = Type.Object({ contact: Type.Union([Contact, Type.Null(), Type.Array(Type.Unknown(), { maxItems: 0 })]) })
const Verified = Type.Object({ verified: Type.Boolean() })

export const findymailFind = findymail.source(findEmail, {
  costMicros: 49_000,
  async ask(input, call) {
    const body = { name: input.full_name, domain: input.domain }
    const reply = await findymail.request(call, { method: 'POST', path: '/search/name', body })
    if (reply.status === 404 && reply.tryRead(Refusal)) return NOT_FOUND
    const { contact } = reply.read(Found)
    if (contact === null || Array.isArray(contact)) return NOT_FOUND
    // Findymail returns only verified addresses.
    return foundEmail(findymail, input, { email: contact.email, status: 'valid', full_name: contact.name })
  },
})

export const findymailVerify = findymail.source(verifyEmail, {
  costMicros: 4900,
  async ask({ email }, call) {
    const reply = await findymail.request(call, { method: 'POST', path: '/verify', body: { email } })
    const { verified } = reply.read(Verified)
    // Findymail responds the same for a mailbox that does not exist and for one that could not be verified.
    return verifiedEmail(
      email,
      call.now,
      verified ? { status: 'valid', sub_status: 'accepted' } : { status: 'unknown', sub_status: 'not_verified' },
    )
  },
})
