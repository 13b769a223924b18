import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { sweepLeftovers } from '../../../../src/domains/social/media/cleanup.ts'
import { until } from '../../../support/harness.ts'
import { movieData, movieIndex, movieStart, png } from '../../../support/media-samples.ts'
import { bootWithMedia } from '../../../support/media-world.ts'

const BYTES_MAX = 3_000_000
const world = await bootWithMedia({ env: { MEDIA_BYTES_MAX: String(BYTES_MAX), MEDIA_FETCH_SECONDS: '8' } })
const { ctx, db, live, origin, ingest, get, files, queue } = world
const CHUNK = Buffer.alloc(65_536, 1)

/** Writes until the connection closes. Returns the number of bytes written. */
async function pour(response: ServerResponse, first: Buffer): Promise<number> {
  const closed = once(response, 'close')
  let sent = 0
  for (let chunk = first; !response.destroyed; chunk = CHUNK) {
    sent += chunk.length
    if (!response.write(chunk)) await Promise.race([once(response, 'drain'), closed])
  }
  return sent
}

/** Asserts that the asset fails at once for this reason and that nothing of the file is left. */
async function fails(path: string, code: string, detail = /./) {
  const asset = await ingest(path)
  assert.deepEqual([asset.status, asset.validation.error?.code], ['failed', code], JSON.stringify(asset.validation))
  assert.match(asset.validation.error?.message ?? '', detail)
  assert.deepEqual([asset.storage_key, asset.public_url, asset.mime], [null, null, null])
  // Deletions of the previous test may still be running.
  await until('nothing is left over', async () => {
    await sweepLeftovers(ctx)
    return (await db`select from media_leftovers`).length === 0
  })
  assert.deepEqual(files(), [])
}

test('an endless body is cut off at the limit', async () => {
  let poured: Promise<number> | undefined
  origin.answers['/endless'] = (_request, response) => (poured = pour(response, png(10, 10)))
  await fails('/endless', 'too_large')
  assert.ok(((await poured) ?? 0) < BYTES_MAX * 4)
})

test('a file whose announced length is too large is not read', async () => {
  let poured: Promise<number> | undefined
  origin.answers['/large'] = (_request, response) => {
    response.writeHead(200, { 'content-length': String(BYTES_MAX * 100) })
    poured = pour(response, png(10, 10))
  }
  await fails('/large', 'too_large', /300000000 bytes/)
  assert.ok(((await poured) ?? 0) < BYTES_MAX * 4)
})

test('a wrong content type is ignored: the bytes decide', async () => {
  origin.answers['/page.jpg'] = (_request, response) =>
    response.writeHead(200, { 'content-type': 'image/jpeg' }).end('<html><script>alert(1)</script></html>')
  await fails('/page.jpg', 'unsupported_type')
  origin.answers['/picture.exe'] = (_request, response) =>
    response.writeHead(200, { 'content-type': 'application/x-msdownload' }).end(png(10, 20))
  const asset = await ingest('/picture.exe')
  assert.deepEqual([asset.status, asset.mime, asset.height], ['ready', 'image/png', 20])
  await live('DELETE', `/v1/media/${asset.id}`)
})

test('a compressed body is not decompressed', async () => {
  origin.answers['/packed'] = (_request, response) =>
    response
      .writeHead(200, { 'content-encoding': 'gzip', 'content-type': 'image/png' })
      .end(Buffer.from('1f8b08000000', 'hex'))
  await fails('/packed', 'unsupported_type')
})

test('a picture that would decode to too many pixels is refused by its header', async () => {
  origin.answers['/bomb.png'] = png(65_000, 65_000)
  await fails('/bomb.png', 'malformed_file', /65000 x 65000/)
})

test('an empty body, a missing file and a refusal are reported', async () => {
  origin.answers['/empty'] = Buffer.alloc(0)
  await fails('/empty', 'empty_file')
  await fails('/nowhere', 'http_status', /404/)
  origin.answers['/refused'] = (_request, response) => response.writeHead(403).end()
  await fails('/refused', 'http_status', /403/)
})

test('a redirect to a private address is not followed, and loops end', async () => {
  for (const [name, to] of [
    ['metadata', 'http://169.254.169.254/latest'],
    ['private', 'http://10.0.0.1/x.png'],
    ['file', 'file:///etc/passwd'],
    ['user', 'http://me:secret@example.com/'],
  ] as const) {
    origin.answers[`/to-${name}`] = (_request, response) => response.writeHead(302, { location: to }).end()
    await fails(`/to-${name}`, name === 'file' || name === 'user' ? 'bad_url' : 'blocked_address')
  }
  origin.answers['/loop'] = (_request, response) => response.writeHead(302, { location: '/loop' }).end()
  await fails('/loop', 'too_many_redirects')
  assert.equal(origin.asked.filter((path) => path === '/loop').length, 6)
  origin.answers['/good'] = png(3, 4)
  origin.answers['/hop'] = (_request, response) => response.writeHead(301, { location: '/good' }).end()
  const asset = await ingest('/hop')
  assert.equal(asset.status, 'ready')
  await live('DELETE', `/v1/media/${asset.id}`)
})

