import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { PlatformError } from '../../src/connectors/platform-error.ts'
import type { CommittedAttempt, Finding } from '../../src/connectors/publish.ts'
import type { Http, Session, UnexpectedShape } from '../../src/connectors/session.ts'
import { CALLS } from '../../src/connectors/youtube/api.ts'
import { connector as youtube } from '../../src/connectors/youtube/connector.ts'
import { countSecondsToPacificMidnight } from '../../src/connectors/youtube/errors.ts'
import { changeResponses, isRequestFrom } from '../support/connectors/google_business.ts'
import { catchPlatformError, videoFile } from '../support/connectors/loopback.ts'
import { createAttempt, prepare, startYouTube } from '../support/connectors/youtube.ts'

const { publish, comments } = youtube
assert.ok(publish?.find && comments)
const { find } = publish
const { fake, signIn } = await startYouTube()

const upload = async (session: Session, text: string, options = {}) =>
  publish.mutate(session, await prepare(session, createAttempt(text, options)))
const listChannelVideos = ({ entity }: Session) =>
  [...fake.videos.values()].filter(({ channel }) => channel === entity.externalId)
const listChannelUploads = ({ entity }: Session) =>
  [...fake.uploads.values()].filter(({ channel }) => channel === entity.externalId)
const rules = (text: string, options: object, changes = {}, metadata = {}) =>
  youtube
    .validate(
      { text, media: [videoFile(changes)], options: options as Record<string, unknown> },
      { kind: '', metadata },
    )
    .map(({ rule, path }) => `${rule} ${path.at(-1)}`)

test('the address of an upload is stored before a byte is sent, and no video exists before the last piece', async () => {
  const session = await signIn()
  const attempt = createAttempt('Step by step', {}, videoFile({}, 700_000))
  const opened = await publish.prepare(session, attempt, null)
  assert.equal(opened.retryAfterSeconds, 0, 'the address is stored now')
  assert.equal(listChannelUploads(session)[0]?.received.length, 0)
  const sent = await publish.prepare(session, attempt, opened.prepared)
  assert.equal(sent.retryAfterSeconds, undefined)
  assert.equal(listChannelUploads(session)[0]?.received.length, 524_288, 'all but the last piece')
  assert.deepEqual(
    [listChannelVideos(session).length, await find(session, { ...attempt, ...sent })],
    [0, { state: 'absent' }],
  )
  const post = await publish.mutate(session, { ...attempt, ...sent })
  const [video] = listChannelVideos(session)
  assert.deepEqual([post.externalId, post.isProcessing], [video.id, true])
  assert.equal(post.externalUrl, `https://www.youtube.com/watch?v=${video.id}`)
  const file = Buffer.concat(await (await attempt.draft.media[0]!.open()).toArray())
  assert.ok(file.equals(video.bytes), 'byte for byte')
})

test('files of every size arrive whole: below one piece, at its edges, above a chunk', async () => {
  const session = await signIn()
  for (const size of [100, 262_143, 262_144, 262_145, 524_288, 34_000_000]) {
    const attempt = await prepare(session, createAttempt(`Size ${size}`, {}, videoFile({}, size)))
    const { externalId } = await publish.mutate(session, attempt)
    assert.equal(fake.videos.get(externalId).bytes.length, size)
  }
})

/** Simulates a worker that is killed at its n-th request, before or after the request had its effect. */
function killAt(session: Session, at: number, isAfter: boolean): Session {
  let count = 0
  const http: Http = async (request) => {
    const isHere = ++count === at
    if (isHere && !isAfter) throw new Error('killed')
    const reply = await session.http(request)
    if (isHere) throw new Error('killed')
    return reply
  }
  return { ...session, http }
}

