import assert from 'node:assert/strict'
import { request as sendRequest } from 'node:http'
import { test } from 'node:test'
import { sweepLeftovers } from '../../../../src/domains/social/media/cleanup.ts'
import { until } from '../../../support/harness.ts'
import { gif, jpeg, movie, png, webp } from '../../../support/media-samples.ts'
import { bootWithMedia } from '../../../support/media-world.ts'

const BYTES_MAX = 3_000_000
const world = await bootWithMedia({
  env: { MEDIA_BYTES_MAX: String(BYTES_MAX), MEDIA_BYTES_PER_WORKSPACE: '8000000' },
})
const { ctx, db, live, get, url, files, ingest, origin } = world
const key = await world.key()
const auth = { authorization: `Bearer ${key}` }

async function upload(body: Uint8Array<ArrayBuffer> | FormData, headers: Record<string, string> = {}) {
  const response = await fetch(`${url}/v1/media`, {
    method: 'POST',
    headers: { ...auth, ...headers },
    body,
    ...({ duplex: 'half' } as object),
  })
  return { status: response.status, headers: response.headers, body: JSON.parse(await response.text()) }
}

const raw = (bytes: Buffer, type = 'image/png', headers = {}) =>
  upload(new Uint8Array(bytes), { 'content-type': type, ...headers })
const form = (bytes: Buffer, part = 'file', name = 'harbour at night.png') => {
  const data = new FormData()
  data.set(part, new Blob([new Uint8Array(bytes)]), name)
  return upload(data)
}

/** Asserts that nothing is left of a refused file: no bytes, no row, and no usage. */
async function leavesNothing(work: () => Promise<void>) {
  const isClean = async () => (await db`select from media_leftovers`).length === 0
  await until('the removal of what was deleted', isClean)
  const before = [files().length, (await live('GET', '/v1/media/usage')).body.bytes_used]
  await work()
  await sweepLeftovers(ctx)
  assert.deepEqual([files().length, (await live('GET', '/v1/media/usage')).body.bytes_used], before)
  assert.ok(await isClean())
}

test('bytes sent as the body or in a form are ready in the response, described as if fetched', async () => {
  await live('POST', '/v1/webhooks', { url: origin.url, events: ['media.ready'] })
  const whole = Buffer.concat([png(30, 40), Buffer.alloc(500_000, 7)])
  origin.answers['/same.png'] = whole
  const fetched = await ingest('/same.png')
  for (const reply of [await raw(whole), await form(whole)]) {
    assert.equal(reply.status, 201, JSON.stringify(reply.body))
    assert.equal(reply.headers.get('location'), `/v1/media/${reply.body.id}`)
    const { id, storage_key, public_url, source_url, created_at, updated_at, ...same } = reply.body
    const { id: _id, storage_key: _key, public_url: _url, source_url: _source, ...other } = fetched
    const { created_at: _created, updated_at: _updated, ...facts } = other
    assert.deepEqual(same, facts)
    assert.match(source_url, /^upload:/)
    const read = await fetch(world.reach(public_url))
    assert.ok(Buffer.from(await read.arrayBuffer()).equals(whole))
    assert.equal((await get(id)).status, 'ready')
    assert.ok(storage_key && created_at && updated_at)
    const events = await db`select from webhook_events where body like ${`%${id}%`}`
    assert.equal(events.length, 1)
  }
  const { data } = (await live('GET', '/v1/media')).body
  assert.equal(data[0].source_url, 'upload:harbour%20at%20night.png')
  for (const { id } of data) await live('DELETE', `/v1/media/${id}`)
})

test('a file that is too large, empty, of another type, damaged or cut short is refused, and nothing of it remains', async () => {
  await leavesNothing(async () => {
    const large = Buffer.concat([png(10, 10), Buffer.alloc(BYTES_MAX)])
    assert.deepEqual([(await raw(large)).status, (await form(large)).status], [413, 413])
    for (const [bytes, code] of [
      [Buffer.from('<html></html>'), 'unsupported_type'],
      [png(65_000, 65_000), 'malformed_file'],
      [jpeg(10, 10).subarray(0, -2), 'malformed_file'],
      [movie().subarray(0, -100), 'malformed_file'],
    ] as const)
      for (const reply of [await raw(bytes, 'application/octet-stream'), await form(bytes)]) {
        assert.deepEqual([reply.status, reply.body.detail[0].loc], [422, ['body', 'file']], code)
        assert.equal(reply.body.detail[0].ctx.code, code)
      }
  })
})

