import assert from 'node:assert/strict'
import { test } from 'node:test'
import { array, asyncProperty, assert as checkProperty, constantFrom, nat, tuple } from 'fast-check'
import { connector as mastodon } from '../../../../src/connectors/mastodon/connector.ts'
import { detectTruncation } from '../../../../src/domains/social/media/file/detect-truncation.ts'
import { type FileMetadata, readFacts } from '../../../../src/domains/social/media/file/metadata.ts'
import { createReader, MalformedFile } from '../../../../src/domains/social/media/file/reader.ts'
import { type Mime, sniff } from '../../../../src/domains/social/media/file/sniff.ts'
import { checkPlatforms } from '../../../../src/domains/social/media/storing/describe.ts'
import {
  gif,
  jpeg,
  movie,
  movieData,
  movieIndex,
  movieStart,
  pdf,
  png,
  webm,
  webp,
} from '../../../support/media-samples.ts'

function createCountingReader(file: Buffer) {
  let fetches = 0
  const reader = createReader(file.length, async (start, end) => {
    fetches++
    return file.subarray(start, end + 1)
  })
  return { reader, fetches: () => fetches }
}

async function readFileFacts(file: Buffer): Promise<[Mime | undefined, ...(number | null)[]]> {
  const mime = await sniff(file)
  if (!mime) return [undefined]
  const { width, height, seconds } = await readFacts(mime, createCountingReader(file).reader)
  return [mime, width, height, seconds]
}

test('type, size and duration are read from the structure of every kind of file', async () => {
  assert.deepEqual(await readFileFacts(png(640, 480)), ['image/png', 640, 480, null])
  assert.deepEqual(await readFileFacts(gif(320, 200)), ['image/gif', 320, 200, null])
  assert.deepEqual(await readFileFacts(jpeg(1600, 1200)), ['image/jpeg', 1600, 1200, null])
  for (const kind of ['VP8 ', 'VP8L', 'VP8X'] as const)
    assert.deepEqual(await readFileFacts(webp(kind, 801, 1203)), ['image/webp', 801, 1203, null], kind)
  assert.deepEqual(await readFileFacts(movie()), ['video/mp4', 1280, 720, 12.5])
  assert.deepEqual(await readFileFacts(movie({ brand: 'qt  ', isLong: true })), ['video/quicktime', 1280, 720, 12.5])
  assert.deepEqual(await readFileFacts(movie().subarray(movieStart().length)), ['video/quicktime', 1280, 720, 12.5])
  assert.deepEqual(await readFileFacts(webm(1920, 1080, { seconds: 3.25 })), ['video/webm', 1920, 1080, 3.25])
  assert.deepEqual(await readFileFacts(pdf), ['application/pdf', null, null, null])
})

test('the size of a picture is its displayed size, after its orientation', async () => {
  for (const orientation of [1, 2, 3, 4])
    assert.deepEqual((await readFileFacts(jpeg(400, 300, { orientation })))[1], 400)
  for (const orientation of [5, 6, 7, 8])
    assert.deepEqual((await readFileFacts(jpeg(400, 300, { orientation })))[1], 300)
  assert.deepEqual(await readFileFacts(movie({ isTurned: true })), ['video/mp4', 720, 1280, 12.5])
})

test('metadata far into a file is found without reading all of it', async () => {
  const long = movie({ isIndexLast: true, mdatBytes: 30_000_000 })
  const { reader, fetches } = createCountingReader(long)
  assert.equal((await readFacts('video/mp4', reader)).width, 1280)
  assert.ok(fetches() <= 3, `${fetches()} reads`)
  assert.deepEqual(await readFileFacts(jpeg(90, 60, { orientation: 6, padding: 700_000 })), [
    'image/jpeg',
    60,
    90,
    null,
  ])
})

test('a duration that the file does not contain is unknown', async () => {
  assert.deepEqual(await readFileFacts(webm(640, 360, { isOpen: true })), ['video/webm', 640, 360, null])
  assert.deepEqual(await readFileFacts(movie({ seconds: 0 })), ['video/mp4', 1280, 720, null])
  assert.deepEqual(await readFileFacts(movie({ seconds: 0, fragmentSeconds: 40 })), ['video/mp4', 1280, 720, 40])
})

test('other files are not mistaken for media', async () => {
  const others = [
    '<html><script>alert(1)</script>',
    '<svg xmlns="http://www.w3.org/2000/svg"/>',
    'PK\x03\x04zip',
    '\x1f\x8b\x08gzip',
    'MZ',
    '\0\0\0\x18ftypheic',
    '\0\0\0\x18ftypavif',
    '\0\0\0\x18ftypM4A ',
    '',
  ]
  for (const text of others) assert.equal(await sniff(Buffer.from(text, 'latin1')), undefined, text)
  assert.equal(await sniff(webm(1, 1, { docType: 'matroska' })), undefined)
})

