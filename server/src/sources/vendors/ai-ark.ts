import { type Static, Type } from 'typebox'
import { type EmailStatus, type FoundEmail, findEmail, type NameAtDomain } from '../actions.ts'
import type { Outcome, Source, SourceCall } from '../source.ts'
import { foundEmail } from './emails.ts'
import { MISS, pending, vendor } from './vendor.ts'
import { maybe, type Reply } from './vendor-reply.ts'

/** The B2B email vendor: it takes a search, works on it for minutes, and calls back when it is done. */
export const aiArk = vendor({
  id: 'ai-ark',
  label: 'AI Ark',
  lineage: 'ai-ark',
  key: 'AI_ARK_API_KEY',
  base: ['AI_ARK_BASE_URL', 'https://api.ai-ark.com/api/developer-portal/v1'],
  timeoutMs: 20_000,
  perSecond: 5,
  // 403 is how it says that a plan does not pay for this.
  failures: {
    400: 'rejected',
    401: 'credentials',
    402: 'no_credits',
    403: 'no_credits',
    422: 'rejected',
    429: 'rate_limited',
  },
  restMs: 1000,
  authorize: (key) => ({ headers: { 'x-token': key } }),
})

/** What is looked at again is the inbox, which costs nothing. */
const LOOK_AGAIN_MS = 5000

/** Where answers that the vendor calls in are waited for. A source has no database: whoever makes it lends one. */
export interface Inbox {
  /** Waits for an answer to this ticket, and says where the vendor is to call. */
  open(source: string, ticket: string): Promise<string>
  /** The answer, or `pending`; throws once nobody waits for it any more. */
  read(source: string, ticket: string): Promise<Outcome<FoundEmail>>
}

const Missing = Type.Object({ status: Type.Literal(404), error: Type.String() })
const TooMany = Type.Object({ error: maybe(Type.String()), message: maybe(Type.String()) })
const People = Type.Object({
  trackId: maybe(Type.String()),
  content: Type.Array(Type.Object({ profile: maybe(Type.Object({ full_name: maybe(Type.String()) })) })),
})
const Accepted = Type.Object({ state: Type.String() })
const Inquiries = Type.Object({
  content: Type.Array(
    Type.Object({
      refId: Type.String(),
      state: Type.String(),
      input: maybe(
        Type.Object({ firstname: maybe(Type.String()), lastname: maybe(Type.String()), domain: maybe(Type.String()) }),
      ),
      output: maybe(
        Type.Array(
          Type.Object({
            address: maybe(Type.String()),
            status: maybe(Type.String()),
            domainType: maybe(Type.String()),
            found: maybe(Type.Boolean()),
          }),
        ),
      ),
    }),
  ),
})
type Inquiry = Static<typeof Inquiries>['content'][number]

export function aiArkFind(inbox: Inbox): Source<NameAtDomain, FoundEmail> {
  return aiArk.source(findEmail, {
    costMicros: 20_000,
    async ask(input, call) {
      if (call.ticket) return inbox.read(aiArk.id, call.ticket)
      const ticket = await search(input, call)
      if (ticket === undefined) return MISS
      // Waited for before it is asked for: an answer that comes at once finds somebody at home.
      const webhook = await inbox.open(aiArk.id, ticket)
      const said = await aiArk.ask(call, {
        method: 'POST',
        path: '/people/email-finder',
        body: { trackId: ticket, webhook },
      })
      if (isFull(said)) throw said.failure('rate_limited', 'works on as many questions as it takes')
      said.read(Accepted)
      return pending(ticket, LOOK_AGAIN_MS)
    },
  })
}

/** The ticket of a search that found the person; it is good for one use. */
async function search({ full_name, domain }: NameAtDomain, call: SourceCall): Promise<string | undefined> {
  const body = {
    contact: { fullName: { any: { include: { mode: 'SMART', content: [full_name] } } } },
    account: { domain: { any: { include: [domain] } } },
    page: 0,
    size: 1,
  }
  const said = await aiArk.ask(call, { method: 'POST', path: '/people', body })
  if (said.status === 404 && said.fits(Missing)) return undefined
  const { content, trackId } = said.read(People)
  const [person] = content
  // It matches loosely: somebody of another family is nobody.
  if (!person || !isLike(person.profile?.full_name, full_name)) return undefined
  if (!trackId) throw said.failure('unavailable', 'answered without a trackId')
  return trackId
}

/**
 * What the vendor itself says about a ticket. Its callbacks are not signed: they say that it is time to ask, and what is
 * charged for is what was read here.
 */
export const aiArkInquiry = aiArk.source(findEmail.id, { costMicros: 0, ask: inquire })

async function inquire(ticket: string, call: SourceCall): Promise<Outcome<FoundEmail>> {
  const said = await aiArk.ask(call, {
    path: `/people/email-finder/${encodeURIComponent(ticket)}/inquiries`,
    query: { page: '0', size: '100' },
  })
  // A search that got stuck is paid back after some hours, and its results are closed.
  if (said.status === 403) throw said.failure('rejected', 'gave the search up')
  const { content } = said.read(Inquiries)
  if (content.length === 0 || content.some(({ state }) => state === 'PENDING' || state === 'PROCESSING'))
    return pending(ticket, LOOK_AGAIN_MS)
  if (content.some(({ state }) => state !== 'DONE')) throw said.failure('rejected', 'gave the search up')
  return content.map(findingOf).find(({ outcome }) => outcome === 'found') ?? MISS
}

function findingOf({ input, output }: Inquiry): Outcome<FoundEmail> {
  const best = output?.find(({ found, address }) => found !== false && address)
  const [first_name, last_name] = [input?.firstname ?? '', input?.lastname ?? '']
  const asked = { first_name, last_name, full_name: `${first_name} ${last_name}`.trim(), domain: input?.domain ?? '' }
  return foundEmail(aiArk, asked, { email: best?.address, status: statusOf(best) })
}

function statusOf(best: NonNullable<Inquiry['output']>[number] | undefined): EmailStatus {
  if (best?.domainType === 'CATCH_ALL' || best?.status === 'CATCH_ALL') return 'risky'
  if (best?.status === 'VALID') return 'valid'
  return best?.status === 'INVALID' ? 'invalid' : 'unknown'
}

function isFull(said: Reply): boolean {
  const { error, message } = (said.status === 400 ? said.fits(TooMany) : undefined) ?? {}
  return /too many pending/i.test(`${error ?? ''} ${message ?? ''}`)
}

function isLike(found: string | null | undefined, asked: string): boolean {
  const family = wordsOf(asked).at(-1)
  return !found || family === undefined || wordsOf(found).includes(family)
}

function wordsOf(name: string): string[] {
  return name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
}
