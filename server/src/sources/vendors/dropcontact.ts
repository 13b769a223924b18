import type { Static } from 'typebox'
import { Maybe } from '../../kit/declare/schema.ts'
import { Type } from '../../kit/declare/type.ts'
import { type EmailStatus, findEmail, verifyEmail } from '../actions.ts'
import type { Outcome, SourceCall } from '../source.ts'
import { foundEmail, verifiedEmail } from './emails.ts'
import { NOT_FOUND, pending, vendor } from './vendor.ts'

const dropcontact = vendor({
  id: 'dropcontact',
  label: 'Dropcontact',
  lineage: 'dropcontact',
  key: 'DROPCONTACT_API_KEY',
  base: ['DROPCONTACT_BASE_URL', 'https://api.dropcontact.com/v1'],
  timeoutMs: 15_000,
  perSecond: 30,
  // 403: the remaining credits do not cover the request.
  failures: { 400: 'rejected', 401: 'credentials', 403: 'no_credits', 422: 'rejected', 429: 'rate_limited' },
  pauseMs: 10_000,
  authorize: (key) => ({ headers: { 'x-access-token': key } }),
})

const POLL_MS = 30_000

const Started = Type.Object({ success: Type.Literal(true), request_id: Type.String() })
const Unready = Type.Object({ success: Type.Literal(false) })
const Contact = Type.Object({
  first_name: Maybe(Type.String()),
  last_name: Maybe(Type.String()),
  full_name: Maybe(Type.String()),
  email: Maybe(Type.Array(Type.Object({ email: Type.String(), qualification: Maybe(Type.String()) }))),
})
const Done = Type.Object({ success: Type.Literal(true), data: Type.Array(Contact) })

async function start(call: SourceCall, record: Record<string, string>): Promise<Outcome<never>> {
  const reply = await dropcontact.request(call, { method: 'POST', path: '/enrich/all', body: { data: [record] } })
  return pending(reply.read(Started).request_id, POLL_MS)
}

/**
 * Returns the record, or undefined while it is in progress. Dropcontact responds the same for an unknown request, so the caller
 * needs a deadline.
 */
async function finish(call: SourceCall, id: string): Promise<Static<typeof Contact> | undefined> {
  const reply = await dropcontact.request(call, { path: `/enrich/all/${encodeURIComponent(id)}` })
  if (reply.status === 200 && reply.tryRead(Unready)) return undefined
  const [contact] = reply.read(Done).data
  if (!contact) throw reply.failure('unavailable', 'responded without the requested record')
  return contact
}

/** Reads `nominative@pro`, `catch_all@pro`, `generic@pro` or `invalid`: the kind of address at the kind of domain. */
function readQualification(qualification: string | null | undefined): {
  status: EmailStatus
  sub_status: string | null
} {
  const [local = '', domain = ''] = (qualification ?? '').toLowerCase().replaceAll('-', '_').split('@')
  if (local === 'invalid') return { status: 'invalid', sub_status: 'mailbox_not_found' }
  if (domain === 'disposable') return { status: 'risky', sub_status: 'disposable' }
  if (local === 'catch_all') return { status: 'risky', sub_status: 'catch_all' }
  if (local === 'generic') return { status: 'risky', sub_status: 'role' }
  if (local === 'nominative') return { status: 'valid', sub_status: 'accepted' }
  return { status: 'unknown', sub_status: null }
}

/** The person does not want to be contacted: reported as not found. */
const isOptedOut = (qualification: string | null | undefined) => /^do.not.contact/i.test(qualification ?? '')

export const dropcontactFind = dropcontact.source(findEmail, {
  costMicros: 60_000,
  async ask(input, call) {
    const { first_name, last_name, full_name, domain: website } = input
    if (!call.ticket) return start(call, last_name ? { first_name, last_name, website } : { full_name, website })
    const contact = await finish(call, call.ticket)
    if (!contact) return pending(call.ticket, POLL_MS)
    const [best] = contact.email ?? []
    if (!best || isOptedOut(best.qualification)) return NOT_FOUND
    return foundEmail(dropcontact, input, {
      ...contact,
      email: best.email,
      status: readQualification(best.qualification).status,
    })
  },
})

export const dropcontactVerify = dropcontact.source(verifyEmail, {
  costMicros: 60_000,
  async ask({ email }, call) {
    if (!call.ticket) return start(call, { email })
    const contact = await finish(call, call.ticket)
    if (!contact) return pending(call.ticket, POLL_MS)
    const same = contact.email?.find((found) => found.email.toLowerCase() === email)
    if (!same || isOptedOut(same.qualification)) return NOT_FOUND
    const { status, sub_status } = readQualification(same.qualification)
    return verifiedEmail(email, call.now, {
      status,
      sub_status,
      catch_all: sub_status === 'catch_all' ? true : null,
      disposable: sub_status === 'disposable',
      role: sub_status === 'role',
    })
  },
})
