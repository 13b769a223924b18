import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deleteUnusedMedia, sweepLeftovers } from '../../../../src/domains/social/media/cleanup.ts'
import { startBucket } from '../../../support/fake-s3.ts'
import { jpeg, png } from '../../../support/media-samples.ts'
import { bootWithMedia } from '../../../support/media-world.ts'

const world = await bootWithMedia({ env: { MEDIA_BYTES_MAX: '3000000', MEDIA_BYTES_PER_WORKSPACE: '4000000' } })
const { ctx, live, get, files, queue } = world
const whole = Buffer.concat([png(30, 40), Buffer.alloc(1_500_000, 7)])
const usage = async () => (await live('GET', '/v1/media/usage')).body.bytes_used

async function createUpload(bytes_size = whole.length, more = {}) {
  const reply = await live('POST', '/v1/media/uploads', { bytes_size, filename: 'harbour.png', ...more })
  assert.equal(reply.status, 201, reply.text)
  return reply.body as { id: string; url: string; method: string; expires_at: string; media: { status: string } }
}

async function put(url: string, bytes: Buffer, headers = {}) {
  const response = await fetch(url, { method: 'PUT', body: new Uint8Array(bytes), headers })
  return { status: response.status, text: await response.text() }
}

const complete = (id: string) => live('POST', `/v1/media/${id}/complete`)

test('a file uploaded to an upload URL is ready after completion, and counts once', async () => {
  const before = await usage()
  const upload = await createUpload()
  assert.deepEqual([upload.method, upload.media.status], ['PUT', 'pending'])
  assert.equal(await usage(), before + 4096 + whole.length, 'counted before it is there')
  const early = await complete(upload.id)
  assert.deepEqual([early.status, early.body.code], [409, 'wrong_state'])
  for (const headers of [{}, { 'content-type': 'image/png' }])
    assert.equal((await put(world.reach(upload.url), whole, headers)).status, 200)
  assert.equal((await complete(upload.id)).status, 200)
  await queue.idle()
  const asset = await get(upload.id)
  assert.deepEqual([asset.status, asset.width, asset.bytes_size], ['ready', 30, whole.length])
  assert.equal(asset.source_url, 'upload:harbour.png')
  assert.deepEqual((await complete(upload.id)).body.status, 'ready', 'a repeat changes nothing')
  assert.equal(await usage(), before + 4096 + whole.length)
  assert.deepEqual(files(), [asset.storage_key])
  assert.equal((await put(world.reach(upload.url), whole)).status, 404, 'what was checked cannot be exchanged')
  const read = await fetch(world.reach(asset.public_url))
  assert.ok(Buffer.from(await read.arrayBuffer()).equals(whole))
  await live('DELETE', `/v1/media/${upload.id}`)
})

test('an upload URL accepts only the announced length, without a key, until it expires', async () => {
  const upload = await createUpload(1000)
  for (const length of [999, 1001]) {
    const { status, text } = await put(world.reach(upload.url), whole.subarray(0, length))
    assert.equal(status, 422, text)
  }
  assert.equal((await put(`${world.reach(upload.url)}x`, whole)).status, 404)
  const other = await createUpload(1000)
  const mixed = world.reach(upload.url).replace(upload.id, other.id)
  assert.equal((await put(mixed, whole.subarray(0, 1000))).status, 404, 'a token is for one asset')
  const asRead = (await fetch(world.reach(upload.url))).status
  assert.equal(asRead, 404, 'nothing can be read with it')
  ctx.clock.advance(3_601_000)
  assert.equal((await put(world.reach(upload.url), whole.subarray(0, 1000))).status, 404)
  for (const { id } of [upload, other]) await live('DELETE', `/v1/media/${id}`)
  ctx.clock.advance(3_600_000)
  await sweepLeftovers(ctx)
  assert.deepEqual(files(), [])
})

test('a file that is not a picture, or is cut short, fails after completion, and nothing of it remains', async () => {
  const cut = jpeg(10, 10).subarray(0, -2)
  const upload = await createUpload(cut.length)
  await put(world.reach(upload.url), cut)
  await complete(upload.id)
  await queue.idle()
  const asset = await get(upload.id)
  assert.deepEqual([asset.status, asset.validation.error?.code], ['failed', 'malformed_file'])
  assert.deepEqual(files(), [])
  await live('DELETE', `/v1/media/${upload.id}`)
})

test('an upload that is too large, exceeds the quota or was never completed is refused', async () => {
  const large = await live('POST', '/v1/media/uploads', { bytes_size: 3_000_001 })
  assert.deepEqual([large.status, large.body.detail[0].loc], [422, ['body', 'bytes_size']])
  const upload = await createUpload(2_500_000)
  const full = await live('POST', '/v1/media/uploads', { bytes_size: 2_500_000 })
  assert.deepEqual([full.status, full.body.code], [409, 'media_quota_exceeded'])
  ctx.clock.advance(26 * 3_600_000)
  await deleteUnusedMedia(ctx)
  await sweepLeftovers(ctx)
  assert.equal((await get(upload.id)).validation.error?.code, 'abandoned')
  assert.equal(await usage(), 4096)
  const fetched = (await live('POST', '/v1/media', { url: `${world.origin.url}/none` })).body.id
  assert.equal((await complete(fetched)).body.code, 'wrong_state', 'not an upload')
})

test('with a bucket the upload URL is in the bucket, with its length signed, and the file is copied on completion', async () => {
  const bucket = await startBucket()
  const env = {
    MEDIA_S3_BUCKET: 'pictures',
    MEDIA_S3_ENDPOINT: bucket.url,
    MEDIA_S3_ACCESS_KEY_ID: 'example',
    MEDIA_S3_SECRET_ACCESS_KEY: 'example-secret',
  }
  const other = await bootWithMedia({ env })
  const { body: upload } = await other.live('POST', '/v1/media/uploads', { bytes_size: whole.length })
  assert.ok(upload.url.startsWith(`${bucket.url}/pictures/`), upload.url)
  assert.match(new URL(upload.url).searchParams.get('X-Amz-SignedHeaders') ?? '', /content-length/)
  assert.doesNotMatch(upload.url, /example-secret/)
  assert.equal((await other.live('POST', `/v1/media/${upload.id}/complete`)).status, 409)
  assert.equal((await put(upload.url, whole)).status, 200)
  assert.equal((await other.live('POST', `/v1/media/${upload.id}/complete`)).status, 200)
  await other.queue.idle()
  const asset = await other.get(upload.id)
  assert.equal(asset.status, 'ready', JSON.stringify(asset.validation))
  assert.deepEqual([...bucket.objects.keys()], [`/pictures/${asset.storage_key}`])
  const read = await fetch(other.reach(asset.public_url))
  assert.ok(Buffer.from(await read.arrayBuffer()).equals(whole))
})