test('a form without a file named file, with more parts, or that ends too early is refused', async () => {
  await leavesNothing(async () => {
    const other = await form(png(1, 1), 'picture')
    assert.deepEqual([other.status, other.body.detail[0].type], [422, 'extra_forbidden'])
    const empty = await upload(new FormData())
    assert.equal(empty.status, 422, JSON.stringify(empty.body))
    const two = new FormData()
    two.set('file', new Blob([new Uint8Array(png(1, 1))]), 'a.png')
    two.set('alt', 'text')
    assert.equal((await upload(two)).status, 422)
    const type = 'multipart/form-data; boundary=xx'
    const head = Buffer.from('--xx\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n\r\n')
    const cut = await raw(Buffer.concat([head, png(30, 40)]), type)
    assert.deepEqual([cut.status, cut.body.code], [400, 'bad_request'])
    assert.equal((await raw(png(1, 1), 'multipart/form-data')).status, 400, 'no boundary')
  })
})

test('an interrupted upload leaves nothing', async () => {
  await leavesNothing(async () => {
    const type = { 'content-type': 'image/png', 'content-length': '1000000' }
    const sending = sendRequest(`${url}/v1/media`, { method: 'POST', headers: { ...auth, ...type } })
    sending.on('error', () => {})
    sending.write(Buffer.concat([png(10, 10), Buffer.alloc(200_000)]))
    await until('the first bytes', async () => (await db`select from media_leftovers where bytes > 0`).length === 1)
    sending.destroy()
    await until('the end', async () => (await db`select from media_leftovers`).length === 0)
  })
})

test('concurrent files cannot exceed the quota together, whether their length is announced or not', async () => {
  const whole = Buffer.concat([png(30, 40), Buffer.alloc(2_900_000)])
  const [one, two] = [await raw(whole), await raw(whole)]
  await leavesNothing(async () => {
    for (const reply of [await raw(whole), await form(whole)])
      assert.deepEqual([reply.status, reply.body.code], [409, 'media_quota_exceeded'])
  })
  for (const { body } of [one, two]) assert.equal((await live('DELETE', `/v1/media/${body.id}`)).status, 200)
})

test('the same Idempotency-Key returns the same asset, and stores one', async () => {
  const headers = { 'idempotency-key': 'upload-1' }
  const first = await raw(png(5, 6), 'image/png', headers)
  const again = await raw(png(5, 6), 'image/png', headers)
  assert.deepEqual([again.status, again.body, again.headers.get('idempotency-replayed')], [201, first.body, 'true'])
  const other = await raw(Buffer.concat([png(5, 6), Buffer.alloc(9)]), 'image/png', headers)
  assert.deepEqual([other.status, other.body.code], [422, 'idempotency_key_reused'])
  await live('DELETE', `/v1/media/${first.body.id}`)
})

test('a test key gets the example and stores nothing; other body types are still refused', async () => {
  await leavesNothing(async () => {
    const reply = await fetch(`${url}/v1/media`, {
      method: 'POST',
      headers: { authorization: `Bearer ${await world.key({ mode: 'test' })}`, 'content-type': 'image/png' },
      body: new Uint8Array(png(1, 1)),
    })
    const body = (await reply.json()) as { status: string; source_url: string }
    assert.deepEqual([reply.status, body.status, body.source_url], [201, 'ready', 'upload:'])
    assert.equal((await raw(png(1, 1), 'text/plain')).status, 422)
  })
})

test('a picture that was cut short is never ready, wherever it was cut', async () => {
  const pictures = { jpg: jpeg(40, 30), png: png(40, 30), gif: gif(40, 30), webp: webp('VP8L', 40, 30) }
  for (const [name, whole] of Object.entries(pictures)) {
    const ready = await raw(whole, 'application/octet-stream')
    assert.equal(ready.status, 201, `${name}: ${JSON.stringify(ready.body)}`)
    await live('DELETE', `/v1/media/${ready.body.id}`)
    for (const left of [whole.length - 1, whole.length - 3]) {
      const cut = await raw(whole.subarray(0, left), 'application/octet-stream')
      assert.equal(cut.status, 422, `${name} cut to ${left} bytes`)
    }
    origin.answers[`/cut.${name}`] = whole.subarray(0, -1)
    const asset = await ingest(`/cut.${name}`)
    assert.deepEqual([asset.status, asset.validation.error?.code], ['failed', 'malformed_file'], name)
  }
})
