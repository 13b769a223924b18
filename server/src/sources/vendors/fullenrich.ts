import { Type } from 'typebox'
import { Nullable } from '../../kit/declare/schema.ts'
import { type EmailStatus, findEmail } from '../actions.ts'
import { foundEmail } from './emails.ts'
import { MISS, pending, vendor } from './vendor.ts'
import { maybe } from './vendor-reply.ts'

const fullenrich = vendor({
  id: 'fullenrich',
  label: 'FullEnrich',
  // It resells some twenty vendors: its answer may be that of another source, and its vote with it.
  lineage: 'fullenrich',
  key: 'FULLENRICH_API_KEY',
  base: ['FULLENRICH_BASE_URL', 'https://app.fullenrich.com/api/v2'],
  timeoutMs: 15_000,
  perSecond: 1,
  failures: {
    400: 'rejected',
    401: 'credentials',
    402: 'no_credits',
    403: 'credentials',
    422: 'rejected',
    429: 'rate_limited',
  },
  restMs: 60_000,
  authorize: (key) => ({ headers: { authorization: `Bearer ${key}` } }),
})

/** It wants to be polled no more often than this. */
const POLL_MS = 300_000

/** Its own figures: 2 % of the deliverable bounce, 9 % of the probable, 40 % of those at domains that take any name. */
const STATUS: Record<string, { status: EmailStatus; confidence: number }> = {
  DELIVERABLE: { status: 'valid', confidence: 0.98 },
  HIGH_PROBABILITY: { status: 'risky', confidence: 0.91 },
  CATCH_ALL: { status: 'risky', confidence: 0.6 },
  INVALID: { status: 'invalid', confidence: 0 },
  INVALID_DOMAIN: { status: 'invalid', confidence: 0 },
}

const Started = Type.Object({ enrichment_id: Type.String() })
const Refusal = Type.Object({ code: maybe(Type.String()), message: maybe(Type.String()) })
const Email = Type.Object({ email: maybe(Type.String()), status: maybe(Type.String()) })
const State = Type.Object({ status: Type.String() })
const Done = Type.Object({
  status: Type.Literal('FINISHED'),
  data: Type.Array(
    Type.Object({
      contact_info: Nullable(
        Type.Object({ most_probable_work_email: maybe(Email), work_emails: maybe(Type.Array(Email)) }),
      ),
    }),
  ),
})

export const fullenrichFind = fullenrich.source(findEmail, {
  costMicros: 58_000,
  async ask(input, call) {
    if (!call.ticket) {
      const { first_name, last_name, domain } = input
      const contact = { first_name, last_name, domain, enrich_fields: ['contact.work_emails'] }
      const body = { name: 'one person', data: [contact] }
      const said = await fullenrich.ask(call, { method: 'POST', path: '/contact/enrich/bulk', body })
      return pending(said.read(Started).enrichment_id, POLL_MS)
    }
    const said = await fullenrich.ask(call, { path: `/contact/enrich/bulk/${encodeURIComponent(call.ticket)}` })
    const state = said.fits(State)?.status
    // While it works it answers 400, and with the last credit gone 402 around the result.
    if ((said.status === 400 && said.fits(Refusal)) || state === 'CREATED' || state === 'IN_PROGRESS')
      return pending(call.ticket, POLL_MS)
    if (state === 'CREDITS_INSUFFICIENT') throw said.failure('no_credits', 'has no credits left')
    if (state === 'RATE_LIMIT') throw said.failure('rate_limited', 'answered RATE_LIMIT')
    const [contact] = said.read(Done).data
    if (!contact) throw said.failure('unavailable', 'answered without the contact that was asked for')
    const { most_probable_work_email: best, work_emails: others } = contact.contact_info ?? {}
    const found = best?.email ? best : others?.[0]
    if (!found) return MISS
    return foundEmail(fullenrich, input, {
      email: found.email,
      ...(STATUS[found.status ?? ''] ?? { status: 'unknown' }),
    })
  },
})
