import { findymailFind, findymailVerify } from '../../../src/sources/vendors/findymail.ts'
import { ADA, EMAIL, type FakeVendor } from './fake.ts'

export const findymail: FakeVendor = {
  sources: [findymailFind, findymailVerify],
  variables: { key: 'FINDYMAIL_API_KEY', base: 'FINDYMAIL_BASE_URL' },
  readKey: ({ headers }) => headers.authorization?.replace('Bearer ', ''),
  badKey: { status: 401, body: { error: 'Unauthenticated.' } },
  throttled: {
    status: 429,
    headers: { 'retry-after': '3' },
    body: { error: 'Too Many Attempts.' },
    retryAfterMs: 3000,
  },
  empty: { status: 402, body: { error: 'Not enough credits' } },
  signals: [
    {
      name: 'a paused subscription',
      reply: { status: 423, body: { error: 'Subscription is paused' } },
      means: 'no_credits',
    },
    {
      name: 'wrong input',
      reply: { status: 422, body: { error: 'The domain field is required.' } },
      means: 'rejected',
    },
  ],
  answer({ method, path, body }) {
    if (method !== 'POST') return undefined
    if (path === '/verify') return { body: { email: body.email, verified: body.email === EMAIL, provider: 'Google' } }
    if (path !== '/search/name') return undefined
    if (body.name === 'Empty Example') return { body: { contact: [] } }
    if (body.name === 'Absent Example') return { status: 404, body: { error: 'Not found' } }
    return {
      body: {
        contact: body.name === ADA.full_name ? { name: 'Ada Example', email: EMAIL, domain: 'example.com' } : null,
      },
    }
  },
}
