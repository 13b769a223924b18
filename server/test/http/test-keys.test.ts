import assert from 'node:assert/strict'
import { test } from 'node:test'
import { routes } from '../../src/http/catalogue.ts'
import { buildUrl, goodRequest } from '../support/declared-requests.ts'
import { boot, type Reply } from '../support/harness.ts'

const world = await boot({ env: { LOG_LEVEL: 'silent', TEST_QUOTA_PER_DAY: '10000' } })
const { live } = world
const rehearse = world.test

/** Collects every number in a body under a name with credits, except quotes for live keys. */
function creditsIn(body: unknown, name = ''): number[] {
  if (typeof body === 'number') return ['credits', 'held', 'charged', 'released'].includes(name) ? [body] : []
  if (body === null || typeof body !== 'object') return []
  return Object.entries(body).flatMap(([key, value]) =>
    key === 'estimate' ? [] : creditsIn(value, Array.isArray(body) ? name : key),
  )
}

test('a call with a test key costs 0 credits in the body too', async () => {
  const calls: [string, string, object?][] = [
    ['POST', '/v1/data/workflows/lead-list', { inputs: { query: 'research' }, limit: 2 }],
    ['POST', '/v1/data/workflows/verify-list', { inputs: { emails: ['ada@muster.example'] } }],
    ['POST', '/v1/data/workflows/enrich-list', { inputs: { people: ['ada@muster.example'] } }],
    ['POST', '/v1/data/async', { action: 'contacts/find-email', query: 'Ada Example, example.com' }],
    ['POST', '/v1/bulk/jobs', { action: 'contacts/find-email', queries: ['Ada Example, example.com'] }],
    ['GET', '/v1/requests/req_01KA2Z3W9GQ8F0T5V6X7Y8Z9AB'],
    ['GET', '/v1/data/jobs'],
    ['GET', '/v1/bulk/jobs'],
  ]
  for (const [method, path, body] of calls) {
    const reply = await rehearse(method, path, body)
    assert.ok(reply.status < 300, `${path}: ${reply.text}`)
    assert.ok(['0', null].includes(reply.headers.get('x-credits-charged')), path)
    const credits = creditsIn(reply.body)
    assert.ok(credits.length > 0 && credits.every((credit) => credit === 0), `${path}: ${reply.text}`)
  }
  const { id } = (await rehearse('POST', '/v1/bulk/jobs', { action: 'people/enrich', queries: ['a@b.example'] })).body
  for (const path of [`/v1/bulk/jobs/${id}`, `/v1/bulk/jobs/${id}/results`])
    assert.deepEqual(new Set(creditsIn((await rehearse('GET', path)).body)), new Set([0]), path)
  assert.deepEqual(new Set(creditsIn((await rehearse('POST', `/v1/bulk/jobs/${id}/cancel`)).body)), new Set([0]))
})

test('the prefix of a key is the start of the key, with a live key and with a test key', async () => {
  for (const client of [live, rehearse]) {
    const { key, key_prefix } = (await client('POST', '/v1/api-keys', { mode: 'test' })).body
    assert.match(key, /^qk_test_[0-9A-Za-z]{49}$/)
    assert.equal(key_prefix, key.slice(0, 16))
  }
  const { key, id } = (await rehearse('POST', '/v1/api-keys', {})).body
  for (const { key_prefix } of [
    (await rehearse('GET', `/v1/api-keys/${id}`)).body,
    ...(await rehearse('GET', '/v1/api-keys')).body.data,
  ])
    assert.ok(key.startsWith(key_prefix))
})

