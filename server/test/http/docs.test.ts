import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { Type } from 'typebox'
import { endpoints } from '../../src/http/catalogue.ts'
import { exportDocs } from '../../src/http/docs/export.ts'
import { listFields } from '../../src/http/docs/fields.ts'
import { readMarkdown } from '../../src/http/docs/markdown.ts'
import { operationPath } from '../../src/http/docs/page.ts'
import { resourcePages } from '../../src/http/docs/pages/resources.ts'
import { openapi } from '../../src/http/openapi/document.ts'
import { sentEvents } from '../../src/http/openapi/webhooks.ts'
import { type AnyEndpoint, endpoint } from '../../src/kit/declare/endpoint.ts'
import { ERRORS } from '../../src/kit/declare/errors.ts'
import { DateTime, Nullable, StringEnum } from '../../src/kit/declare/schema.ts'
import { boot, until } from '../support/harness.ts'

const world = await boot()
const anyone = world.client()
const collectMatches = (pattern: RegExp, text: string) => [...text.matchAll(pattern)].map((match) => match[1] ?? '')
const idsIn = (text: string) => collectMatches(/ id="([^"]+)"/g, text)
const linksIn = (text: string) =>
  collectMatches(/<a [^>]*?href="([^"]*)"/g, text).map((link) => link.replaceAll('&amp;', '&'))

/** Every page that a reader can reach from the first one, by its path. */
const pages = await crawl()

async function crawl(): Promise<Map<string, { text: string; headers: Headers }>> {
  const found = new Map<string, { text: string; headers: Headers }>()
  const waiting = ['/docs']
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (found.has(path)) continue
    const { status, text, headers } = await anyone('GET', path)
    assert.equal(status, 200, path)
    found.set(path, { text, headers })
    const next = linksIn(text).map((link) => new URL(link, `${world.url}${path}`))
    for (const { origin, pathname } of next)
      if (origin === world.url && /^\/docs(?:\/|$)/.test(pathname) && !pathname.endsWith('.md')) waiting.push(pathname)
  }
  return found
}

const ids = new Map([...pages].map(([path, { text }]) => [path, new Set(idsIn(text))]))
const has = (path: string, id: string) => ids.get(path)?.has(id) ?? assert.fail(`There is no page ${path}`)
const getPageText = (path: string) => pages.get(path)?.text ?? assert.fail(`There is no page ${path}`)

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

test('every endpoint, event and error code has an anchor on its page, and old anchors of the single page still work', () => {
  for (const { id, method, path, summary } of endpoints) {
    const page = operationPath(id).replace(/#.*/, '')
    const text = getPageText(page)
    assert.ok(has(page, id) && has('/docs', id), id)
    assert.ok(text.includes(`<b class="method ${method.toLowerCase()}">${method}</b>`), id)
    assert.ok(text.includes(path.replace(/\{\w+\}/g, '<em>$&</em>')), path)
    assert.ok(text.includes(summary.replaceAll("'", '&#39;')), summary)
  }
  for (const code of Object.keys(ERRORS)) {
    assert.ok(has('/docs/errors', code) && has('/docs', code), code)
  }
  for (const { type } of sentEvents) assert.ok(has(`/docs/event-types/${type.split('.')[0]}`, type), type)
})

test('no link is dead, within a page, between pages or to other addresses of this server', async () => {
  const others = new Set<string>()
  for (const [path, { text }] of pages)
    for (const link of linksIn(text)) {
      const { origin, pathname, hash } = new URL(link, `${world.url}${path}`)
      if (origin !== world.url) continue
      if (!pages.has(pathname)) others.add(pathname)
      else if (hash) assert.ok(has(pathname, decodeURIComponent(hash.slice(1))), `${path}: ${link}`)
    }
  for (const path of others) assert.equal((await anyone('GET', path)).status, 200, path)
  assert.ok(others.has('/docs/posts.md') && others.has('/openapi.json') && others.has('/openapi-3.0.json'))
})

test('every page has one title, description and heading, and unique ids', () => {
  const seen = new Set<string>()
  for (const [path, { text }] of pages) {
    const [title = ''] = collectMatches(/<title>([^<]+)<\/title>/g, text)
    assert.match(title, /\bQuoin\b/, path)
    assert.match(text, /<meta name="description" content="[^"]{10,}">/, path)
    assert.equal(collectMatches(/(<h1)/g, text).length, 1, path)
    assert.match(text, /<html lang="en">/)
    const own = idsIn(text)
    assert.deepEqual(
      own.filter((id, at) => own.indexOf(id) !== at),
      [],
      path,
    )
    seen.add(path)
  }
  for (const path of [
    '/docs/quickstart',
    '/docs/guides/publishing',
    '/docs/prices',
    '/docs/changelog',
    '/docs/signatures',
  ])
    assert.ok(seen.has(path), path)
  assert.ok(seen.size > 80, `${seen.size} pages`)
})

test('an error links to its code', async () => {
  const { body } = await world.live('GET', '/v1/profiles/prof_nothing')
  const url = new URL(body.type)
  assert.equal(url.origin + url.pathname, `${world.url}/docs`)
  assert.ok(has('/docs', url.hash.slice(1)))
})

test('a page loads only its own style and script', () => {
  for (const [path, { text, headers }] of pages) {
    const loaded = [
      ...collectMatches(/<(?:script|img|iframe|embed)\b[^>]*? src="([^"]*)"/g, text),
      ...collectMatches(/<link rel="(?:stylesheet|icon)" href="([^"]*)"/g, text),
    ]
    for (const file of loaded) assert.match(file, /^\/(?:docs\/assets\/site-[\w-]+\.(?:css|js)|favicon\.ico)$/, path)
    assert.doesNotMatch(text, /<(?:style|base|object)\b|@import|<script(?! src=)/, path)
    const policy = headers.get('content-security-policy') ?? ''
    assert.match(policy, /^default-src 'none'; style-src 'self'; script-src 'self'/, path)
    assert.doesNotMatch(policy, /http|\*|unsafe/)
  }
})

