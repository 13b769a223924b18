import { icypeasFind, icypeasVerify } from '../../../src/sources/vendors/icypeas.ts'
import { ADA, EMAIL, type FakeVendor } from './fake.ts'

const searches = new Map<string, { email: string | undefined; reads: number }>()

const item = (id: string, status: string, emails: unknown[]) => ({
  _id: id,
  status,
  results: { firstname: 'Ada', lastname: 'Example', fullname: 'Ada Example', gender: 'UNKNOWN', emails, phones: [] },
  order: 0,
  userData: {},
})

export const icypeas: FakeVendor = {
  sources: [icypeasFind, icypeasVerify],
  variables: { key: 'ICYPEAS_API_KEY', base: 'ICYPEAS_BASE_URL' },
  readKey: ({ headers }) => headers.authorization,
  badKey: { status: 401, body: { success: false } },
  throttled: { status: 429, headers: { 'retry-after': '2' }, body: { success: false }, retryAfterMs: 2000 },
  empty: undefined,
  pends: true,
  signals: [
    {
      name: 'validation errors with 200',
      reply: { body: { success: false, validationErrors: [{ expected: 'domainOrCompany', type: 'any.required' }] } },
      means: 'rejected',
    },
  ],
  answer({ method, path, body, condition }) {
    if (method !== 'POST') return undefined
    if (path === '/email-search' || path === '/email-verification') {
      const id = `search-${searches.size}`
      const isKnown = body.email === EMAIL || body.lastname === ADA.last_name
      searches.set(id, { email: isKnown ? EMAIL : undefined, reads: 0 })
      return { body: { success: true, item: { _id: id, status: 'NONE' } } }
    }
    const search = searches.get(body.id)
    if (path !== '/bulk-single-searchs/read' || !search) return undefined
    const read = (status: string, emails: unknown[] = []) => ({
      body: { success: true, items: [item(body.id, status, emails)], total: 1 },
    })
    if (search.reads++ === 0) return read('IN_PROGRESS')
    if (condition === 'no_credits') return read('INSUFFICIENT_FUNDS')
    if (!search.email) return read('DEBITED_NOT_FOUND')
    return read('DEBITED', [
      { email: search.email, certainty: 'ultra_sure', mxProvider: 'google', mxRecords: ['mx.example.com'] },
    ])
  },
}