/** Publishes as the worker does: stores prepared values when they are returned, and looks for the post of an earlier intent. */
async function publishSurviving(session: Session, attempt: CommittedAttempt, dying: Session): Promise<Finding> {
  let prepared: unknown = null
  let isArmed = false
  for (const worker of [dying, session, session, session, session, session]) {
    try {
      if (isArmed) {
        const finding = await find(session, { ...attempt, prepared })
        if (finding.state !== 'absent') return finding
        isArmed = false
      }
      for (let step; (step = await publish!.prepare(worker, attempt, prepared)); ) {
        prepared = step.prepared
        if (step.retryAfterSeconds === undefined) break
      }
      isArmed = true
      return { state: 'published', post: await publish!.mutate(worker, { ...attempt, prepared }) }
    } catch (error) {
      if (error instanceof PlatformError || (error as Error).message !== 'killed') throw error
    }
  }
  return { state: 'unknown' }
}

test('a worker killed at any request of an upload leaves one video, and sends no byte twice', async () => {
  const session = await signIn()
  for (let at = 1; at <= 4; at++)
    for (const isAfter of [false, true]) {
      const attempt = createAttempt(`Kill ${at} ${isAfter}`)
      const finding = await publishSurviving(session, attempt, killAt(session, at, isAfter))
      assert.equal(finding.state, 'published', `${at} ${isAfter}`)
      const made = listChannelVideos(session).filter(({ snippet }) => snippet.description === attempt.draft.text)
      assert.equal(made.length, 1, `${at} ${isAfter}`)
      assert.equal(made[0].bytes.length, 600_000)
    }
})

test('a chunk that arrived in part is resumed where it broke off', async () => {
  const session = await signIn()
  const attempt = createAttempt('Broken off')
  const opened = await publish.prepare(session, attempt, null)
  fake.takesOnly = 100_000
  const isChunk = ({ headers }: { headers: Record<string, unknown> }) =>
    /^bytes \d/.test(String(headers['content-range']))
  fake.faults.push({
    fault: 'drop_after',
    matches: (request) => isRequestFrom(session, 'PUT')(request) && isChunk(request),
  })
  assert.equal((await catchPlatformError(publish.prepare(session, attempt, opened.prepared))).kind, 'unavailable')
  const prepared = await publish.prepare(session, attempt, opened.prepared)
  await publish.mutate(session, { ...attempt, prepared: prepared.prepared })
  assert.deepEqual([listChannelUploads(session).length, listChannelVideos(session)[0].bytes.length], [1, 600_000])
  const sent = fake.exchanges.filter((one) => isRequestFrom(session, 'PUT')(one) && isChunk(one))
  assert.deepEqual(
    sent.map(({ headers }) => headers['content-range']),
    ['bytes 0-524287/600000', 'bytes 100000-362143/600000', 'bytes 362144-599999/600000'],
  )
})

test('an upload that Google has deleted is opened again, or its video is found among the newest uploads', async () => {
  const session = await signIn()
  const first = createAttempt('Forgotten')
  const opened = await publish.prepare(session, first, null)
  fake.uploads.clear()
  const again = await publish.prepare(session, first, opened.prepared)
  assert.notDeepEqual(again.prepared, opened.prepared)
  await publish.mutate(session, await prepare(session, { ...first, prepared: again.prepared }))
  assert.equal(listChannelVideos(session).length, 1)

  const second = await prepare(session, createAttempt('Same text', { title: 'Other', tags: ['b', 'a'] }))
  await upload(session, 'Same text')
  await upload(session, 'Same text', { title: 'Other' })
  const { externalId } = await publish.mutate(session, second)
  fake.uploads.clear()
  const finding = await find(session, second)
  assert.ok(finding.state === 'published' && finding.post.externalId === externalId, finding.state)
  const belongsToOtherTarget = async (id: string) => id === externalId
  assert.deepEqual(await find(session, { ...second, belongsToOtherTarget }), { state: 'absent' })
  const later = { ...second, intentAt: new Date(Date.now() + 3_600_000) }
  assert.deepEqual(await find(session, later), { state: 'absent' }, 'an older video is not ours')

  const third = await prepare(session, createAttempt('Expired'))
  fake.uploads.clear()
  assert.equal((await catchPlatformError(publish.mutate(session, third))).kind, 'ambiguous')
})

