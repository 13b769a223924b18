import assert from 'node:assert/strict'
import { test } from 'node:test'
import { boot } from '../support/harness.ts'

const world = await boot()
const { live } = world

interface Violation {
  readonly type: string
  readonly loc: readonly (string | number)[]
  readonly input: unknown
}

/** Returns the violations of a refused request, each with its location and input. */
async function refused(method: string, path: string, body?: unknown, headers?: Record<string, string>) {
  const reply = await live(method, path, body, headers)
  assert.equal(reply.status, 422, reply.text)
  for (const item of reply.body.detail) {
    assert.deepEqual(Object.keys(item).slice(0, 4), ['type', 'loc', 'msg', 'input'], reply.text)
    assert.equal(typeof item.msg, 'string')
  }
  return (reply.body.detail as Violation[]).map(({ type, loc, input }) => [type, loc.join('.'), input])
}

test('input repeats what was sent, without defaults and without numbers parsed from a query', async () => {
  assert.deepEqual(await refused('POST', '/v1/api-keys', { name: 5 }), [['string_type', 'body.name', 5]])
  assert.deepEqual(await refused('POST', '/v1/api-keys', { scope: 'profiles' }), [
    ['value_error', 'body.profile_ids', null],
  ])
  assert.deepEqual(await refused('POST', '/v1/data/consensus', { limit: 3 }), [['missing', 'body.query', { limit: 3 }]])
  assert.deepEqual(await refused('POST', '/v1/data/async', { query: 'x' }), [
    ['missing', 'body.action', { query: 'x' }],
  ])
  assert.deepEqual(await refused('GET', '/v1/profiles?limit=500'), [['less_than_equal', 'query.limit', '500']])
  assert.deepEqual(await refused('GET', '/v1/profiles?cursor=zzz'), [['value_error', 'query.cursor', 'zzz']])
  assert.deepEqual(await refused('GET', `/v1/profiles/${'x'.repeat(65)}`), [
    ['string_too_long', 'path.id', 'x'.repeat(65)],
  ])
  const twenty = Array.from({ length: 21 }, (_, n) => ({ account_id: `acc_${n}` }))
  assert.deepEqual(await refused('POST', '/v1/posts', { targets: twenty }), [['too_long', 'body.targets', twenty]])
})

test('post_ids are limited by their count, and each name in a list by its own rule', async () => {
  const ids = (count: number) => Array.from({ length: count }, () => `post_${world.ctx.ids.ulid()}`).join(', ')
  const path = '/v1/posts/analytics?post_ids='
  assert.equal((await live('GET', `${path}${encodeURIComponent(ids(100))}`)).status, 404)
  const [[type, loc, input] = []] = await refused('GET', `${path}${encodeURIComponent(ids(101))}`)
  assert.deepEqual([type, loc, String(input).slice(0, 5)], ['too_long', 'query.post_ids', 'post_'])
  assert.deepEqual(await refused('GET', `${path}a,,b`), [['string_too_short', 'query.post_ids.1', 'a,,b']])
  assert.deepEqual(await refused('GET', '/v1/accounts/acc_x/analytics?metrics=impressions,smiles'), [
    ['enum', 'query.metrics.1', 'impressions,smiles'],
  ])
})

test('violations of enums have type enum and those of URLs url_parsing or url_scheme, wherever they are', async () => {
  const profile = (await live('POST', '/v1/profiles', { name: 'Typed' })).body.id
  const kinds = async (path: string, body: unknown) => (await refused('POST', path, body)).map((item) => item[0])
  assert.deepEqual(await kinds('/v1/connections', { profile_id: profile, platform: 'myspace' }), ['enum'])
  assert.deepEqual(await kinds('/v1/credits/checkout', { pack_id: 'huge' }), ['enum'])
  assert.deepEqual(await kinds('/v1/credits/checkout', { plan_id: 'huge', interval: 'year' }), ['enum'])
  assert.deepEqual(await kinds('/v1/data/async', { action: 'contacts/guess' }), ['enum'])
  const urls: [string, (url: string) => object][] = [
    ['/v1/media', (url) => ({ url })],
    ['/v1/webhooks', (url) => ({ url })],
    ['/v1/data/async', (url) => ({ action: 'search/people', query: 'x', webhook_url: url })],
    ['/v1/bulk/jobs', (url) => ({ action: 'search/people', queries: ['x'], webhook_url: url })],
    ['/v1/connections', (url) => ({ profile_id: 'prof_x', platform: 'sandbox', redirect_url: url })],
  ]
  for (const [path, body] of urls) {
    assert.deepEqual(await kinds(path, body('no url')), ['url_parsing'], path)
    assert.deepEqual(await kinds(path, body('ftp://example.com/')), ['url_scheme'], path)
  }
})

test('a refused header is shown, and its violations have the same types as those of other fields', async () => {
  const key = (value: string) => refused('POST', '/v1/profiles', { name: 'x' }, { 'idempotency-key': value })
  assert.deepEqual(await key('a b'), [['string_pattern_mismatch', 'header.Idempotency-Key', 'a b']])
  assert.deepEqual(await key('x'.repeat(256)), [['string_too_long', 'header.Idempotency-Key', 'x'.repeat(256)]])
  assert.deepEqual(await key('""'), [['string_too_short', 'header.Idempotency-Key', '""']])
  const credits = (value: string) => refused('POST', '/v1/data/search/people', {}, { 'x-max-credits': value })
  assert.deepEqual(await credits('many'), [['int_parsing', 'header.X-Max-Credits', 'many']])
  assert.deepEqual(await credits('-1'), [['greater_than_equal', 'header.X-Max-Credits', '-1']])
  assert.equal((await live('POST', '/v1/profiles', { name: 'x' }, { 'idempotency-key': 'k' })).status, 201)
  const reused = await refused('POST', '/v1/profiles', { name: 'y' }, { 'idempotency-key': 'k' })
  assert.deepEqual(reused, [['idempotency_key_reused', 'header.Idempotency-Key', 'k']])
})