test('the response to a test key fits the request', async () => {
  const post = async (path: string, body: object) => (await rehearse('POST', path, body)).body
  const order = await post('/v1/credits/checkout', { pack_id: 'scale' })
  assert.deepEqual([order.pack_id, order.credits, order.price_usd_cents], ['scale', 10_000, 15_000])
  const plan = await post('/v1/credits/checkout', { plan_id: 'growth', interval: 'year' })
  assert.deepEqual([plan.plan_id, plan.interval, plan.credits, plan.price_usd_cents], ['growth', 'year', 3000, 45_000])

  const verified = await post('/v1/data/contacts/verify-email', { query: 'Grace@Muster.example' })
  assert.deepEqual([verified.data.email, verified.data.mx], ['grace@muster.example', 'mx.muster.example'])
  const found = await post('/v1/data/contacts/find-email', { query: 'Zoë Müller, muster.example' })
  assert.deepEqual(
    [found.data.email, found.data.domain, found.data.person.full_name],
    ['zoe.muller@muster.example', 'muster.example', 'Zoë Müller'],
  )
  const enriched = await post('/v1/data/people/enrich', { query: 'Grace Muster, muster.example' })
  assert.deepEqual([enriched.data.full_name, enriched.data.company.domain], ['Grace Muster', 'muster.example'])

  const emails = ['ada@muster.example', 'not an address', 'nobody@example.com', 'grace@muster.example']
  const list = await post('/v1/data/workflows/verify-list', { inputs: { emails } })
  assert.deepEqual(
    list.data.map((row: { input: string; verification: { email: string; status: string } | null }) => [
      row.input,
      row.verification?.email ?? null,
      row.verification?.status ?? null,
    ]),
    [
      ['ada@muster.example', 'ada@muster.example', 'valid'],
      ['not an address', 'not an address', 'invalid'],
      ['nobody@example.com', null, null],
      ['grace@muster.example', 'grace@muster.example', 'valid'],
    ],
  )
  const leads = await post('/v1/data/workflows/lead-list', { inputs: { query: 'research' }, limit: 3 })
  const names = leads.data.map(({ person }: { person: { full_name: string } }) => person.full_name)
  assert.deepEqual([names.length, new Set(names).size], [3, 3])
  for (const { person, email, verification } of leads.data)
    assert.deepEqual([email.person.full_name, verification.email], [person.full_name, email.email])
  const listed = (await rehearse('GET', '/v1/accounts?status=expiring&platform=bluesky')).body.data
  for (const { status, platform } of listed) assert.deepEqual([status, platform], ['expiring', 'bluesky'])
})

test('a test key can page through people, companies and every list, and the pages end', async () => {
  for (const [path, count] of [
    ['people', 12],
    ['companies', 6],
  ] as const)
    for (const limit of [1, 5, 100]) {
      const seen: string[] = []
      let cursor: string | null = null
      do {
        const { status, text, body }: Reply = await rehearse('POST', `/v1/data/search/${path}`, {
          query: 'x',
          limit,
          cursor,
        })
        assert.equal(status, 200, text)
        assert.equal(body.has_more, body.next_cursor !== null)
        assert.ok(body.data.length <= limit)
        seen.push(...body.data.map(({ id }: { id: string }) => id))
        cursor = body.next_cursor
      } while (cursor !== null)
      assert.deepEqual([seen.length, new Set(seen).size], [count, count], `${path} ${limit}`)
    }

  const lists = ['profiles', 'accounts', 'posts', 'api-keys', 'webhooks', 'webhooks/deliveries', 'connections', 'media']
  for (const list of [...lists, 'conversations/conv_1/messages', 'credits/orders', 'data/jobs', 'suppressions']) {
    const seen: string[] = []
    let query = '?limit=2'
    for (let pages = 0; query !== '' && pages < 5; pages++) {
      const { status, text, body } = await rehearse('GET', `/v1/${list}${query}`)
      assert.equal(status, 200, `${list}: ${text}`)
      seen.push(...body.data.map(({ id }: { id: string }) => id))
      query = body.has_more ? `?limit=2&cursor=${body.next_cursor}` : ''
    }
    assert.deepEqual([seen.length, new Set(seen).size, query], [3, 3, ''], list)
  }
  const rows = '/v1/bulk/jobs/bulk_01KA2Z3W9GQ8F0T5V6X7Y8Z9AB/results'
  const first = (await rehearse('GET', `${rows}?limit=1`)).body
  const second = (await rehearse('GET', `${rows}?limit=1&cursor=${first.next_cursor}`)).body
  assert.deepEqual([first.data[0].row, second.data[0].row, second.next_cursor], [1, 2, null])
})

