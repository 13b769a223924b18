import assert from 'node:assert/strict'
import { test } from 'node:test'
import { boot } from '../support/harness.ts'

const world = await boot()
const anyone = world.client()
const browser = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' }

test('the root is a page for browsers, without JavaScript, in light and dark, and all its links work', async () => {
  const { status, headers, text } = await anyone('GET', '/', undefined, browser)
  assert.equal(status, 200)
  assert.match(headers.get('content-type') ?? '', /^text\/html/)
  assert.match(text, /<h1>.*Quoin/s)
  assert.match(text, /prefers-color-scheme: dark/)
  assert.doesNotMatch(text, /<script|\ssrc=/)
  assert.ok(text.includes(world.url))
  const links = [...text.matchAll(/ href="([^"]+)"/g)].map(([, link = '']) => link)
  for (const link of ['/docs', '/readyz']) assert.ok(links.includes(link), link)
  for (const link of links) assert.equal((await anyone('GET', link)).status, 200, link)
})

test('the root is JSON for a client that does not accept HTML', async () => {
  for (const accept of ['*/*', 'application/json']) {
    const { status, headers, body } = await anyone('GET', '/', undefined, { accept })
    assert.equal(status, 200)
    assert.match(headers.get('vary') ?? '', /accept/)
    assert.equal(body.name, 'Quoin')
    for (const link of ['docs', 'openapi', 'llms', 'health', 'ready'])
      assert.equal((await fetch(body[link])).status, 200, link)
  }
})

test('/favicon.ico is an icon that the pages can load', async () => {
  const response = await fetch(`${world.url}/favicon.ico`)
  assert.equal(response.status, 200)
  assert.equal(response.headers.get('content-type'), 'image/x-icon')
  assert.deepEqual([...new Uint8Array(await response.arrayBuffer()).slice(0, 4)], [0, 0, 1, 0])
  for (const path of ['/', '/docs'])
    assert.match(
      (await anyone('GET', path, undefined, browser)).headers.get('content-security-policy') ?? '',
      /img-src 'self'/,
    )
})

test('/docs/ serves the same page as /docs', async () => {
  const [plain, slashed] = [await anyone('GET', '/docs'), await anyone('GET', '/docs/')]
  assert.deepEqual([slashed.status, slashed.text === plain.text], [200, true])
})
