import { apolloEnrich, apolloFind } from '../../../src/sources/vendors/apollo.ts'
import { ADA, EMAIL, type FakeVendor } from './fake.ts'

const person = {
  id: '5f1',
  name: 'Ada Example',
  first_name: 'Ada',
  last_name: 'Example',
  email: EMAIL,
  email_status: 'verified',
  extrapolated_email_confidence: null,
  title: 'CTO',
  seniority: 'c_suite',
  departments: ['engineering'],
  linkedin_url: 'http://www.linkedin.com/in/ada-example',
  city: 'London',
  state: null,
  country: 'United Kingdom',
  organization: {
    name: 'Example',
    primary_domain: 'example.com',
    industry: 'software',
    estimated_num_employees: 120,
    country: 'United Kingdom',
  },
  employment_history: [],
}
const locked = { ...person, email: 'email_not_unlocked@domain.com', email_status: null }

export const apollo: FakeVendor = {
  sources: [apolloFind, apolloEnrich],
  variables: { key: 'APOLLO_API_KEY', base: 'APOLLO_BASE_URL' },
  readKey: ({ headers }) => headers['x-api-key'] as string,
  badKey: { status: 401, body: { error: 'Invalid access credentials.' } },
  throttled: {
    status: 429,
    headers: { 'retry-after': '24', 'x-minute-requests-left': '0' },
    body: { message: 'too fast' },
    retryAfterMs: 24_000,
  },
  empty: { status: 422, body: { error: 'You have insufficient credits.' } },
  signals: [{ name: 'wrong parameters', reply: { status: 422, body: { error: 'name is wrong' } }, means: 'rejected' }],
  answer({ method, path, query }) {
    if (method !== 'POST' || path !== '/people/match') return undefined
    const isKnown =
      query.get('email') === EMAIL || query.get('last_name') === ADA.last_name || query.get('name') === ADA.full_name
    if (query.get('last_name') === 'Locked') return { body: { person: locked } }
    return { body: { person: isKnown ? person : null } }
  },
}
