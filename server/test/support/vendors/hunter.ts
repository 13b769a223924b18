import { hunterFind, hunterVerify } from '../../../src/sources/vendors/hunter.ts'
import { ADA, EMAIL, type FakeVendor } from './fake.ts'

const errors = (code: number, id: string) => ({ errors: [{ id, code, details: id }] })

export const hunter: FakeVendor = {
  sources: [hunterFind, hunterVerify],
  variables: { key: 'HUNTER_API_KEY', base: 'HUNTER_BASE_URL' },
  readKey: ({ headers }) => headers['x-api-key'] as string,
  badKey: { status: 401, body: errors(401, 'authentication_failed') },
  throttled: { status: 403, body: errors(403, 'too_many_requests'), retryAfterMs: 5000 },
  empty: { status: 429, body: errors(429, 'too_many_requests') },
  signals: [
    { name: 'still verifying', reply: { status: 202, body: { data: {} } }, means: 'pending' },
    {
      name: 'a person who opted out',
      reply: { status: 451, body: errors(451, 'claimed_email') },
      means: 'not_found',
    },
    { name: 'wrong parameters', reply: { status: 400, body: errors(400, 'wrong_params') }, means: 'rejected' },
  ],
  answer({ path, query }) {
    if (path === '/email-finder') {
      const isKnown = query.get('last_name') === ADA.last_name && query.get('domain') === ADA.domain
      const verification = { date: '2026-01-01', status: 'valid' }
      const found = {
        first_name: 'Ada',
        last_name: 'Example',
        email: EMAIL,
        score: 97,
        accept_all: false,
        verification,
        sources: [],
      }
      return { body: { data: isKnown ? found : { ...found, email: null, score: null }, meta: { params: {} } } }
    }
    if (path !== '/email-verifier') return undefined
    if (query.get('email') !== EMAIL) return { status: 404, body: errors(404, 'not_found') }
    return {
      body: {
        data: {
          status: 'valid',
          result: 'deliverable',
          score: 98,
          email: EMAIL,
          accept_all: false,
          disposable: false,
          webmail: false,
        },
        meta: {},
      },
    }
  },
}
