import { dropcontactFind, dropcontactVerify } from '../../../src/sources/vendors/dropcontact.ts'
import { ADA, EMAIL, type FakeVendor } from './fake.ts'

const requests = new Map<string, { email: { email: string; qualification: string }[] | undefined; reads: number }>()
const notReady = { success: false, error: false, reason: 'Request not ready yet, try again in 30 seconds' }

export const dropcontact: FakeVendor = {
  sources: [dropcontactFind, dropcontactVerify],
  variables: { key: 'DROPCONTACT_API_KEY', base: 'DROPCONTACT_BASE_URL' },
  readKey: ({ headers }) => headers['x-access-token'] as string,
  badKey: { status: 401, body: { error: true, success: false, reason: 'Invalid token' } },
  throttled: { status: 429, body: { error: true, success: false, reason: 'Too many requests' }, retryAfterMs: 10_000 },
  empty: { status: 403, body: { error: true, success: false, reason: 'Not enough credits' } },
  pends: true,
  signals: [
    {
      name: 'missing data',
      reply: { status: 400, body: { error: true, success: false, reason: 'Missing data in JSON' } },
      means: 'rejected',
    },
  ],
  answer({ method, path, body }) {
    if (method === 'POST' && path === '/enrich/all') {
      const [{ email, last_name }] = body.data
      const id = `request-${requests.size}`
      const refused = last_name === 'Shy' ? [{ email: EMAIL, qualification: 'Do_Not_Contact' }] : undefined
      const isKnown = email === EMAIL || last_name === ADA.last_name
      requests.set(id, { email: isKnown ? [{ email: EMAIL, qualification: 'nominative@pro' }] : refused, reads: 0 })
      return { body: { success: true, error: false, request_id: id, credits_left: 10 } }
    }
    const request = requests.get(path.replace('/enrich/all/', ''))
    if (method !== 'GET' || !path.startsWith('/enrich/all/')) return undefined
    if (!request || request.reads++ === 0) return { body: notReady }
    return {
      body: {
        success: true,
        error: false,
        data: [{ ...(request.email && { first_name: 'Ada', email: request.email }) }],
      },
    }
  },
}
