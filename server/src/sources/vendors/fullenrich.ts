import { Maybe, Nullable } from '../../kit/declare/schema.ts'
import { Type } from '../../kit/declare/type.ts'
import { type EmailStatus, findEmail } from '../actions.ts'
import { foundEmail } from './emails.ts'
import { NOT_FOUND, pending, vendor } from './vendor.ts'

const fullenrich = vendor({
  id: 'fullenrich',
  label: 'FullEnrich',
  // FullEnrich resells about twenty vendors, so it may repeat the result of another source and still has its own vote.
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
  pauseMs: 60_000,
  authorize: (key) => ({ headers: { authorization: `Bearer ${key}` } }),
})

/** FullEnrich asks not to be polled more often. */
const POLL_MS = 300_000

/** FullEnrich's own numbers: 2 % of deliverable addresses bounce, 9 % of probable ones, 40 % at catch-all domains. */
const STATUS: Record<string, { status: EmailStatus; confidence: number }> = {
  DELIVERABLE: { status: 'valid', confidence: 0.98 },
  HIGH_PROBABILITY: { status: 'risky', confidence: 0.91 },
  CATCH_ALL: { status: 'risky', confidence: 0.6 },
  INVALID: { status: 'invalid', confidence: 0 },
  INVALID_DOMAIN: { status: 'invalid', confidence: 0 },
}

const Started = Type.Object({ enrichment_id: Type.String() })
const Refusal = Type.Object({ code: Maybe(Type.String()), message: Maybe(Type.String()) })
const Email = Type.Object({ email: Maybe(Type.String()), status: Maybe(Type.String()) })
const State = Type.Object({ status: Type.String() })
const Done = Type.Object({
  status: Type.Literal('FINISHED'),
  data: Type.Array(
    Type.Object({
      contact_info: Nullable(
        Type.Object({ most_probable_work_email: Maybe(Email), work_emails: Maybe(Type.Array(Email)) }),
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
      const reply = await fullenrich.request(call, { method: 'POST', path: '/contact/enrich/bulk', body })
      return pending(reply.read(Started).enrichment_id, POLL_MS)
    }
    const reply = await fullenrich.request(call, { path: `/contact/enrich/bulk/${encodeURIComponent(call.ticket)}` })
    const state = reply.tryRead(State)?.status
    // While in progress it returns 400; with the last credit used, 402 with the result.
    if ((reply.status === 400 && reply.tryRead(Refusal)) || state === 'CREATED' || state === 'IN_PROGRESS')
      return pending(call.ticket, POLL_MS)
    if (state === 'CREDITS_INSUFFICIENT') throw reply.failure('no_credits', 'has no credits left')
    if (state === 'RATE_LIMIT') throw reply.failure('rate_limited', 'answered RATE_LIMIT')
    const [contact] = reply.read(Done).data
    if (!contact) throw reply.failure('unavailable', 'responded without the requested contact')
    const { most_probable_work_email: best, work_emails: others } = contact.contact_info ?? {}
    const found = best?.email ? best : others?.[0]
    if (!found) return NOT_FOUND
    return foundEmail(fullenrich, input, {
      email: found.email,
      ...(STATUS[found.status ?? ''] ?? { status: 'unknown' }),
    })
  },
})