test('a private address is refused before anything is stored', async () => {
  for (const url of [
    'http://10.0.0.1/x.png',
    'http://169.254.169.254/',
    'ftp://example.com/x.png',
    'nonsense',
    'http://user:pass@example.com/',
  ]) {
    const { status, body } = await live('POST', '/v1/media', { url })
    assert.deepEqual([status, body.detail?.[0].loc], [422, ['body', 'url']], url)
  }
})

/** Asserts that the asset is retried after each failure and has failed after the fourth attempt. */
async function failsInTheEnd(path: string, code: string) {
  const { id } = (await live('POST', '/v1/media', { url: `${origin.url}${path}` })).body
  await queue.idle()
  const first = await get(id)
  assert.deepEqual([first.status, first.validation.error?.code], ['pending', code])
  for (let attempt = 2; attempt <= 4; attempt++) {
    ctx.clock.advance(300_000)
    await live('GET', '/v1/media')
    await until(`attempt ${attempt}`, () => origin.asked.filter((asked) => asked === path).length === attempt)
    await queue.idle()
  }
  const last = await get(id)
  assert.deepEqual([last.status, last.validation.error?.code], ['failed', code])
  ctx.clock.advance(3_600_000)
  await sweepLeftovers(ctx)
  assert.deepEqual(files(), [])
}

test('a body longer or shorter than announced is never accepted as the file', async () => {
  origin.answers['/short'] = (_request, response) => {
    response.writeHead(200, { 'content-length': '100000' })
    response.write(png(10, 10), () => response.destroy())
  }
  await failsInTheEnd('/short', 'connect_failed')
  origin.answers['/cut.mp4'] = (_request, response) => {
    const film = Buffer.concat([movieStart(), movieIndex(), movieData(50_000), CHUNK])
    response.socket?.end(Buffer.concat([Buffer.from('HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\n'), film]))
  }
  await fails('/cut.mp4', 'malformed_file', /truncated/)
})

test('a broken connection is retried and the asset becomes ready once', async () => {
  let requests = 0
  const whole = Buffer.concat([png(30, 40), Buffer.alloc(500_000)])
  origin.answers['/breaks'] = (_request, response) => {
    if (++requests > 1) return response.end(whole)
    response.writeHead(200, { 'transfer-encoding': 'chunked' })
    return response.write(whole.subarray(0, 100_000), () => response.socket?.resetAndDestroy())
  }
  const { id } = (await live('POST', '/v1/media', { url: `${origin.url}/breaks` })).body
  await queue.idle()
  const first = await get(id)
  assert.deepEqual([first.status, first.validation.error?.code], ['pending', 'connect_failed'])
  ctx.clock.advance(10_000)
  await until('the file', async () => (await get(id)).status === 'ready')
  await sweepLeftovers(ctx)
  const asset = await get(id)
  assert.deepEqual([asset.width, asset.bytes_size, asset.validation.error], [30, whole.length, undefined])
  assert.deepEqual(files(), [asset.storage_key])
  await live('DELETE', `/v1/media/${id}`)
})

test('a source that sends byte by byte is abandoned at the deadline', async () => {
  origin.answers['/drip'] = async (_request, response) => {
    for (const byte of png(10, 10)) {
      if (response.destroyed) return
      response.write(Buffer.from([byte]))
      await sleep(400)
    }
  }
  const asset = await ingest('/drip')
  assert.deepEqual([asset.status, asset.validation.error?.code], ['pending', 'timeout'])
  await live('DELETE', `/v1/media/${asset.id}`)
})

test('a failing source is retried', async () => {
  for (const status of [500, 503, 429]) {
    origin.answers[`/${status}`] = (_request, response) => response.writeHead(status).end()
    const asset = await ingest(`/${status}`)
    assert.deepEqual([asset.status, asset.validation.error?.code], ['pending', 'http_status'])
    await live('DELETE', `/v1/media/${asset.id}`)
  }
})

test('a disk that cannot be written is our failure: retried, reported without detail', async () => {
  origin.answers['/good'] = png(3, 4)
  const { storage } = ctx
  Object.assign(ctx, { storage: { ...storage, write: () => Promise.reject(new Error('ENOSPC /secret/path')) } })
  const asset = await ingest('/good').finally(() => Object.assign(ctx, { storage }))
  assert.deepEqual([asset.status, asset.validation.error?.code], ['pending', 'not_stored'])
  assert.doesNotMatch(JSON.stringify(asset), /secret/)
  await live('DELETE', `/v1/media/${asset.id}`)
})
