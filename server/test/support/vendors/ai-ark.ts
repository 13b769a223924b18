import { aiArkFind, aiArkResult, type CallbackTickets } from '../../../src/sources/vendors/ai-ark.ts'
import { ADA, EMAIL, type FakeVendor } from './fake.ts'

interface Track {
  /** Becomes DONE when its result is read, unless it is `STUCK`. */
  state: 'NEW' | 'PROCESSING' | 'DONE' | 'FAILED' | 'STUCK'
  webhook?: string
  found?: boolean
  inquiries: number
}

/** Every search, by its trackId. */
export const tracks = new Map<string, Track>()
const missing = {
  status: 404,
  body: { timestamp: '2026-01-01T00:00:00Z', status: 404, error: 'data not found', path: '' },
}

/** The vendor without callbacks: other tests cover tickets together with callbacks. */
function unanswered(): CallbackTickets {
  return {
    open: async () => 'https://quoin.example.com/v1/callbacks/b2b-email/token',
    read: () => Promise.reject(new Error('asked with a ticket')),
  }
}

const buildInquiry = (state: string, found: boolean) => ({
  refId: 'ref-1',
  state,
  input: { firstname: ADA.first_name, lastname: ADA.last_name, domain: ADA.domain },
  output:
    state === 'DONE' && found
      ? [{ address: EMAIL, status: 'VALID', subStatus: 'EMPTY', domainType: 'SMTP', found: true, free: false }]
      : [],
})

const find = aiArkFind(unanswered())

export const aiArk: FakeVendor = {
  // With a ticket the service reads its own table, which `aiArkResult` fills: here that source is asked directly.
  sources: [
    { ...find, ask: (input, call) => (call.ticket ? aiArkResult.ask(call.ticket, call) : find.ask(input, call)) },
  ],
  variables: { key: 'AI_ARK_API_KEY', base: 'AI_ARK_BASE_URL' },
  readKey: ({ headers }) => headers['x-token'] as string,
  badKey: { status: 401, body: { status: 401, error: 'Unauthorized' } },
  throttled: { status: 429, headers: { 'retry-after': '1' }, body: { status: 429 }, retryAfterMs: 1000 },
  empty: { status: 402, body: { status: 402, error: 'not enough credits' } },
  pends: true,
  signals: [
    { name: 'no person, with 404', reply: missing, means: 'not_found' },
    {
      name: 'another person',
      reply: { body: { content: [{ id: '9', profile: { full_name: 'Bob Other' } }], trackId: 't' } },
      means: 'not_found',
    },
  ],
  answer({ method, path, body }) {
    if (method === 'POST' && path === '/people') {
      const isKnown =
        body.contact.fullName.any.include.content[0] === ADA.full_name &&
        body.account.domain.any.include[0] === ADA.domain
      const trackId = `track-${tracks.size}`
      tracks.set(trackId, { state: 'NEW', inquiries: 0 })
      const content = isKnown ? [{ id: 'p-1', profile: { full_name: ADA.full_name } }] : []
      return { body: { content, trackId, totalElements: content.length } }
    }
    if (method === 'POST' && path === '/people/email-finder') {
      const track = tracks.get(body.trackId)
      // A trackId can be used once, and a webhook is required.
      if (track?.state !== 'NEW') return missing
      if (!body.webhook) return { status: 400, body: { status: 400, error: 'webhook is required' } }
      Object.assign(track, { state: 'PROCESSING', webhook: body.webhook })
      return { body: { trackId: body.trackId, state: 'PENDING', statistics: { total: 1, found: 0 } } }
    }
    const [, id = ''] = /^\/people\/email-finder\/(.+)\/inquiries$/.exec(path) ?? []
    const track = tracks.get(id)
    if (method !== 'GET' || !track) return undefined
    track.inquiries++
    const { state, found = true } = track
    if (state === 'PROCESSING') track.state = 'DONE'
    return { body: { content: [buildInquiry(state === 'STUCK' ? 'PROCESSING' : state, found)], totalElements: 1 } }
  },
}
