import { fullenrichFind } from '../../../src/sources/vendors/fullenrich.ts'
import { ADA, EMAIL, type FakeVendor } from './fake.ts'

const batches = new Map<string, { isKnown: boolean; reads: number }>()

export const fullenrich: FakeVendor = {
  sources: [fullenrichFind],
  variables: { key: 'FULLENRICH_API_KEY', base: 'FULLENRICH_BASE_URL' },
  readKey: ({ headers }) => headers.authorization?.replace('Bearer ', ''),
  badKey: { status: 401, body: { code: 'error.unauthorized', message: 'Invalid API key' } },
  throttled: {
    status: 429,
    headers: { 'retry-after': '30' },
    body: { code: 'error.rate_limit' },
    retryAfterMs: 30_000,
  },
  empty: undefined,
  pends: true,
  signals: [
    {
      name: 'a batch that it rejects',
      reply: { status: 400, body: { code: 'error.enrichment.domain.invalid' } },
      means: 'rejected',
    },
  ],
  answer({ method, path, body, condition }) {
    if (method === 'POST' && path === '/contact/enrich/bulk') {
      const id = `batch-${batches.size}`
      batches.set(id, { isKnown: body.data[0].last_name === ADA.last_name, reads: 0 })
      return { body: { enrichment_id: id } }
    }
    const batch = batches.get(path.replace('/contact/enrich/bulk/', ''))
    if (method !== 'GET' || !batch) return undefined
    if (batch.reads++ === 0)
      return { status: 400, body: { code: 'error.enrichment.in_progress', message: 'Still in progress' } }
    const best = { email: EMAIL, status: 'DELIVERABLE' }
    const contact_info = batch.isKnown ? { most_probable_work_email: best, work_emails: [best] } : { work_emails: [] }
    const result = {
      id: 'x',
      name: 'one person',
      cost: { credits: 1 },
      data: [{ input: {}, custom: {}, contact_info }],
    }
    // The result object itself, with 402.
    if (condition === 'no_credits') return { status: 402, body: { ...result, status: 'CREDITS_INSUFFICIENT' } }
    return { body: { ...result, status: 'FINISHED' } }
  },
}
