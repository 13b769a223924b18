import type { Static } from 'typebox'
import { Maybe } from '../../kit/declare/schema.ts'
import { Type } from '../../kit/declare/type.ts'
import { SourceError } from '../../kit/sources.ts'
import { type EmailStatus, findEmail, verifyEmail } from '../actions.ts'
import type { Outcome, SourceCall } from '../source.ts'
import { foundEmail, verifiedEmail } from './emails.ts'
import { NOT_FOUND, pending, vendor } from './vendor.ts'

const icypeas = vendor({
  id: 'icypeas',
  label: 'Icypeas',
  lineage: 'icypeas',
  key: 'ICYPEAS_API_KEY',
  base: ['ICYPEAS_BASE_URL', 'https://app.icypeas.com/api'],
  timeoutMs: 15_000,
  perSecond: 1,
  failures: { 400: 'rejected', 401: 'credentials', 402: 'no_credits', 403: 'credentials', 429: 'rate_limited' },
  pauseMs: 60_000,
  // The key alone, without "Bearer".
  authorize: (key) => ({ headers: { authorization: key } }),
})

/** Reading is limited to 30 times a minute. */
const POLL_MS = 5000
const UNFINISHED = ['NONE', 'SCHEDULED', 'IN_PROGRESS']
const CERTAINTY: Record<string, EmailStatus> = {
  ultra_sure: 'valid',
  very_sure: 'valid',
  sure: 'valid',
  probable: 'risky',
  undeliverable: 'invalid',
}
const CONFIDENCE: Record<string, number> = { ultra_sure: 0.99, very_sure: 0.97, sure: 0.9, probable: 0.6 }

const Invalid = Type.Object({ success: Type.Literal(false), validationErrors: Type.Array(Type.Unknown()) })
const Started = Type.Object({ success: Type.Literal(true), item: Type.Object({ _id: Type.String() }) })
const Item = Type.Object({
  status: Type.String(),
  results: Maybe(
    Type.Object({
      firstname: Maybe(Type.String()),
      lastname: Maybe(Type.String()),
      fullname: Maybe(Type.String()),
      emails: Maybe(
        Type.Array(
          Type.Object({
            email: Type.String(),
            certainty: Maybe(Type.String()),
            mxRecords: Maybe(Type.Array(Type.String())),
          }),
        ),
      ),
    }),
  ),
})
const Read = Type.Object({ success: Type.Literal(true), items: Type.Array(Item) })

async function start(call: SourceCall, path: string, body: Record<string, string>): Promise<Outcome<never>> {
  const reply = await icypeas.request(call, { method: 'POST', path, body })
  if (reply.tryRead(Invalid)) throw reply.failure('rejected', 'rejects the question')
  const { _id: id } = reply.read(Started).item
  return pending(id, POLL_MS)
}

/** Returns the finished item, or undefined while it is in progress. */
async function finish(call: SourceCall, id: string): Promise<Static<typeof Item> | undefined> {
  const reply = await icypeas.request(call, { method: 'POST', path: '/bulk-single-searchs/read', body: { id } })
  const [item] = reply.read(Read).items
  if (!item) throw reply.failure('unavailable', 'no longer has the search')
  if (UNFINISHED.includes(item.status)) return undefined
  if (item.status === 'INSUFFICIENT_FUNDS') throw reply.failure('no_credits', 'has no credits left')
  if (item.status === 'BAD_INPUT') throw reply.failure('rejected', 'rejects the question')
  if (!/FOUND$|^DEBITED$/.test(item.status)) throw reply.failure('unavailable', 'gave up the search')
  return item
}

const isFound = (item: Static<typeof Item>) => item.status === 'FOUND' || item.status === 'DEBITED'

export const icypeasFind = icypeas.source(findEmail, {
  costMicros: 19_000,
  async ask(input, call) {
    const { first_name: firstname, last_name: lastname, domain: domainOrCompany } = input
    if (!call.ticket) return start(call, '/email-search', { firstname, lastname, domainOrCompany })
    const item = await finish(call, call.ticket)
    if (!item) return pending(call.ticket, POLL_MS)
    const [best] = item.results?.emails ?? []
    if (!isFound(item)) return NOT_FOUND
    if (!best) throw new SourceError('unavailable', 'Icypeas found an address but did not return it')
    const certainty = best.certainty?.toLowerCase() ?? ''
    return foundEmail(icypeas, input, {
      email: best.email,
      status: CERTAINTY[certainty] ?? 'unknown',
      confidence: CONFIDENCE[certainty],
      first_name: item.results?.firstname,
      last_name: item.results?.lastname,
      full_name: item.results?.fullname,
    })
  },
})

export const icypeasVerify = icypeas.source(verifyEmail, {
  costMicros: 1900,
  async ask({ email }, call) {
    if (!call.ticket) return start(call, '/email-verification', { email })
    const item = await finish(call, call.ticket)
    if (!item) return pending(call.ticket, POLL_MS)
    if (!isFound(item)) return verifiedEmail(email, call.now, { status: 'invalid', sub_status: 'mailbox_not_found' })
    const [best] = item.results?.emails ?? []
    const status = CERTAINTY[best?.certainty?.toLowerCase() ?? ''] ?? 'unknown'
    const sub_status = { valid: 'accepted', risky: 'catch_all', invalid: 'mailbox_not_found', unknown: null }[status]
    return verifiedEmail(email, call.now, { status, sub_status, mx: best?.mxRecords?.[0] ?? null })
  },
})
