import { pdlEnrich, pdlFind } from '../../../src/sources/vendors/people-data-labs.ts'
import { ADA, EMAIL, type FakeVendor } from './fake.ts'

const error = (status: number, type: string) => ({ status, body: { status, error: { type, message: type } } })

const record = {
  id: 'pdl-1',
  full_name: 'ada example',
  first_name: 'ada',
  last_name: 'example',
  work_email: EMAIL,
  job_title: 'chief technology officer',
  job_title_levels: ['cxo'],
  job_title_role: 'engineering',
  job_company_name: 'example',
  job_company_website: 'example.com',
  job_company_industry: 'computer software',
  job_company_size: '51-200',
  job_company_location_country: 'united kingdom',
  location_locality: 'london',
  location_region: null,
  location_country: 'united kingdom',
  skills: ['analysis'],
  linkedin_url: 'linkedin.com/in/ada-example',
}

export const peopleDataLabs: FakeVendor = {
  sources: [pdlFind, pdlEnrich],
  variables: { key: 'PEOPLE_DATA_LABS_API_KEY', base: 'PEOPLE_DATA_LABS_BASE_URL' },
  readKey: ({ headers }) => headers['x-api-key'] as string,
  badKey: error(401, 'authentication_error'),
  throttled: {
    ...error(429, 'rate_limit_error'),
    headers: { 'x-ratelimit-reset': '2026-01-15T09:31:30', 'x-ratelimit-remaining': '{"minute": 0}' },
    retryAfterMs: 90_000,
  },
  empty: error(402, 'payment_required'),
  signals: [
    { name: 'invalid request', reply: error(400, 'invalid_request_error'), means: 'rejected' },
    { name: 'a 404 that is not a miss', reply: error(404, 'route_unknown'), means: 'unavailable' },
  ],
  answer({ path, query }) {
    if (path !== '/person/enrich') return undefined
    const isKnown =
      query.get('email') === EMAIL || (query.get('last_name') ?? query.get('name')?.split(' ')[1]) === ADA.last_name
    return isKnown ? { body: { status: 200, likelihood: 9, data: record } } : error(404, 'not_found')
  },
}
