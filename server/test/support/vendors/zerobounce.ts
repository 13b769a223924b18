import { zerobounceVerify } from '../../../src/sources/vendors/zerobounce.ts'
import { EMAIL, type FakeVendor, KEY } from './fake.ts'

const refusal = { error: 'Invalid API key or your account ran out of credits' }

export const zerobounce: FakeVendor = {
  sources: [zerobounceVerify],
  variables: { key: 'ZEROBOUNCE_API_KEY', base: 'ZEROBOUNCE_BASE_URL' },
  readKey: ({ query, path }) => (path === '/getcredits' ? KEY : query.get('api_key')),
  isKeyInQuery: true,
  badKey: { body: refusal },
  throttled: { status: 429, body: { error: 'blocked' }, retryAfterMs: 3_600_000 },
  empty: undefined,
  answer({ method, path, query, condition }) {
    if (method !== 'GET') return undefined
    // Every outcome is 200, and an invalid key has a balance of -1.
    if (path === '/getcredits')
      return { body: { Credits: query.get('api_key') === KEY ? (condition === 'no_credits' ? '0' : '42') : '-1' } }
    if (path !== '/validate') return undefined
    if (condition === 'no_credits') return { body: refusal }
    const [status, sub_status] = query.get('email') === EMAIL ? ['valid', ''] : ['invalid', 'mailbox_not_found']
    return {
      body: {
        address: query.get('email'),
        status,
        sub_status,
        mx_found: 'true',
        mx_record: 'mx.example.com',
        free_email: false,
      },
    }
  },
}
