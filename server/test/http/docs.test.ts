import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { test } from 'node:test'
import { Type } from 'typebox'
import { endpoints } from '../../src/http/catalogue.ts'
import { curlOf } from '../../src/http/docs/code.ts'
import { fieldsOf } from '../../src/http/docs/fields.ts'
import { docsPage } from '../../src/http/docs/page.ts'
import { openapi } from '../../src/http/openapi.ts'
import { type AnyEndpoint, endpoint } from '../../src/kit/declare/endpoint.ts'
import { ERRORS } from '../../src/kit/declare/errors.ts'
import { DateTime, Nullable, OneOf } from '../../src/kit/declare/schema.ts'
import { boot } from '../support/harness.ts'

const world = await boot()
const { text: page, headers } = await world.client()('GET', '/docs')
const allOf = (pattern: RegExp, text = page) => [...text.matchAll(pattern)].map((match) => match[1] ?? '')
const ids = allOf(/ id="([^"]+)"/g)

const HOSTILE = `<script>alert("x")</script><img src=x onerror='y'>&amp;`

const hostile = endpoint({
  id: 'hostile.create',
  route: 'POST /v1/hostile/{id}',
  summary: `Sum ${HOSTILE}`,
  description: `About \`${HOSTILE}\` and ${HOSTILE}`,
  access: 'write',
  params: Type.Object({ id: Type.String({ description: HOSTILE, pattern: '<[a-z]>' }) }),
  body: Type.Object({ [HOSTILE]: Type.String({ description: HOSTILE, default: HOSTILE }) }),
  reply: Type.Object({ said: Type.String() }),
  price: { action: HOSTILE, atMost: () => ({ [HOSTILE]: 1 }), found: () => ({ [HOSTILE]: 1 }) },
  example: { params: { id: "a b/'c'" }, body: { said: `It's ${HOSTILE} $HOME` }, reply: { said: HOSTILE } },
})

test('every endpoint and every error code is on the page', () => {
  for (const { id, method, path, summary } of endpoints) {
    assert.ok(ids.includes(id), id)
    assert.ok(page.includes(`<b class="method ${method.toLowerCase()}">${method}</b>`))
    assert.ok(page.includes(path.replace(/\{\w+\}/g, '<em>$&</em>')), path)
    assert.ok(page.includes(`<a href="#${id}">${summary.replaceAll("'", '&#39;')}</a>`), summary)
  }
  for (const code of Object.keys(ERRORS)) assert.ok(ids.includes(code), code)
})

