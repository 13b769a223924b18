import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { buffer } from 'node:stream/consumers'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { sweepLeftovers } from '../server/src/domains/social/media/cleanup.ts'
import { createS3Storage } from '../server/src/kit/storage/s3.ts'
import { MissingObject, type Storage } from '../server/src/kit/storage/storage.ts'
import { atEnd } from '../server/test/support/harness.ts'
import { jpeg, movie } from '../server/test/support/media-samples.ts'
import { bootWithMedia } from '../server/test/support/media-world.ts'
import { ACCESS_KEY_ID, SECRET_ACCESS_KEY, startSwift, swift } from './swift.ts'

const { skip } = swift
const BUCKET = 'media'
const store = await startSwift(BUCKET)
const options = {
  bucket: BUCKET,
  region: 'us-east-1',
  endpoint: store.url,
  accessKeyId: ACCESS_KEY_ID,
  secretAccessKey: SECRET_ACCESS_KEY,
}
const storage = createS3Storage(options)

async function* inPieces(bytes: Buffer, size = 60_000): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}
const read = async (...args: Parameters<Storage['read']>) => buffer(await storage.read(...args))
const contentType = async (key: string) => (await store.call(`${BUCKET}/${key}`, 'HEAD')).headers.get('content-type')
const parts = () => store.list(`${BUCKET}%2Bsegments`)

test('a streamed object is read back byte for byte, whole and in part', { skip }, async () => {
  const small = Buffer.from('a few bytes')
  const large = Buffer.alloc(20_000_000, 'not all the same ')
  for (const [key, bytes] of [
    ['ws/a/small', small],
    ['ws/a/large', large],
  ] as const) {
    await storage.write(key, inPieces(bytes), { contentType: 'video/mp4' })
    assert.ok((await read(key)).equals(bytes), key)
    assert.ok((await read(key, { start: 3, end: 9 })).equals(bytes.subarray(3, 10)), key)
    assert.equal(await contentType(key), 'video/mp4')
  }
  const { start, end } = { start: 8_388_600, end: 8_388_700 }
  assert.ok(
    (await read('ws/a/large', { start, end })).equals(large.subarray(start, end + 1)),
    'over the seam of two parts',
  )
  for (const key of ['ws/a/small', 'ws/a/large']) await storage.remove(key)
  assert.deepEqual([await store.list(BUCKET), await parts()], [[], []])
})

test('a key that was never written is missing, and removing it is not an error', { skip }, async () => {
  await assert.rejects(storage.read('ws/a/never'), MissingObject)
  await storage.remove('ws/a/never')
})

test('an interrupted write leaves nothing behind', { skip }, async () => {
  const breaks = async function* () {
    yield* inPieces(Buffer.alloc(10_000_000))
    throw new Error('the source broke')
  }
  await assert.rejects(storage.write('ws/a/broken', breaks(), { contentType: 'image/png' }), /the source broke/)
  await assert.rejects(storage.read('ws/a/broken'), MissingObject)
  assert.deepEqual([await store.list(BUCKET), await parts()], [[], []])
})

test('removing a key also removes the parts that a killed writer left', { skip }, async () => {
  const program = `
    import { createS3Storage } from ${JSON.stringify(new URL('../server/src/kit/storage/s3.ts', import.meta.url).href)}
    const endless = async function* () {
      for (let n = 0; ; n++) {
        yield Buffer.alloc(1 << 20)
        if (n > 20) await new Promise((resolve) => setTimeout(resolve, 1e9))
      }
    }
    await createS3Storage(${JSON.stringify(options)}).write('ws/a/killed', endless(), { contentType: 'video/mp4' })`
  const writer = spawn(process.execPath, ['--input-type=module', '-e', program], { stdio: 'inherit' })
  atEnd(() => writer.kill('SIGKILL'))
  const written = async () => (await parts()).filter((name) => /\/\d+$/.test(name)).length
  for (let tries = 0; tries < 600 && (await written()) < 2; tries++) await sleep(50)
  assert.ok((await written()) >= 2)
  writer.kill('SIGKILL')
  await once(writer, 'exit')
  await storage.remove('ws/a/killed')
  assert.deepEqual([await store.list(BUCKET), await parts()], [[], []])
})

test('a wrong secret stores nothing', { skip }, async () => {
  const stranger = createS3Storage({ ...options, secretAccessKey: 'guessed' })
  await assert.rejects(stranger.write('ws/a/foreign', inPieces(Buffer.from('x')), { contentType: 'image/png' }), {
    name: 'SignatureDoesNotMatch',
  })
  assert.deepEqual(await store.list(BUCKET), [])
})

test('media is stored in the bucket, described there, served by its public URL and deleted with its asset', {
  skip,
}, async () => {
  const world = await bootWithMedia({
    env: {
      MEDIA_S3_BUCKET: BUCKET,
      MEDIA_S3_ENDPOINT: store.url,
      MEDIA_S3_ACCESS_KEY_ID: ACCESS_KEY_ID,
      MEDIA_S3_SECRET_ACCESS_KEY: SECRET_ACCESS_KEY,
    },
  })
  const film = movie({ isIndexLast: true, mdatBytes: 17_000_000 })
  const photo = jpeg(800, 600, { orientation: 6 })
  Object.assign(world.origin.answers, { '/film': film, '/photo': photo })
  const [shot, take] = [await world.ingest('/photo'), await world.ingest('/film')]
  assert.deepEqual([shot.status, shot.width, shot.height], ['ready', 600, 800], JSON.stringify(shot.validation.error))
  assert.deepEqual(
    [take.status, take.width, take.duration_s],
    ['ready', 1280, 12.5],
    JSON.stringify(take.validation.error),
  )
  assert.deepEqual(new Set(await store.list(BUCKET)), new Set([shot.storage_key, take.storage_key]))
  const whole = await fetch(world.reach(take.public_url))
  assert.ok(Buffer.from(await whole.arrayBuffer()).equals(film))
  const part = await fetch(world.reach(take.public_url), { headers: { range: 'bytes=-100' } })
  assert.equal(part.status, 206)
  assert.ok(Buffer.from(await part.arrayBuffer()).equals(film.subarray(-100)))
  for (const { id } of [shot, take]) assert.equal((await world.live('DELETE', `/v1/media/${id}`)).status, 200)
  await sweepLeftovers(world.ctx)
  assert.deepEqual([await store.list(BUCKET), await parts()], [[], []])
})
