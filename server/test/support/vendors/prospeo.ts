import { prospeoEnrich, prospeoFind } from '../../../src/sources/vendors/prospeo.ts'
import { ADA, EMAIL, type FakeVendor } from './fake.ts'

const refuse = (status: number, error_code: string) => ({ status, body: { error: true, error_code } })

const found = {
  error: false,
  free_enrichment: false,
  person: {
    person_id: 'aaa',
    first_name: 'Ada',
    last_name: 'Example',
    full_name: 'Ada Example',
    current_job_title: 'CTO',
    linkedin_url: 'https://www.linkedin.com/in/ada-example',
    location: { city: 'London', state: null, country: 'United Kingdom' },
    email: { status: 'VERIFIED', revealed: true, email: EMAIL },
  },
  company: { name: 'Example', website: 'https://www.example.com/', industry: 'software', employee_range: '51-200' },
}

export const prospeo: FakeVendor = {
  sources: [prospeoFind, prospeoEnrich],
  variables: { key: 'PROSPEO_API_KEY', base: 'PROSPEO_BASE_URL' },
  readKey: ({ headers }) => headers['x-key'] as string,
  badKey: refuse(401, 'INVALID_API_KEY'),
  throttled: {
    ...refuse(429, 'RATE_LIMITED'),
    headers: { 'x-daily-request-left': '10', 'x-minute-request-left': '0', 'x-minute-reset-seconds': '12' },
    retryAfterMs: 12_000,
  },
  empty: refuse(400, 'INSUFFICIENT_CREDITS'),
  signals: [
    { name: 'wrong data', reply: refuse(400, 'INVALID_DATAPOINTS'), means: 'rejected' },
    { name: 'a plan without it', reply: refuse(400, 'PLAN_REQUIRED'), means: 'rejected' },
  ],
  answer({ method, path, body }) {
    if (method !== 'POST' || path !== '/enrich-person') return undefined
    const { email, last_name, full_name } = body.data
    if (last_name === 'Older') return { body: { error: false, response: found } }
    const isKnown = email === EMAIL || last_name === ADA.last_name || full_name === ADA.full_name
    return isKnown ? { body: found } : refuse(400, 'NO_MATCH')
  },
}