test('a listed video that cannot be read is not taken for absent, and the operator sees the response', async () => {
  const session = await signIn()
  const attempt = await prepare(session, createAttempt('Unreadable', { title: 'Title' }))
  await publish.mutate(session, attempt)
  const reported: UnexpectedShape[] = []
  const report = (unexpected: UnexpectedShape) => void reported.push(unexpected)
  const findChanged = (from: string, to: string) =>
    catchPlatformError(find(changeResponses({ ...session, report }, from, to), attempt))
  const noId = await findChanged('"id"', '"key"')
  fake.uploads.clear()
  const errors = [noId, await findChanged('"Unreadable"', '{}'), await findChanged('"videoId"', '"id"')]
  for (const { kind, rule } of errors) assert.deepEqual([kind, rule], ['unavailable', 'youtube.response.unexpected'])
  assert.deepEqual(
    reported.map(({ field }) => field),
    ['id', 'items.0.snippet.description', 'items.0.contentDetails.videoId'],
  )
  const empty = {
    ...session,
    http: async () => ({ status: 200, headers: {}, body: Buffer.from('{}'), isTruncated: false }),
  }
  assert.equal((await catchPlatformError(youtube.checkHealth(empty))).kind, 'unavailable', 'an empty object is no list')
})

test('a completed upload without the id of its video has an unknown outcome', async () => {
  const session = await signIn()
  const attempt = await prepare(session, createAttempt('Without an id'))
  const error = await catchPlatformError(publish.mutate(changeResponses(session, '"id"', '"key"'), attempt))
  assert.deepEqual([error.kind, error.rule], ['ambiguous', 'youtube.response.unexpected'])
  assert.equal((await find(session, attempt)).state, 'published')
})

test('a video is processed, and ends as published, failed or rejected', async () => {
  const session = await signIn()
  const attempt = await prepare(session, createAttempt('Processing', { is_short: true }))
  const { externalId, externalUrl } = await publish.mutate(session, attempt)
  assert.equal(externalUrl, `https://www.youtube.com/shorts/${externalId}`)
  const ask = () => find(session, { ...attempt, externalId })
  const during = await ask()
  assert.ok(during.state === 'published' && during.post.isProcessing)
  const { status } = fake.videos.get(externalId)
  status.uploadStatus = 'processed'
  const done = await ask()
  assert.ok(done.state === 'published' && !done.post.isProcessing)
  Object.assign(status, { uploadStatus: 'failed', failureReason: 'codec' })
  assert.deepEqual(await ask(), {
    state: 'failed',
    rule: 'youtube.video.failed',
    message: 'YouTube does not know the codec of the video.',
  })
  Object.assign(status, { uploadStatus: 'rejected', rejectionReason: 'duplicate' })
  const rejected = await ask()
  assert.ok(rejected.state === 'failed' && rejected.rule === 'youtube.video.rejected')
})

test('title, tags, privacy and the other options reach YouTube', async () => {
  const session = await signIn()
  await upload(session, 'First <line>\nSecond'.replaceAll(/[<>]/g, ''), {})
  const options = {
    title: 'A title',
    tags: ['one', 'two words'],
    category_id: '28',
    made_for_kids: true,
    publish_at: '2030-01-01T10:00:00Z',
    license: 'creativeCommon',
    embeddable: false,
    contains_synthetic_media: true,
    notify_subscribers: false,
    language: 'en',
  }
  await upload(session, 'Text', options)
  const [plain, rich] = listChannelVideos(session)
  assert.deepEqual([plain.snippet.title, plain.snippet.categoryId], ['First line', '22'])
  assert.deepEqual([plain.status.privacyStatus, plain.status.selfDeclaredMadeForKids], ['public', false])
  assert.deepEqual(
    [rich.snippet.title, rich.snippet.tags, rich.snippet.defaultLanguage],
    ['A title', options.tags, 'en'],
  )
  const { uploadStatus: _, ...status } = rich.status
  assert.deepEqual(status, {
    privacyStatus: 'private',
    selfDeclaredMadeForKids: true,
    publishAt: '2030-01-01T10:00:00Z',
    license: 'creativeCommon',
    embeddable: false,
    containsSyntheticMedia: true,
  })
  const [opened] = fake.exchanges.filter(({ method, query }) => method === 'POST' && query.has('notifySubscribers'))
  assert.equal(opened?.query.get('notifySubscribers'), 'false')
})

