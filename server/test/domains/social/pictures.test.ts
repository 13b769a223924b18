import assert from 'node:assert/strict'
import { test } from 'node:test'
import { actOnSandbox, bootInbox, list } from '../../support/inbox-scene.ts'
import { startReceiver } from '../../support/receiver.ts'

const scene = await bootInbox()
const { live, insider, stranger, db, ctx, account, page, pass } = scene
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const pictures: Record<string, Buffer | number | string> = {
  '/pixel.png': PIXEL,
  '/page.png': Buffer.from('<html><script>alert(1)</script></html>'),
  '/drawing.png': Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>'),
  '/large.png': Buffer.concat([PIXEL, Buffer.alloc(1_048_577)]),
  '/gone.png': 410,
  '/down.png': 503,
  '/inside.png': 'http://169.254.169.254/latest/meta-data',
  '/moved.png': '/pixel.png',
}
const platform = await startReceiver((response, { path }) => {
  const picture = pictures[path] ?? 404
  if (typeof picture === 'number') response.writeHead(picture).end()
  else if (typeof picture === 'string') response.writeHead(302, { location: picture }).end()
  else response.writeHead(200, { 'content-type': 'text/html' }).end(picture)
})
const avatar = `/v1/accounts/${account.id}/avatar`
const set = (url: string | null) => db`update accounts set avatar_url = ${url} where id = ${account.id}`

test('the picture of an account is served as a picture and nothing else, to callers that reach the account', async () => {
  await set(null)
  assert.equal((await live('GET', avatar)).body.code, 'not_found')
  await set(`${platform.url}/pixel.png`)
  const reply = await live('GET', avatar)
  assert.equal(reply.status, 200, reply.text)
  const header = (name: string) => reply.headers.get(name)
  assert.deepEqual(
    ['content-type', 'content-length', 'cache-control', 'content-security-policy', 'x-content-type-options'].map(
      header,
    ),
    ['image/png', String(PIXEL.length), 'private, max-age=86400', "default-src 'none'; sandbox", 'nosniff'],
  )
  assert.equal((await insider('GET', avatar)).status, 200)
  assert.equal((await stranger('GET', avatar)).body.code, 'out_of_scope')
  assert.equal((await (await scene.neighbour()).live('GET', avatar)).status, 404)
})

test('a picture is read from the platform once a day', async () => {
  await set(`${platform.url}/pixel.png?daily`)
  pictures['/pixel.png?daily'] = PIXEL
  const reads = () => platform.hits.filter(({ path }) => path.endsWith('?daily')).length
  for (let n = 0; n < 3; n++) assert.equal((await live('GET', avatar)).status, 200)
  assert.equal(reads(), 1)
  ctx.clock.advance(86_400_000)
  assert.equal((await live('GET', avatar)).status, 200)
  assert.equal(reads(), 2)
})

test('a file that is not a picture, too large, gone or inside our network is not served; an unavailable platform gives 502', async () => {
  const ask = async (url: string) => {
    await set(url)
    const { status, body } = await live('GET', avatar)
    return [status, body?.code]
  }
  for (const path of ['/page.png', '/drawing.png', '/large.png', '/gone.png', '/inside.png'])
    assert.deepEqual(await ask(platform.url + path), [404, 'not_found'], path)
  for (const url of ['http://169.254.169.254/x.png', 'http://10.0.0.1/x.png', 'file:///etc/passwd', 'nonsense'])
    assert.deepEqual(await ask(url), [404, 'not_found'], url)
  assert.deepEqual(await ask(`${platform.url}/down.png`), [502, 'upstream_error'])
  assert.equal((await ask(`${platform.url}/moved.png`))[0], 200, 'a redirect is followed, and checked')
})

test('the people in comments, conversations and reviews have pictures too', async () => {
  const post = await scene.publish('The harbour')
  await actOnSandbox(live, 'comments', { post_external_id: post.externalId, from: 'ann', body: 'Hello' })
  await actOnSandbox(live, 'messages', { entity_external_id: page, from: 'ann', body: 'Hello' })
  await actOnSandbox(live, 'reviews', { entity_external_id: page, from: 'ann', rating: 5, body: 'Good' })
  await pass()
  for (const [what, person] of [
    ['comments', 'author'],
    ['conversations', 'participant'],
    ['reviews', 'author'],
  ] as const) {
    const [{ id }] = await list(live, `/v1/${what}`)
    const path = `/v1/${what}/${id}/avatar`
    assert.equal((await live('GET', path)).body.code, 'not_found', what)
    await db.unsafe(`update ${what} set ${person} = ${person} || '{"avatar_url": "${platform.url}/pixel.png"}'`)
    const reply = await live('GET', path)
    assert.deepEqual([reply.status, reply.headers.get('content-type')], [200, 'image/png'], what)
    assert.equal((await stranger('GET', path)).body.code, 'out_of_scope')
  }
})