test('a test key can follow changes', async () => {
  const search = (body: object) => rehearse('POST', '/v1/data/search/people', { query: 'x', limit: 2, ...body })
  const { cursor: since_cursor } = (await search({ track_delta: true })).body
  const changes = await search({ since_cursor })
  assert.deepEqual([changes.status, changes.body.data[0].change], [200, 'updated'], changes.text)
  assert.equal((await search({ since_cursor, query: 'y' })).status, 422)
})

test('a test key is refused whatever a live key is refused, with the same texts', async () => {
  const bad: [string, string, object?][] = [
    ['POST', '/v1/credits/checkout', { pack_id: 'nonesuch' }],
    ['POST', '/v1/credits/checkout', { plan_id: 'nonesuch', interval: 'month' }],
    ['PUT', '/v1/credits/auto-topup', { threshold: 1, pack_id: 'nonesuch' }],
    ['GET', '/v1/credits/usage?since=2026-02-01&until=2026-01-01'],
    ['GET', '/v1/credits/ledger?cursor=nonsense'],
    ['GET', '/v1/accounts/acc_1/analytics?since=2026-02-01&until=2026-01-01'],
    ['GET', '/v1/bulk/jobs/bulk_1/results?cursor=nonsense'],
    ['GET', '/v1/platforms?cursor=nonsense'],
    ['POST', '/v1/data/search/people', { query: 'x', cursor: 'nonsense' }],
    ['POST', '/v1/data/search/people', { query: 'x', since_cursor: 'nonsense' }],
    ['POST', '/v1/data/search/companies', { query: 'x', cursor: 'nonsense' }],
    ['POST', '/v1/media', { url: 'http://10.0.0.1/cat.png' }],
    ['POST', '/v1/webhooks', { url: 'http://10.0.0.1/hook' }],
    ['PATCH', '/v1/webhooks/WEBHOOK', { url: 'http://10.0.0.1/hook' }],
    [
      'POST',
      '/v1/data/async',
      { action: 'contacts/verify-email', query: 'a@b.example', webhook_url: 'http://10.0.0.1' },
    ],
    ['POST', '/v1/bulk/jobs', { action: 'contacts/verify-email', csv_text: 'colour\nred' }],
    ['POST', '/v1/connections', { profile_id: 'PROFILE', platform: 'nonesuch' }],
    ['POST', '/v1/connections', { profile_id: 'PROFILE', platform: 'mastodon', mode: 'headless' }],
    ['POST', '/v1/connections', { profile_id: 'PROFILE', platform: 'mastodon', options: { colour: 'red' } }],
  ]
  const { id: webhook } = (await live('POST', '/v1/webhooks', { url: 'https://example.com/hook' })).body
  const { id: profile } = (await live('POST', '/v1/profiles', { name: 'Example brand' })).body
  for (const [method, path, template] of bad) {
    const body = template && JSON.parse(JSON.stringify(template).replace('PROFILE', profile))
    const url = path.replace('WEBHOOK', webhook)
    const [real, rehearsed] = [await live(method, url, body), await rehearse(method, url, body)]
    assert.equal(real.status, 422, `${path}: ${real.text}`)
    assert.deepEqual([rehearsed.status, rehearsed.body.detail], [422, real.body.detail], `${path}: ${rehearsed.text}`)
  }
})

test('a cursor from elsewhere is refused on every list, for live and test keys alike', async () => {
  const lists = routes.filter(({ endpoint: { query, access } }) => access === 'read' && query?.properties['cursor'])
  assert.ok(lists.length > 15)
  for (const { endpoint } of lists) {
    const path = endpoint.path.replaceAll(/\{\w+\}/g, 'x_1')
    const [real, rehearsed] = await Promise.all(
      [live, rehearse].map((client) => client('GET', `${path}?cursor=nonsense`)),
    )
    assert.deepEqual([real?.status, rehearsed?.status], [422, 422], `${path}: ${rehearsed?.text}`)
    assert.deepEqual(rehearsed?.body.detail, real?.body.detail, path)
  }
})