const broken: Record<string, Buffer> = {
  'a PNG of 60000 x 60000': png(60_000, 60_000),
  'a PNG with zero height': png(10, 0),
  'a GIF of an unknown version': Buffer.concat([Buffer.from('GIF88a'), gif(10, 10).subarray(6)]),
  'a PNG that is cut off': png(10, 10).subarray(0, 15),
  'a JPEG without a picture': Buffer.from('ffd8ffe000040000ffda', 'hex'),
  'a JPEG that is cut off': jpeg(10, 10).subarray(0, 24),
  'a WebP that is cut off': webp('VP8X', 10, 10).subarray(0, 25),
  'a movie whose pictures are cut off': movie().subarray(0, 50_000),
  'a movie that was never finished': Buffer.concat([movieStart(), movieData(10), Buffer.alloc(10)]),
  'a movie without a picture': movie({ hasVideo: false }),
  'a box smaller than its own header': Buffer.concat([movieStart(), Buffer.from([0, 0, 0, 4]), Buffer.from('free')]),
  'a movie of a million empty boxes': Buffer.concat([
    movieStart(),
    ...Array(1_000_000).fill(Buffer.from('\0\0\0\x08free', 'latin1')),
    movieIndex(),
  ]),
  'a WebM that is cut off': webm(10, 10).subarray(0, 80),
}
for (const [what, file] of Object.entries(broken))
  test(`${what} is refused with a reason`, async () => {
    await assert.rejects(readFileFacts(file), MalformedFile)
  })

test('whatever the bytes, the readers fail in no other way and finish quickly', async () => {
  const heads = [
    png(9, 9),
    jpeg(9, 9, { orientation: 6 }),
    gif(9, 9),
    webp('VP8L', 9, 9),
    movie({ mdatBytes: 50 }),
    webm(9, 9, { seconds: 1 }),
  ]
  const mutated = tuple(
    constantFrom(...heads),
    array(tuple(nat(), nat(255)), { minLength: 1, maxLength: 8 }),
    nat(),
  ).map(([file, changes, cut]) => {
    const bytes = Buffer.from(file)
    for (const [at, value] of changes) bytes[at % bytes.length] = value
    return bytes.subarray(0, cut % 4 === 0 ? cut % bytes.length : bytes.length)
  })
  await checkProperty(
    asyncProperty(mutated, async (file) => {
      await readFileFacts(file).catch((error: unknown) => assert.ok(error instanceof MalformedFile, String(error)))
    }),
    { numRuns: process.env['LONG'] ? 50_000 : 1500 },
  )
})

const measured = (mime: Mime, bytes: number, facts: Partial<FileMetadata> = {}) =>
  checkPlatforms({ mime, bytes, width: 1000, height: 1000, seconds: null, ...facts })
const rules = (verdict: ReturnType<typeof checkPlatforms>[string] | undefined) =>
  verdict?.reasons.map(({ rule }) => rule)

test('each platform says whether it accepts the file, and names the rules that it breaks', () => {
  const photo = measured('image/png', 3_000_000)
  assert.deepEqual(rules(photo['mastodon']), [])
  assert.deepEqual(rules(photo['bluesky']), ['bluesky.image.max_bytes'])
  assert.deepEqual(photo['instagram'], {
    accepted: false,
    reasons: [{ rule: 'instagram.media.type', detail: 'image/png is not accepted.' }],
  })
  assert.deepEqual(rules(measured('image/jpeg', 1000, { width: 3000 })['instagram']), ['instagram.image.ratio'])
  assert.deepEqual(rules(measured('image/jpeg', 1000, { width: 200 })['google_business']), [
    'google_business.image.min_bytes',
    'google_business.image.min_side',
  ])
  assert.deepEqual(rules(measured('video/mp4', 1000, { seconds: 141 })['x']), ['x.video.max_duration'])
  assert.deepEqual(rules(measured('video/mp4', 1000)['x']), [])
  assert.deepEqual(rules(measured('image/jpeg', 1000, { width: 9000, height: 5000 })['linkedin']), [
    'linkedin.image.max_pixels',
  ])
  assert.deepEqual(rules(measured('application/pdf', 1000, { width: null, height: null })['linkedin']), [])
})

test('a platform with a connector checks a file by the rules for a post with it', () => {
  const most = mastodon.platform.limits.image?.bytesMax ?? 0
  assert.equal(most, 16_777_216)
  const [fits, not] = [most, most + 1].map((bytes) => measured('image/png', bytes)['mastodon'])
  assert.deepEqual([fits?.accepted, rules(not)], [true, ['mastodon.image.max_bytes']])
  assert.deepEqual(rules(measured('image/png', 9_000_000)['sandbox']), ['sandbox.image.max_bytes'])
})

test('the end of a picture is found in pieces of any size, and hostile pieces take no long time', () => {
  for (const [mime, whole] of [
    ['image/jpeg', jpeg(40, 30, { orientation: 6, padding: 70_000 })],
    ['image/png', png(40, 30)],
    ['image/gif', gif(40, 30)],
  ] as const)
    for (const size of [1, 3, 1000]) {
      const ending = detectTruncation(mime)
      for (let at = 0; at < whole.length; at += size) {
        assert.throws(() => ending.assertSeen(), MalformedFile)
        ending.see(whole.subarray(at, at + size))
      }
      ending.assertSeen()
    }
  for (const [mime, head, repeated] of [
    ['image/jpeg', 'ffd8', 'ffe20002'],
    ['image/png', '89504e470d0a1a0a', '000000004944415400000000'],
    ['image/gif', '474946383961010001000000002100', '0107'],
  ] as const) {
    const ending = detectTruncation(mime)
    ending.see(Buffer.from(head, 'hex'))
    const piece = Buffer.alloc(262_140, Buffer.from(repeated, 'hex'))
    const before = process.cpuUsage()
    for (let n = 0; n < 10; n++) ending.see(piece)
    const { user } = process.cpuUsage(before)
    assert.ok(user < 1_000_000, `${mime}: ${user / 10_000} ms of processor time a piece`)
    assert.throws(() => ending.assertSeen(), MalformedFile)
  }
})
