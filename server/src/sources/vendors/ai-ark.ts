import type { Static } from 'typebox'
import { Maybe } from '../../kit/declare/schema.ts'
import { Type } from '../../kit/declare/type.ts'
import { type EmailStatus, type FoundEmail, findEmail } from '../actions.ts'
import type { NameAtDomain } from '../read-question.ts'
import type { Outcome, Source, SourceCall } from '../source.ts'
import { foundEmail } from './emails.ts'
import { NOT_FOUND, pending, vendor } from './vendor.ts'
import type { VendorReply } from './vendor-reply.ts'

/** The B2B email vendor: it accepts a search, works on it for minutes, and calls back when it is done. */
export const aiArk = vendor({
  id: 'ai-ark',
  label: 'AI Ark',
  lineage: 'ai-ark',
  key: 'AI_ARK_API_KEY',
  base: ['AI_ARK_BASE_URL', 'https://api.ai-ark.com/api/developer-portal/v1'],
  timeoutMs: 20_000,
  perSecond: 5,
  // 403 means that the plan does not include the request.
  failures: {
    400: 'rejected',
    401: 'credentials',
    402: 'no_credits',
    403: 'no_credits',
    422: 'rejected',
    429: 'rate_limited',
  },
  pauseMs: 1000,
  authorize: (key) => ({ headers: { 'x-token': key } }),
})

/** Reading a ticket reads our own table, which costs nothing. */
const READ_AGAIN_MS = 5000

/** Keeps the tickets whose results come by callback. A source has no database, so its creator passes this in. */
export interface CallbackTickets {
  /** Starts to wait for the result of a ticket. Returns the URL that the vendor calls. */
  open(source: string, ticket: string): Promise<string>
  /** Returns the result, or `pending`. Throws when the ticket failed or expired. */
  read(source: string, ticket: string): Promise<Outcome<FoundEmail>>
}

const Missing = Type.Object({ status: Type.Literal(404), error: Type.String() })
const TooMany = Type.Object({ error: Maybe(Type.String()), message: Maybe(Type.String()) })
const People = Type.Object({
  trackId: Maybe(Type.String()),
  content: Type.Array(Type.Object({ profile: Maybe(Type.Object({ full_name: Maybe(Type.String()) })) })),
})
const Accepted = Type.Object({ state: Type.String() })
const Inquiries = Type.Object({
  content: Type.Array(
    Type.Object({
      refId: Type.String(),
      state: Type.String(),
      input: Maybe(
        Type.Object({ firstname: Maybe(Type.String()), lastname: Maybe(Type.String()), domain: Maybe(Type.String()) }),
      ),
      output: Maybe(
        Type.Array(
          Type.Object({
            address: Maybe(Type.String()),
            status: Maybe(Type.String()),
            domainType: Maybe(Type.String()),
            found: Maybe(Type.Boolean()),
          }),
        ),
      ),
    }),
  ),
})
type Inquiry = Static<typeof Inquiries>['content'][number]

export function aiArkFind(tickets: CallbackTickets): Source<NameAtDomain, FoundEmail> {
  return aiArk.source(findEmail, {
    costMicros: 20_000,
    async ask(input, call) {
      if (call.ticket) return tickets.read(aiArk.id, call.ticket)
      const ticket = await search(input, call)
      if (ticket === undefined) return NOT_FOUND
      // The ticket is stored before the vendor starts, so that an immediate callback finds it.
      const webhook = await tickets.open(aiArk.id, ticket)
      const reply = await aiArk.request(call, {
        method: 'POST',
        path: '/people/email-finder',
        body: { trackId: ticket, webhook },
      })
      if (isQueueFull(reply)) throw reply.failure('rate_limited', 'does not accept more questions right now')
      reply.read(Accepted)
      return pending(ticket, READ_AGAIN_MS)
    },
  })
}

/** Returns the ticket of a search that found the person; it can be used once. */
async function search({ full_name, domain }: NameAtDomain, call: SourceCall): Promise<string | undefined> {
  const body = {
    contact: { fullName: { any: { include: { mode: 'SMART', content: [full_name] } } } },
    account: { domain: { any: { include: [domain] } } },
    page: 0,
    size: 1,
  }
  const reply = await aiArk.request(call, { method: 'POST', path: '/people', body })
  if (reply.status === 404 && reply.tryRead(Missing)) return undefined
  const { content, trackId } = reply.read(People)
  const [person] = content
  // The vendor matches loosely: a person with another last name is a different one.
  if (!person || !hasSameLastName(person.profile?.full_name, full_name)) return undefined
  if (!trackId) throw reply.failure('unavailable', 'responded without a trackId')
  return trackId
}

/** Not a callable action: it returns the result of a ticket of `aiArkFind`. */
export const AI_ARK_RESULT = 'callbacks/ai-ark'

/**
 * Reads the result of a ticket from the vendor. Its callbacks are not signed, so they only signal that it is time to read; only
 * results read here are charged.
 */
export const aiArkResult = aiArk.source(AI_ARK_RESULT, { costMicros: 0, ask: readResult })

async function readResult(ticket: string, call: SourceCall): Promise<Outcome<FoundEmail>> {
  const reply = await aiArk.request(call, {
    path: `/people/email-finder/${encodeURIComponent(ticket)}/inquiries`,
    query: { page: '0', size: '100' },
  })
  // After some hours the vendor refunds a search that got stuck, and closes its results.
  if (reply.status === 403) throw reply.failure('rejected', 'gave up the search')
  const { content } = reply.read(Inquiries)
  if (content.length === 0 || content.some(({ state }) => state === 'PENDING' || state === 'PROCESSING'))
    return pending(ticket, READ_AGAIN_MS)
  if (content.some(({ state }) => state !== 'DONE')) throw reply.failure('rejected', 'gave up the search')
  return content.map(readInquiryOutcome).find(({ outcome }) => outcome === 'found') ?? NOT_FOUND
}

function readInquiryOutcome({ input, output }: Inquiry): Outcome<FoundEmail> {
  const best = output?.find(({ found, address }) => found !== false && address)
  const [first_name, last_name] = [input?.firstname ?? '', input?.lastname ?? '']
  const asked = { first_name, last_name, full_name: `${first_name} ${last_name}`.trim(), domain: input?.domain ?? '' }
  return foundEmail(aiArk, asked, { email: best?.address, status: readEmailStatus(best) })
}

function readEmailStatus(best: NonNullable<Inquiry['output']>[number] | undefined): EmailStatus {
  if (best?.domainType === 'CATCH_ALL' || best?.status === 'CATCH_ALL') return 'risky'
  if (best?.status === 'VALID') return 'valid'
  return best?.status === 'INVALID' ? 'invalid' : 'unknown'
}

function isQueueFull(reply: VendorReply): boolean {
  const { error, message } = (reply.status === 400 ? reply.tryRead(TooMany) : undefined) ?? {}
  return /too many pending/i.test(`${error ?? ''} ${message ?? ''}`)
}

function hasSameLastName(found: string | null | undefined, asked: string): boolean {
  const lastName = tokenizeName(asked).at(-1)
  return !found || lastName === undefined || tokenizeName(found).includes(lastName)
}

function tokenizeName(name: string): string[] {
  return name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
}
