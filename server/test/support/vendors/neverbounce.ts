import { neverbounceVerify } from '../../../src/sources/vendors/neverbounce.ts'
import { EMAIL, type FakeVendor } from './fake.ts'

const refuse = (status: string, message: string) => ({ body: { status, message, execution_time: 1 } })

export const neverbounce: FakeVendor = {
  sources: [neverbounceVerify],
  variables: { key: 'NEVERBOUNCE_API_KEY', base: 'NEVERBOUNCE_BASE_URL' },
  readKey: ({ body }) => body?.key,
  // All of them return 200.
  badKey: refuse('auth_failure', 'Invalid API key'),
  throttled: { ...refuse('throttle_triggered', 'Too many requests'), retryAfterMs: 60_000 },
  empty: refuse('general_failure', 'Insufficient credits'),
  signals: [
    { name: 'a failure of the vendor', reply: refuse('temp_unavail', 'Try again'), means: 'unavailable' },
    {
      name: 'an unreadable question',
      reply: refuse('general_failure', 'Missing parameter'),
      means: 'rejected',
    },
    { name: 'an unknown result', reply: { body: { status: 'success', result: 'perhaps' } }, means: 'unavailable' },
  ],
  answer({ method, path, body }) {
    if (method !== 'POST' || path !== '/single/check') return undefined
    const result = body.email === EMAIL ? 'valid' : 'invalid'
    return {
      body: {
        status: 'success',
        result,
        flags: ['has_dns', 'has_dns_mx'],
        suggested_correction: '',
        execution_time: 1,
      },
    }
  },
}