test('a draft that YouTube would refuse is refused before anything is sent', () => {
  assert.deepEqual(rules('a < b', {}), ['youtube.text.angle_brackets content'])
  assert.deepEqual(rules('', {}), ['youtube.title.missing title'])
  assert.deepEqual(rules('', { title: 'T' }), [])
  assert.deepEqual(rules('a', { tags: ['x'.repeat(250), 'y'.repeat(250)] }), ['youtube.tags.max_characters tags'])
  assert.deepEqual(rules('a', { tags: ['x'.repeat(250), 'y'.repeat(249)] }), [])
  assert.deepEqual(rules('a', { publish_at: '2030-01-01T10:00:00Z', privacy_status: 'public' }), [
    'youtube.publish_at.not_private publish_at',
  ])
  assert.deepEqual(rules('a', { is_short: true }, { width: 1920, height: 1080, durationSeconds: 181 }), [
    'youtube.short.wide 0',
    'youtube.short.long 0',
  ])
  const long = { durationSeconds: 901 }
  assert.deepEqual(rules('a', {}, long, { long_uploads: 'eligible' }), ['youtube.video.not_verified 0'])
  assert.deepEqual(rules('a', {}, long, { long_uploads: 'allowed' }), [])
})

test('each class of error has its kind, rule and remediation', async () => {
  const session = await signIn()
  const now = () => new Date('2026-07-01T20:00:00Z')
  fake.throttled = 1
  const quota = await catchPlatformError(
    comments.reply({ ...session, now }, { externalId: 'Ug1', mediaExternalId: null }, { body: 'a', handle: 'h' }),
  )
  assert.deepEqual([quota.kind, quota.rule, quota.retryAfterSeconds], ['rate_limited', 'youtube.quota.day', 11 * 3600])
  assert.match(quota.message, /costs 50/)
  fake.refusesUploads = 'uploadLimitExceeded'
  const limit = await catchPlatformError(publish.prepare(session, createAttempt('a'), null))
  assert.deepEqual([limit.kind, limit.rule, limit.retryAfterSeconds], ['rate_limited', 'youtube.upload.limit', 21_600])
  fake.refusesUploads = 'invalidCategoryId'
  const category = await catchPlatformError(publish.prepare(session, createAttempt('a'), null))
  fake.refusesUploads = undefined
  assert.deepEqual([category.kind, category.rule], ['invalid', 'youtube.video.category'])
  const stranger = { ...session, identity: { ...session.identity } }
  fake.channels.get(session.entity.externalId).sub = 'another person'
  const missing = await catchPlatformError(publish.prepare(stranger, createAttempt('a'), null))
  assert.deepEqual([missing.kind, missing.rule], ['invalid', 'youtube.channel.missing'], 'this signs no account out')
  assert.equal((await youtube.checkHealth(session)).issues[0]?.code, 'youtube_channel_gone')
})

test('quotas reset at midnight in Los Angeles, also on the days when the clocks change', () => {
  const hours = (moment: string) => countSecondsToPacificMidnight(new Date(moment)) / 3600
  assert.equal(hours('2026-07-01T07:00:00Z'), 24, 'summer')
  assert.equal(hours('2026-07-02T06:59:00Z'), 1 / 60)
  assert.equal(hours('2026-01-15T08:00:00Z'), 24, 'winter')
  assert.equal(hours('2026-01-16T00:00:00Z'), 8)
  assert.equal(hours('2026-03-08T08:00:00Z'), 23, 'the clocks go forward')
  assert.equal(hours('2026-11-01T07:00:00Z'), 25, 'the clocks go back')
  assert.equal(hours('2026-12-31T20:00:00Z'), 12, 'the end of a year')
})

test('the guide lists the cost of each call', () => {
  const guide = readFileSync(join(import.meta.dirname, '../../../docs/guides/youtube.md'), 'utf8')
  for (const [name, { units }] of Object.entries(CALLS)) assert.ok(guide.includes(`| \`${name}\` | ${units} |`), name)
})
