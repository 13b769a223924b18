import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { openPortal } from '../../src/http/portal/portal.ts'
import { boot } from '../support/harness.ts'

const folder = mkdtempSync(join(tmpdir(), 'quoin-portal-'))
after(() => rmSync(folder, { recursive: true, force: true }))
const dist = join(folder, 'dist')
const browser = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }

/** Writes a small version of the output of `portal/build.ts`. */
function writeBuild(title: string, preload?: Record<string, string[]>): void {
  mkdirSync(join(dist, 'assets'), { recursive: true })
  const page = `<title>${title}</title><script nonce="{{nonce}}" src="/assets/main-ABC.js"></script>${preload ? '{{preload}}' : ''}`
  writeFileSync(join(dist, 'index.html'), page)
  for (const suffix of ['', '.br', '.gz']) writeFileSync(join(dist, `assets/main-ABC.js${suffix}`), `script${suffix}`)
  writeFileSync(join(folder, 'secret.txt'), 'not an asset')
  const assets = { 'main-ABC.js': { copies: ['br', 'gz'] } }
  writeFileSync(join(dist, 'manifest.json'), JSON.stringify({ stamp: title, assets, preload }))
}

const portal = { ...openPortal(dist) }
const world = await boot({ portal })
const get = (path: string, headers: Record<string, string> = browser) => world.client()('GET', path, undefined, headers)

test('until the portal is built, its pages say so, and reload only while a build is running', async () => {
  const none = await get('/keys')
  assert.equal(none.status, 200)
  assert.doesNotMatch(none.text, /<script/)
  portal.build = 'running'
  const waiting = await get('/')
  assert.match(waiting.text, /The portal is being built/)
  assert.match(waiting.text, /location\.reload/)
  portal.build = 'failed'
  const failed = await get('/')
  assert.match(failed.text, /could not be built/)
  assert.doesNotMatch(failed.text, /<script/)
  portal.build = 'none'
  assert.equal((await get('/assets/main-ABC.js')).status, 404)
})

test('every page has a policy with its own nonce, and other sites can neither load nor frame it', async () => {
  writeBuild('first')
  const replies = [await get('/'), await get('/keys'), await get('/posts/post_1?tab=attempts')]
  const nonces = replies.map(({ status, headers, text }) => {
    assert.equal(status, 200)
    assert.match(headers.get('content-type') ?? '', /^text\/html/)
    assert.equal(headers.get('cache-control'), 'no-store')
    const policy = headers.get('content-security-policy') ?? ''
    for (const rule of ["default-src 'none'", "style-src-attr 'none'", "connect-src 'self'", "frame-ancestors 'none'"])
      assert.ok(policy.includes(rule), rule)
    const nonce = /script-src 'self' 'nonce-([^']+)'/.exec(policy)?.[1] ?? ''
    assert.ok(text.includes(`nonce="${nonce}"`))
    assert.doesNotMatch(text, /\{\{/)
    return nonce
  })
  assert.equal(new Set(nonces).size, 3)
  const fetchImageSources = async (path: string) =>
    /img-src ([^;]+)/.exec((await get(path)).headers.get('content-security-policy') ?? '')?.[1]
  assert.equal(await fetchImageSources('/embedded'), "'self' data: blob:")
  // The page of portal links shows the logo of its workspace.
  assert.equal(await fetchImageSources('/embed'), "'self' data: blob: https:")
})

test('programs get JSON: the root describes the API, and unknown paths are 404', async () => {
  const program = { accept: '*/*' }
  assert.equal((await get('/', program)).body.name, 'Quoin')
  assert.equal((await get('/keys', program)).body.code, 'not_found')
  for (const path of ['/v1/nothing', '/assets/nothing.js']) assert.equal((await get(path)).body.code, 'not_found', path)
  assert.equal((await get('/docs/guides/nothing.md')).status, 404)
  const posted = await world.client()('POST', '/keys', {}, browser)
  assert.equal(posted.status, 404)
})

test('assets are compressed as the browser prefers, and cached permanently', async () => {
  const encodings = { 'gzip, deflate, br': 'br', gzip: 'gzip', identity: null }
  for (const [accepted, encoding] of Object.entries(encodings)) {
    const response = await fetch(`${world.url}/assets/main-ABC.js`, {
      method: 'HEAD',
      headers: { 'accept-encoding': accepted },
    })
    assert.equal(response.status, 200)
    assert.equal(response.headers.get('content-encoding'), encoding)
    assert.equal(response.headers.get('cache-control'), 'public, max-age=31536000, immutable')
    assert.match(response.headers.get('content-type') ?? '', /^text\/javascript/)
    assert.equal(response.headers.get('vary'), 'accept-encoding')
  }
})

test('only files of the build are served', async () => {
  for (const path of [
    '/assets/..%2f..%2fsecret.txt',
    '/assets/manifest.json',
    '/assets/__proto__',
    '/assets/constructor',
  ])
    assert.equal((await get(path)).status, 404, path)
})

test('a new build is served without a restart', async () => {
  writeBuild('second')
  const later = new Date(Date.now() + 5000)
  utimesSync(join(dist, 'manifest.json'), later, later)
  assert.match((await get('/')).text, /second/)
})

test('a page names the scripts of its path, so that the browser loads all of them at once', async () => {
  writeBuild('third', { '^/posts$': ['posts-page-DEF.js'], '^/posts/[^/]+$': ['post-page-GHI.js', 'chunk-JKL.js'] })
  const later = new Date(Date.now() + 10_000)
  utimesSync(join(dist, 'manifest.json'), later, later)
  const readScripts = async (path: string) =>
    [...(await get(path)).text.matchAll(/<link rel="modulepreload" href="\/assets\/([^"]+)">/g)].map(([, name]) => name)
  assert.deepEqual(await readScripts('/posts?status=failed'), ['posts-page-DEF.js'])
  assert.deepEqual(await readScripts('/posts/post_1'), ['post-page-GHI.js', 'chunk-JKL.js'])
  assert.deepEqual(await readScripts('/unknown'), [])
  assert.doesNotMatch((await get('/unknown')).text, /\{\{/)
})