test('every link has one target on the page', () => {
  assert.equal(new Set(ids).size, ids.length)
  for (const link of allOf(/ href="([^"]*)"/g))
    assert.ok(link === '/openapi.json' || ids.includes(link.replace(/^#/, '')), link)
})

test('an error links to its code on the page', async () => {
  const { body } = await world.live('GET', '/v1/profiles/prof_nothing')
  const url = new URL(body.type)
  assert.equal(url.origin + url.pathname, `${world.url}/docs`)
  assert.ok(ids.includes(url.hash.slice(1)))
})

test('the page loads nothing from elsewhere', () => {
  assert.doesNotMatch(page, /<(?:link|img|iframe|object|embed|base)\b|\ssrc=|@import|url\(|\bimport\(|\bfetch\(/)
  const policy = headers.get('content-security-policy') ?? ''
  assert.match(policy, /default-src 'none'/)
  assert.doesNotMatch(policy, /http|\*/)
})

test('the text of a declaration is escaped', () => {
  const evil = docsPage([hostile as AnyEndpoint], 'http://127.0.0.1:8080')
  const known = new Set(allOf(/<(\/?[a-z0-9]+)/gi))
  assert.deepEqual(
    allOf(/<(\/?[a-z0-9]+)/gi, evil).filter((tag) => !known.has(tag)),
    [],
  )
  assert.equal(allOf(/(<script)/g, evil).length, 1)
  assert.doesNotMatch(evil, /<img|onerror='/)
  assert.ok(evil.includes('&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt;'))
  assert.ok(evil.includes('&amp;amp;'))
})

test('credits are explained when something costs them', () => {
  assert.match(docsPage([hostile as AnyEndpoint], 'http://127.0.0.1:8080'), /id="credits".*X-Max-Credits/s)
  assert.doesNotMatch(
    docsPage(
      endpoints.filter(({ price }) => price === 'free'),
      '',
    ),
    /id="credits"/,
  )
})

/** What a shell hands to curl, without running curl. */
function argumentsOf(command: string): string[] {
  const script = `curl() { printf '%s\\0' "$@"; }\n${command}`
  return execFileSync('/bin/sh', ['-c', script], { env: { QUOIN_KEY: 'the-key', HOME: 'changed' } })
    .toString()
    .split('\0')
    .slice(0, -1)
}

test('an example passes through a shell as it was declared', () => {
  const args = argumentsOf(curlOf(hostile as AnyEndpoint, 'http://127.0.0.1:8080'))
  assert.deepEqual(args.slice(0, 3), ['-X', 'POST', "http://127.0.0.1:8080/v1/hostile/a%20b%2F'c'"])
  assert.ok(args.includes('Authorization: Bearer the-key'))
  assert.deepEqual(JSON.parse(args.at(-1) ?? ''), { said: `It's ${HOSTILE} $HOME` })
})

// The operator, users, those who sign in or call back, signed addresses and browsers on their way are never answered examples: what they send is done.
// Nor is there a file or a page behind the example of one, and a client document names its own server.
for (const one of endpoints.filter(
  ({ access, id, rawBody, takesFile, redirects, streams, produces, seesVisitor }) =>
    access !== 'operator' &&
    access !== 'user' &&
    !seesVisitor &&
    !/^(?:callbacks|inbound|oauth)\./.test(id) &&
    !rawBody &&
    !(takesFile && access === 'public') &&
    !redirects &&
    !streams &&
    !produces?.includes('text/html'),
))
  test(`the example of ${one.id} answers what the page shows`, async () => {
    const args = argumentsOf(curlOf(one, world.url))
    const url = args.find((arg) => arg.startsWith(world.url)) ?? ''
    const body = args.includes('-d') ? args.at(-1) : undefined
    const client = one.access === 'public' ? world.client() : world.test
    const reply = await client(one.method, url.slice(world.url.length), body)
    assert.equal(reply.status, one.status, reply.text)
    assert.deepEqual(withoutCredits(reply.body), withoutCredits(one.example.reply))
  })

const CREDITS = /^(?:credits|held|charged|released|ledger_seq)$/

/** The page shows what a live call costs; a call with a test key costs nothing. */
function withoutCredits(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value), (name, inner: unknown) =>
    CREDITS.test(name) && (inner === null || typeof inner === 'number') ? 0 : inner,
  )
}

test('fields are shown with their types, limits and defaults', () => {
  const schema = Type.Object({
    name: Type.String({ minLength: 1, maxLength: 255 }),
    mode: OneOf(['live', 'test'], { default: 'live' }),
    pin: Type.Optional(Nullable(Type.String({ minLength: 6, maxLength: 6, pattern: '^[0-9]+$' }))),
    people: Type.Array(Type.Object({ seen_at: Nullable(DateTime) }), { maxItems: 1 }),
    company: Nullable(Type.Object({ size: Type.Integer({ minimum: 0 }) }, { title: 'Company' })),
  })
  const told = fieldsOf(schema).map(({ within, name, type, isRequired, limits }) => [
    `${within}${name}`,
    type,
    isRequired,
    limits.join('; '),
  ])
  assert.deepEqual(told, [
    ['name', 'string', true, '1 to 255 characters'],
    ['mode', 'live | test', false, 'default `"live"`'],
    ['pin', 'string | null', false, 'exactly 6 characters; matches `^[0-9]+$`'],
    ['people', 'object[]', true, 'at most 1 item'],
    ['people[].seen_at', 'date-time | null', true, ''],
    ['company', 'object | null', true, ''],
    ['company.size', 'integer', true, 'at least 0'],
  ])
})

test('the description and the docs are sent once to a client that caches them', async () => {
  for (const path of ['/openapi.json', '/docs']) {
    const first = await world.client()('GET', path)
    const etag = first.headers.get('etag') ?? ''
    assert.match(etag, /^"[\w-]+"$/)
    assert.equal(first.headers.get('content-encoding'), 'gzip')
    const again = await world.client()('GET', path, undefined, { 'if-none-match': etag })
    assert.deepEqual([again.status, again.text], [304, ''])
    const plain = await world.client()('GET', path, undefined, { 'accept-encoding': 'identity', 'if-none-match': etag })
    assert.deepEqual([plain.status, plain.text], [200, first.text])
  }
  const asked = process.cpuUsage()
  for (let n = 0; n < 100; n++) await world.client()('HEAD', '/openapi.json')
  const { user } = process.cpuUsage(asked)
  const writing = process.cpuUsage()
  for (let n = 0; n < 10; n++) JSON.stringify(openapi(endpoints, world.url))
  const { user: written } = process.cpuUsage(writing)
  assert.ok(user / 100 < written / 10, `${user / 100} µs to send, ${written / 10} µs to write`)
})
