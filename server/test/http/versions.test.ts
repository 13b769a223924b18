import assert from 'node:assert/strict'
import { test } from 'node:test'
import { connectSandbox, createProfile } from '../support/account-scene.ts'
import { boot, type Reply } from '../support/harness.ts'

const { live } = await boot()
const profileId = await createProfile(live, 'First name')
const account = await connectSandbox(live, { profileId, username: 'harbour' })

interface Versioned {
  readonly name: string
  readonly path: () => Promise<string>
  readonly method: 'PUT' | 'PATCH'
  readonly body: (text: string) => object
}

const create = async (path: string, body: object): Promise<string> => {
  const reply = await live('POST', path, body)
  assert.equal(reply.status, 201, reply.text)
  return reply.body.id
}

const resources: readonly Versioned[] = [
  {
    name: 'a draft',
    path: async () => `/v1/posts/${await create('/v1/posts/drafts', { targets: [{ account_id: account.id }] })}`,
    method: 'PATCH',
    body: (content) => ({ content }),
  },
  { name: 'a profile', path: async () => `/v1/profiles/${profileId}`, method: 'PUT', body: (name) => ({ name }) },
  {
    name: 'a webhook endpoint',
    path: async () => `/v1/webhooks/${await create('/v1/webhooks', { url: 'https://example.com/hook' })}`,
    method: 'PATCH',
    body: (description) => ({ description }),
  },
  {
    name: 'a saved search',
    path: async () =>
      `/v1/data/saved-searches/${await create('/v1/data/saved-searches', { name: 'A', action: 'search/people', query: 'x' })}`,
    method: 'PUT',
    body: (name) => ({ name, action: 'search/people', query: 'x' }),
  },
  {
    name: 'the branding',
    path: async () => '/v1/branding',
    method: 'PUT',
    body: (name) => ({ name, color: null, logo_url: null }),
  },
  {
    name: 'automatic top-up',
    path: async () => {
      const set = await live('PUT', '/v1/credits/auto-topup', { threshold: 10, pack_id: 'scale' })
      assert.equal(set.status, 200, set.text)
      return '/v1/credits/auto-topup'
    },
    method: 'PUT',
    body: (text) => ({ threshold: 20 + text.length, pack_id: 'scale' }),
  },
]

for (const { name, path, method, body } of resources) {
  test(`${name}: of two changes to one version the first is made, and the second is told`, async () => {
    const at = await path()
    const read = await live('GET', at)
    const etag = readEtag(read)
    const changed = await live(method, at, body('one'), { 'if-match': etag })
    assert.equal(changed.status, 200, changed.text)
    assert.notEqual(readEtag(changed), etag)
    const refused = await live(method, at, body('two'), { 'if-match': etag })
    assert.equal(refused.status, 412, refused.text)
    assert.equal(refused.body.code, 'version_conflict')
    assert.equal(refused.body.etag, readEtag(changed))
    assert.deepEqual(refused.body.current, changed.body)
    assert.deepEqual((await live('GET', at)).body, changed.body)
    assert.equal((await live(method, at, body('two'), { 'if-match': refused.body.etag })).status, 200)
    assert.equal((await live(method, at, body('three'), { 'if-match': '*' })).status, 200)
    assert.equal((await live(method, at, body('four'))).status, 200)
  })

  test(`${name}: of twenty simultaneous changes to one version exactly one is made`, async () => {
    const at = await path()
    const etag = readEtag(await live('GET', at))
    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, n) => live(method, at, body(`change ${n}`), { 'if-match': etag })),
    )
    const made = replies.filter(({ status }) => status === 200)
    assert.equal(made.length, 1)
    assert.ok(replies.every(({ status }) => status === 200 || status === 412))
    assert.deepEqual((await live('GET', at)).body, made[0]?.body)
  })
}

test('automatic top-up that someone turned off meanwhile is not turned on again', async () => {
  const at = '/v1/credits/auto-topup'
  const etag = readEtag(await live('GET', at))
  assert.equal((await live('DELETE', at)).status, 200)
  for (const tags of [etag, '*']) {
    const refused = await live('PUT', at, { threshold: 5, pack_id: 'scale' }, { 'if-match': tags })
    assert.deepEqual([refused.status, refused.body.etag, refused.body.current], [412, null, null])
  }
  assert.equal((await live('GET', at)).status, 404)
})

test('a retry with its Idempotency-Key returns the first result, although the version has moved on', async () => {
  const at = `/v1/profiles/${profileId}`
  const headers = { 'if-match': readEtag(await live('GET', at)), 'idempotency-key': 'rename-once' }
  const first = await live('PUT', at, { name: 'Renamed' }, headers)
  const again = await live('PUT', at, { name: 'Renamed' }, headers)
  assert.equal(again.status, 200, again.text)
  assert.equal(readEtag(again), readEtag(first))
})

function readEtag({ status, text, headers }: Reply): string {
  assert.equal(status, 200, text)
  return headers.get('etag') ?? ''
}