test('the first page is at most 100 kB compressed, with everything that it loads, and so is every other', async () => {
  const [style = '', script = ''] = ['css', 'js'].map(
    (end) => collectMatches(new RegExp(`"(/docs/assets/[^"]+\\.${end})"`, 'g'), getPageText('/docs'))[0] ?? '',
  )
  const parts = await Promise.all([style, script, '/favicon.ico'].map((path) => anyone('GET', path)))
  const shared = parts.reduce((sum, { text }) => sum + gzipSync(text).length, 0)
  assert.match(parts[0]?.headers.get('cache-control') ?? '', /immutable/)
  for (const [path, { text }] of pages) {
    const bytes = gzipSync(text).length + shared
    assert.ok(bytes <= (path === '/docs' ? 30_000 : 100_000), `${path}: ${bytes} bytes`)
  }
})

test('every page is also available as Markdown, at its address with .md and by content negotiation', async () => {
  for (const [path, { text }] of pages) {
    if (path === '/docs/search') continue
    const twin = await anyone('GET', `${path}.md`)
    assert.equal(twin.status, 200, path)
    assert.match(twin.headers.get('content-type') ?? '', /^text\/markdown/, path)
    assert.match(twin.text, /^# \S/, path)
    assert.ok(text.includes(`href="${path}.md"`), path)
    for (const link of collectMatches(/\]\((\/[^)\s#]*)/g, twin.text.replaceAll(/^```[^]*?^```$/gm, '')))
      assert.ok(
        pages.has(link.replace(/\.md$/, '')) || /^\/(?:openapi(?:-3\.0)?\.json|llms)/.test(link),
        `${path}: ${link}`,
      )
  }
  const negotiated = await anyone('GET', '/docs/posts', undefined, { accept: 'text/markdown' })
  assert.match(negotiated.headers.get('vary') ?? '', /accept/)
  assert.equal(negotiated.text, (await anyone('GET', '/docs/posts.md')).text)
  for (const { id, path, example } of endpoints.filter((one) => one.id.startsWith('posts.'))) {
    assert.ok(negotiated.text.includes(path), id)
    if (!example.reply) continue
    assert.ok(negotiated.text.includes(JSON.stringify(example.reply, null, 2)), id)
  }
})

test('/llms.txt has a line for every page, and /llms-full.txt the text of all', async () => {
  const [index, whole] = [await anyone('GET', '/llms.txt'), await anyone('GET', '/llms-full.txt')]
  assert.match(index.headers.get('content-type') ?? '', /^text\/plain/)
  assert.match(index.text, /^# Quoin\n\n> /)
  for (const path of pages.keys()) assert.ok(index.text.includes(`](${world.url}${path}.md): `), path)
  for (const { method, path } of endpoints) assert.ok(whole.text.includes(`\`${method} ${path}\``), path)
})

test('search finds endpoints, fields, events, errors and guides, with and without JavaScript', async () => {
  const find = async (query: string) => {
    const { body } = await anyone('GET', `/docs/search.json?q=${encodeURIComponent(query)}`)
    return (body.data as { path: string }[]).map(({ path }) => path)
  }
  const EXPECTED: Record<string, string> = {
    'posts.create': '/docs/posts#posts.create',
    'publish a post': '/docs/posts#posts.create',
    scheduled_at: '/docs/posts#posts.create',
    'post.published': '/docs/event-types/post#post.published',
    insufficient_credits: '/docs/errors#insufficient_credits',
    idempotncy: '/docs/concepts/idempotency',
    'rotate the secret': '/docs/guides/webhooks#rotate-the-secret',
    RATE_LIMIT_BURST: '/docs/configuration',
  }
  for (const [query, path] of Object.entries(EXPECTED)) {
    const found = await find(query)
    assert.ok(found.slice(0, 8).includes(path), `${query}: ${found.join(', ')}`)
  }
  for (const path of await find('webhook')) {
    const [page = '', anchor] = path.split('#')
    assert.ok(anchor === undefined || has(page, anchor), path)
  }
  const { text } = await anyone('GET', `/docs/search?q=${encodeURIComponent('"><script>x</script> post')}`)
  assert.ok(text.includes('<b>'))
  assert.equal(collectMatches(/(<script)/g, text).length, 1)
  assert.deepEqual(await find('   '), [])
  assert.ok((await anyone('GET', `/docs/search.json?q=${'x'.repeat(5000)}&q=2`)).status < 500)
})

test('an unknown documentation address gets 404: a page for browsers, a problem for programs', async () => {
  const page = await anyone('GET', '/docs/nothing/here', undefined, { accept: 'text/html' })
  assert.equal(page.status, 404)
  assert.match(page.text, /<h1>Page not found/)
  for (const path of [
    '/docs/nothing',
    '/docs/guides/none.md',
    '/docs/assets/none.js',
    '/docs/guides/..%2f..%2fAGENTS.md',
  ]) {
    const { status, body } = await anyone('GET', path)
    assert.deepEqual([status, body.code], [404, 'not_found'], path)
  }
  assert.equal((await anyone('GET', '/docs/webhook_deliveries')).status, 200)
})

test('text of a declaration is escaped', async () => {
  const [page] = resourcePages({ endpoints: [hostile as AnyEndpoint], baseUrl: 'http://127.0.0.1:8080' })
  const sections = (await page?.sections()) ?? []
  const evil = sections.map((section) => section.html().text).join('')
  const known = new Set([...pages.values()].flatMap(({ text }) => collectMatches(/<(\/?[a-z0-9]+)/gi, text)))
  assert.deepEqual(
    collectMatches(/<(\/?[a-z0-9]+)/gi, evil).filter((tag) => !known.has(tag)),
    [],
  )
  assert.doesNotMatch(evil, /<script|<img|onerror='/)
  assert.ok(evil.includes('&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt;'))
  assert.ok(evil.includes('&amp;amp;'))
})

test('markup and script addresses in a guide are shown as text', () => {
  const evil = `# T\n\n${HOSTILE}\n\n[a](javascript:alert(1)) [b](JAVASCRIPT:x) ![c](x.png)\n\n## H <b onclick="x">\n\n| <i> |\n|---|\n| <script>x</script> |`
  const text = readMarkdown(evil, (href) => href)
    .map((section) => section.html().text)
    .join('')
  assert.doesNotMatch(text, /<script|<img|<b |<i>|javascript:/i)
  assert.match(text, /&lt;script&gt;/)
})

test('numbers in the text come from the configuration', async () => {
  const { VARIABLES } = await import('../../src/kit/config/config.ts')
  const limits = getPageText('/docs/concepts/rate-limits')
  for (const name of ['', '_WORKSPACE', '_ADDRESS'] as const)
    assert.ok(
      limits.includes(
        `<td>${VARIABLES[`RATE_LIMIT${name}_PER_SECOND`].default}</td><td>${VARIABLES[`RATE_LIMIT${name}_BURST`].default}</td>`,
      ),
      name,
    )
  assert.ok(getPageText('/docs/concepts/test-keys').includes(`${VARIABLES.TEST_QUOTA_PER_DAY.default} per UTC day`))
})

test('the price book is the published one', async () => {
  const { STANDARD_BOOK } = await import('../../src/domains/billing/credits/standard-book.ts')
  const before = getPageText('/docs/prices')
  assert.ok(before.includes(`<code>${STANDARD_BOOK.name}</code>`))
  const { publishBook } = await import('../../src/domains/billing/credits/published-books.ts')
  const dearer = {
    ...STANDARD_BOOK,
    name: 'dearer',
    actions: { ...STANDARD_BOOK.actions, consensus: { credits: 4711, unit: 'answer' } },
  }
  await publishBook(world.ctx, world.db, dearer)
  const after = await until('the new book', async () => {
    const { text } = await anyone('GET', '/docs/prices')
    return text.includes('<code>dearer</code>') && text
  })
  assert.ok(after.includes('<td>4711</td>'))
})

test('fields are shown with their types, limits and defaults', () => {
  const schema = Type.Object({
    name: Type.String({ minLength: 1, maxLength: 255 }),
    mode: StringEnum(['live', 'test'], { default: 'live' }),
    pin: Type.Optional(Nullable(Type.String({ minLength: 6, maxLength: 6, pattern: '^[0-9]+$' }))),
    people: Type.Array(Type.Object({ seen_at: Nullable(DateTime) }), { maxItems: 1 }),
    company: Nullable(Type.Object({ size: Type.Integer({ minimum: 0 }) }, { title: 'Company' })),
  })
  const shown = listFields(schema).map(({ within, name, type, isRequired, limits }) => [
    `${within}${name}`,
    type,
    isRequired,
    limits.join('; '),
  ])
  assert.deepEqual(shown, [
    ['name', 'string', true, '1 to 255 characters'],
    ['mode', 'live | test', false, 'default `"live"`'],
    ['pin', 'string | null', false, 'exactly 6 characters; matches `^[0-9]+$`'],
    ['people', 'object[]', true, 'at most 1 item'],
    ['people[].seen_at', 'date-time | null', true, ''],
    ['company', 'object | null', true, ''],
    ['company.size', 'integer', true, 'at least 0'],
  ])
})

test('a client that caches downloads the description and the docs once', async () => {
  for (const path of ['/openapi.json', '/openapi-3.0.json', '/docs']) {
    const first = await world.client()('GET', path)
    const etag = first.headers.get('etag') ?? ''
    assert.match(etag, /^"[\w-]+"$/)
    assert.equal(first.headers.get('content-encoding'), 'gzip')
    const again = await world.client()('GET', path, undefined, { 'if-none-match': etag })
    assert.deepEqual([again.status, again.text], [304, ''])
    const plain = await world.client()('GET', path, undefined, { 'accept-encoding': 'identity', 'if-none-match': etag })
    assert.deepEqual([plain.status, plain.text], [200, first.text])
  }
  const before = process.cpuUsage()
  for (let n = 0; n < 100; n++) await world.client()('HEAD', '/openapi.json')
  const { user } = process.cpuUsage(before)
  const writing = process.cpuUsage()
  for (let n = 0; n < 10; n++) JSON.stringify(openapi(endpoints, world.url))
  const { user: written } = process.cpuUsage(writing)
  assert.ok(user / 100 < written / 10, `${user / 100} µs to send, ${written / 10} µs to write`)
})

test('/llms.txt names parts that fit the context of a language model and together have every page once', async () => {
  const index = (await anyone('GET', '/llms.txt')).text
  const paths = collectMatches(/\]\(http:\/\/[^)/]+(\/llms\/\d+\.txt)\)/g, index)
  const texts = await Promise.all(paths.map(async (path) => (await anyone('GET', path)).text))
  assert.ok(
    texts.length > 1 && texts.every((text) => text.length <= 220_000),
    String(texts.map(({ length }) => length)),
  )
  const whole = (await anyone('GET', '/llms-full.txt')).text
  const countTitles = (text: string) => collectMatches(/^# (.*)$/gm, text).length
  assert.equal(countTitles(texts.join('\n')), countTitles(whole))
  assert.equal((await anyone('GET', '/llms/999.txt')).status, 404)
})

test('the exported site has every page and every file that a page loads, and needs no server', async () => {
  const folder = join(mkdtempSync(join(tmpdir(), 'quoin-docs-')), 'site')
  await exportDocs(folder, 'https://api.example.com')
  const isWritten = (path: string) => existsSync(join(folder, path)) || existsSync(join(folder, path, 'index.html'))
  for (const path of pages.keys()) {
    if (path === '/docs/search') continue
    const text = readFileSync(join(folder, path, 'index.html'), 'utf8')
    assert.doesNotMatch(text, /<form|127\.0\.0\.1:\d{5}/, path)
    for (const link of collectMatches(/ (?:href|src)="(\/[^"#?]*)/g, text))
      assert.ok(isWritten(link), `${path}: ${link}`)
  }
  assert.match(readFileSync(join(folder, 'docs/posts/index.html'), 'utf8'), /https:\/\/api\.example\.com\/v1\/posts/)
  rmSync(join(folder, '..'), { recursive: true })
})