test('the user info of a URL is never returned', async () => {
  const urls = ['ftp://user:hunter2@example.com/a', 'http://hunter2@10.0.0.1/a', 'user:hunter2@example.com', 'hunter2@']
  for (const url of urls)
    for (const [path, body] of [
      ['/v1/media', { url }],
      ['/v1/media', { url, other: true }],
      ['/v1/webhooks', { url }],
      ['/v1/data/async', { action: 'contacts/find-email', webhook_url: url }],
      ['/v1/connections', { profile_id: 'prof_x', platform: 'sandbox', redirect_url: url }],
    ] as const) {
      const { status, text } = await live('POST', path, body)
      assert.ok(status >= 400, `${path} took ${url}`)
      assert.doesNotMatch(text, /hunter2/, `${path} ${url}`)
    }
})

test('platform credentials and options are refused in the same form as other fields, without their values', async () => {
  const profile = (await live('POST', '/v1/profiles', { name: 'Signing in' })).body.id
  const begun = await live('POST', '/v1/connections', { profile_id: profile, platform: 'bluesky', mode: 'headless' })
  assert.equal(begun.status, 201, begun.text)
  const complete = (credentials: unknown) =>
    refused('POST', `/v1/connections/${begun.body.id}/complete`, { credentials })
  assert.deepEqual(await complete({ identifier: 'ada.example.com', extra: 'hunter2' }), [
    ['missing', 'body.credentials.app_password', { identifier: '[redacted]', extra: '[redacted]' }],
    ['extra_forbidden', 'body.credentials.extra', '[redacted]'],
  ])
  assert.deepEqual(await complete({ identifier: 5, app_password: 'hunter2' }), [
    ['string_type', 'body.credentials.identifier', '[redacted]'],
  ])
  const options = { profile_id: profile, platform: 'sandbox', options: { sparkle: true } }
  assert.deepEqual(await refused('POST', '/v1/connections', options), [
    ['extra_forbidden', 'body.options.sparkle', true],
  ])
})

test('a time does not need seconds', async () => {
  const made = await live('POST', '/v1/api-keys', { expires_at: '2199-01-01T10:00Z' })
  assert.deepEqual([made.status, made.body.expires_at], [201, '2199-01-01T10:00:00.000Z'])
  const offset = await live('POST', '/v1/api-keys', { expires_at: '2199-01-01T10:00+02:00' })
  assert.deepEqual([offset.status, offset.body.expires_at], [201, '2199-01-01T08:00:00.000Z'])
  const hour = await refused('POST', '/v1/api-keys', { expires_at: '2199-01-01T10Z' })
  assert.deepEqual(hour, [['datetime_parsing', 'body.expires_at', '2199-01-01T10Z']])
})

test('the description contains request headers with their patterns', async () => {
  const { paths, components } = (await live('GET', '/openapi.json')).body
  const headers = (path: string, method: string) =>
    Object.fromEntries(
      paths[path][method].parameters
        .map(({ $ref, ...own }: { $ref?: string }) =>
          $ref ? components.parameters[$ref.split('/').at(-1) ?? ''] : own,
        )
        .filter((parameter: { in: string }) => parameter.in === 'header')
        .map(({ name, schema }: { name: string; schema: object }) => [name, schema]),
    )
  const id = { type: 'string', pattern: '^[\\w.:-]{1,128}$' }
  const workspace = { type: 'string', maxLength: 64 }
  assert.deepEqual(headers('/v1/profiles', 'get'), { 'X-Quoin-Workspace': workspace, 'X-Request-Id': id })
  assert.deepEqual(headers('/v1/data/search/people', 'post'), {
    'Idempotency-Key': { type: 'string', minLength: 1, maxLength: 255, pattern: '^[!-~]*$' },
    'X-Max-Credits': { type: 'integer', format: 'int64', minimum: 0, maximum: 999_999_999_999 },
    'X-Quoin-Workspace': workspace,
    'X-Request-Id': id,
  })
  assert.equal(headers('/v1/media/{id}/content', 'get')['Range'].pattern, '^bytes=\\d*-\\d*$')
})

test('lists can be filtered by the fields that users look for', async () => {
  for (const path of [
    '/v1/media?status=ready',
    '/v1/data/jobs?status=queued&kind=async',
    '/v1/bulk/jobs?status=failed',
  ])
    assert.deepEqual((await live('GET', path)).body.data, [])
  assert.deepEqual(await refused('GET', '/v1/media?status=done'), [['enum', 'query.status', 'done']])
  const kinds = async (kind: string) =>
    (await live('GET', `/v1/credits/ledger?kind=${kind}`)).body.data.map((entry: { kind: string }) => entry.kind)
  assert.deepEqual([await kinds('grant'), await kinds('charge'), await kinds('expire')], [['grant'], [], []])
})