test('every response to a test key shows the remaining quota; responses to live keys do not', async () => {
  const small = await boot({ env: { LOG_LEVEL: 'silent', TEST_QUOTA_PER_DAY: '3' } })
  const readTestQuota = ({ headers }: Reply) =>
    ['limit', 'remaining', 'reset'].map((name) => headers.get(`x-test-quota-${name}`))
  const midnight = 86_400 - (Math.floor(small.ctx.clock.now().getTime() / 1000) % 86_400)
  const reset = String(midnight)
  assert.deepEqual(readTestQuota(await small.test('GET', '/v1/profiles')), ['3', '2', reset])
  const missing = await small.test('POST', '/v1/credits/checkout', { pack_id: 'nonesuch' })
  assert.deepEqual([missing.status, ...readTestQuota(missing)], [422, '3', '1', reset])
  const once = { 'idempotency-key': 'same' }
  assert.deepEqual(readTestQuota(await small.test('POST', '/v1/profiles', { name: 'n' }, once)), ['3', '0', reset])
  const refused = await small.test('GET', '/v1/profiles')
  assert.deepEqual(
    [refused.status, refused.body.code, ...readTestQuota(refused)],
    [429, 'test_quota_exceeded', '3', '0', reset],
  )
  assert.deepEqual(readTestQuota(await small.live('GET', '/v1/profiles')), [null, null, null])
  const { paths } = (await small.live('GET', '/openapi.json')).body
  const described = Object.keys(paths['/v1/profiles'].get.responses['200'].headers)
  for (const name of ['Limit', 'Remaining', 'Reset']) assert.ok(described.includes(`X-Test-Quota-${name}`))
})

test('refusals of a test key show the quota too', async () => {
  const limited = world.client(await world.key({ mode: 'test', permission: 'read' }))
  const first = Number((await rehearse('GET', '/v1/profiles')).headers.get('x-test-quota-remaining'))
  const refused: [Reply, number][] = [
    [await rehearse('POST', '/v1/profiles', {}), 422],
    [await rehearse('POST', '/v1/profiles', { name: '' }), 422],
    [await rehearse('POST', '/v1/profiles', '{"name":'), 422],
    [await rehearse('GET', '/v1/profiles?limit=0'), 422],
    [await rehearse('GET', '/v1/profiles?colour=red'), 422],
    [await rehearse('POST', '/v1/data/contacts/verify-email', { query: 5 }), 422],
    [await rehearse('POST', '/v1/profiles', { name: 'n' }, { 'idempotency-key': 'é'.repeat(300) }), 422],
    [await rehearse('POST', '/v1/profiles', `{"name":"${'x'.repeat(2_000_000)}"}`), 413],
  ]
  for (const [n, [{ status, headers, text }, expected]] of refused.entries()) {
    assert.equal(status, expected, text.slice(0, 200))
    const shown = ['limit', 'remaining'].map((name) => headers.get(`x-test-quota-${name}`))
    assert.deepEqual(shown, [String(world.ctx.config.TEST_QUOTA_PER_DAY), String(first - n - 1)], text.slice(0, 200))
  }
  const readOnly = await limited('POST', '/v1/profiles', { name: 'n' })
  assert.deepEqual([readOnly.status, readOnly.headers.get('x-test-quota-limit')], [403, null], 'it is refused before')
})

test('where a live key gets a file, a test key gets a picture', async () => {
  const authorization = `Bearer ${await world.key({ mode: 'test' })}`
  const files = routes
    .map(({ endpoint }) => endpoint)
    .filter(({ special, access }) => special.streams && !special.lasts && access === 'read')
  assert.ok(files.length > 3)
  for (const endpoint of files) {
    const path = buildUrl(endpoint, goodRequest(endpoint))
    const answer = await fetch(`${world.url}${path}`, { headers: { authorization } })
    assert.deepEqual([answer.status, answer.headers.get('content-type')], [200, 'image/png'], endpoint.id)
    const bytes = Buffer.from(await answer.arrayBuffer())
    assert.equal(bytes.toString('latin1', 0, 8), '\x89PNG\r\n\x1a\n')
    assert.equal(Number(answer.headers.get('content-length')), bytes.length)
    assert.match(answer.headers.get('content-disposition') ?? '', /^(?:inline|attachment)$/)
  }
})
