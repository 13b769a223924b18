import assert from 'node:assert/strict'
import { test } from 'node:test'
import { boot } from '../../support/harness.ts'

const world = await boot()
const { live } = world

const NO_ADDRESSES = [
  'ada',
  'ada@example',
  'a..b@example.com',
  '.ada@example.com',
  'ada.@example.com',
  'ada@-example.com',
  'ada@exa_mple.com',
  'ada@example..com',
  'ada@1.2.3.4',
  'ada@example.c0m',
  'ada@bob@example.com',
  '"ada"@example.com',
  'ada<x>@example.com',
  `${'a'.repeat(65)}@example.com`,
  `ada@${'a'.repeat(64)}.com`,
]
const ADDRESSES = ['ada@example.com', ' Ada.Example+tag@Example.COM ', 'ada@bücher.example', "o'neil@mail.example.com"]

const post = (path: string, body: unknown) => live('POST', path, body)
const postForStatus = async (path: string, body: unknown) => (await post(path, body)).status

/** Every way to send an email address. Resolves with 200 for a valid address and 422 for an invalid one. */
const PATHS: Record<string, (email: string) => Promise<number>> = {
  'the query of verify-email': (query) => postForStatus('/v1/data/contacts/verify-email:estimate', { query }),
  'filters.email of verify-email': (email) =>
    postForStatus('/v1/data/contacts/verify-email:estimate', { filters: { email } }),
  'filters.email of people/enrich': (email) => postForStatus('/v1/data/people/enrich:estimate', { filters: { email } }),
  'an async job': async (query) => {
    const status = await postForStatus('/v1/data/async', { action: 'contacts/verify-email', query })
    return status === 202 ? 200 : status
  },
  'a row of a bulk job': async (query) => {
    const { body } = await post('/v1/bulk/jobs', { action: 'contacts/verify-email', queries: [query] })
    return body.progress.failed === 0 ? 200 : 422
  },
  'an item of verify-list': async (email) => {
    const { body } = await post('/v1/data/workflows/verify-list', { inputs: { emails: [email] } })
    const { sub_status, status } = body.data[0].verification
    assert.equal(body.data[0].credits === 0 || sub_status !== 'syntax', true)
    return status === 'invalid' && sub_status === 'syntax' ? 422 : 200
  },
  'a suppression': async (value) => {
    const status = await postForStatus('/v1/suppressions', { kind: 'email', value })
    return status === 201 ? 200 : status
  },
}

for (const [path, ask] of Object.entries(PATHS))
  test(`${path} accepts valid addresses only`, async () => {
    for (const email of NO_ADDRESSES) assert.deepEqual([email, await ask(email)], [email, 422])
    for (const email of ADDRESSES) assert.deepEqual([email, await ask(email)], [email, 200])
  })

test('a malformed address is reported where it was sent, and not parsed as a name at a domain', async () => {
  for (const [action, body, loc] of [
    ['contacts/verify-email', { query: 'a..b@example.com' }, ['body', 'query']],
    ['contacts/verify-email', { filters: { email: 'a..b@example.com' } }, ['body', 'filters', 'email']],
    ['people/enrich', { query: 'a..b@example.com' }, ['body', 'query']],
    ['people/enrich', { filters: { email: 'a..b@example.com' } }, ['body', 'filters', 'email']],
  ] as const) {
    const { status, body: answer, text } = await post(`/v1/data/${action}`, body)
    assert.deepEqual([status, answer.detail[0].loc, answer.detail[0].input], [422, loc, 'a..b@example.com'], text)
  }
})

const NO_DOMAINS = ['example', '-example.com', 'exa_mple.com', '1.2.3.4', 'example.c0m', 'ada@example.com', 'a..com']
const DOMAINS = ['example.com', 'www.Example.com', 'https://example.com/about', 'bücher.example', 'example.com.']

test('find-email and suppressions accept valid domains only', async () => {
  const filter = (domain: string) =>
    postForStatus('/v1/data/contacts/find-email:estimate', { filters: { full_name: 'Ada Example', domain } })
  const suppress = async (value: string) => {
    const status = await postForStatus('/v1/suppressions', { kind: 'domain', value })
    return status === 201 ? 200 : status
  }
  for (const domain of NO_DOMAINS)
    assert.deepEqual([domain, await filter(domain), await suppress(domain)], [domain, 422, 422])
  for (const domain of DOMAINS)
    assert.deepEqual([domain, await filter(domain), await suppress(domain)], [domain, 200, 200])
})
