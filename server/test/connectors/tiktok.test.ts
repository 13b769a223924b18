import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import type { CommittedAttempt, ReadableMedia } from '../../src/connectors/publish.ts'
import type { Http, Session, UnexpectedShape } from '../../src/connectors/session.ts'
import { connector as tiktok } from '../../src/connectors/tiktok/connector.ts'
import { catchPlatformError, picture } from '../support/connectors/loopback.ts'
import { clip, createAttempt, prepare, startTikTok } from '../support/connectors/tiktok.ts'
import { jpeg, movie } from '../support/media-samples.ts'
import { bootPlatform } from '../support/platform-scene.ts'

const { publish, metrics, auth, inbound } = tiktok
assert.ok(publish?.find && metrics && inbound)
const { find } = publish
const { fake, signIn, isRequestFrom } = await startTikTok(20_000)

const photo = (changes: Partial<ReadableMedia> = {}) =>
  picture({ mime: 'image/jpeg', publicUrl: async () => 'https://example.com/photo.jpg', ...changes })
const lastPost = ({ identity }: Session) => fake.listPosts(identity.username ?? '').at(-1)
const send = async (session: Session, attempt: CommittedAttempt) => {
  const prepared = await prepare(session, attempt)
  const { externalId } = await publish.mutate(session, prepared)
  return { ...prepared, externalId }
}

test("a video is posted with its options, within the person's own settings", async () => {
  const session = await signIn()
  const person = fake.people.get(session.identity.username ?? '')!
  person.isCommentDisabled = true
  const options = {
    privacy_level: 'MUTUAL_FOLLOW_FRIENDS',
    disable_duet: true,
    video_cover_timestamp_ms: 1500,
    brand_organic_toggle: true,
    is_aigc: true,
  }
  const sent = await send(session, createAttempt('Look #this', options))
  assert.deepEqual(lastPost(session).info, {
    title: 'Look #this',
    privacy_level: 'MUTUAL_FOLLOW_FRIENDS',
    disable_comment: true,
    disable_duet: true,
    disable_stitch: false,
    video_cover_timestamp_ms: 1500,
    brand_content_toggle: false,
    brand_organic_toggle: true,
    is_aigc: true,
  })
  const finding = await find(session, sent)
  assert.deepEqual(finding, { state: 'published', post: { externalId: sent.externalId, externalUrl: null } })
})

test('a large video goes up in chunks, and only the last one, sent after the intent, makes the post', async () => {
  const session = await signIn()
  const bytes = 25_500_000
  const part = Buffer.alloc(100_000, 7)
  const open: ReadableMedia['open'] = async ({ start, end } = { start: 0, end: bytes - 1 }) =>
    Readable.from(Array.from({ length: (end - start + 1) / part.length }, () => part))
  const attempt = await prepare(session, createAttempt('Large', {}, [clip({ bytes, open })]))
  const [post] = [...fake.posts.values()].slice(-1)
  assert.deepEqual([post.chunk, post.count, post.received], [10_000_000, 2, [10_000_000]])
  assert.deepEqual(await find(session, attempt), { state: 'absent' })
  await publish.mutate(session, attempt)
  assert.deepEqual(post.received, [10_000_000, 15_500_000])
  assert.equal((await find(session, attempt)).state, 'published')
})

test('an upload without its last chunk is completed, and an upload that is too old starts again', async () => {
  const session = await signIn()
  const attempt = await prepare(session, createAttempt('Late'))
  fake.faults.push({ fault: 'error_before', matches: isRequestFrom(session, 'PUT') })
  assert.equal((await catchPlatformError(publish.mutate(session, attempt))).kind, 'ambiguous')
  assert.deepEqual(await find(session, attempt), { state: 'absent' })
  assert.deepEqual((await publish.prepare(session, attempt, attempt.prepared)).prepared, attempt.prepared)
  const later = { ...session, now: () => new Date(Date.now() + 55 * 60_000) }
  const { prepared } = await publish.prepare(later, attempt, attempt.prepared)
  assert.notDeepEqual(prepared, attempt.prepared)
  for (const post of fake.posts.values()) post.isExpired = true
  const expired = await catchPlatformError(publish.mutate(session, { ...attempt, prepared }))
  assert.deepEqual([expired.kind, expired.isStale, expired.rule], ['unavailable', true, 'tiktok.upload.expired'])
})

test('the outcome of a post is read from TikTok, with all digits of its id', async () => {
  const session = await signIn()
  Object.assign(fake, { polls: 1, moderationPolls: 1 })
  const sent = await send(session, createAttempt('Slow'))
  Object.assign(fake, { polls: 0, moderationPolls: 0 })
  assert.deepEqual(await find(session, sent), { state: 'processing' })
  assert.deepEqual(await find(session, sent), { state: 'processing' }, 'published, and not moderated yet')
  const { id } = lastPost(session)
  const externalUrl = `https://www.tiktok.com/@${session.identity.username}/video/${id}`
  assert.deepEqual(await find(session, sent), { state: 'published', post: { externalId: id, externalUrl } })
  assert.ok(!Number.isSafeInteger(Number(id)))

  fake.moderationPolls = 1000
  const unmoderated = await send(session, createAttempt('Hours'))
  fake.moderationPolls = 0
  const later = { ...session, now: () => new Date(Date.now() + 6 * 60_000) }
  const finding = await find(later, unmoderated)
  assert.ok(finding.state === 'published' && finding.post.externalId === unmoderated.externalId)
})

test('a rejected post fails with its reason, and after a transient failure a post may be sent again', async () => {
  const session = await signIn()
  fake.failReason = 'frame_rate_check_failed'
  const failed = await find(session, await send(session, createAttempt('Too fast')))
  assert.ok(failed.state === 'failed' && failed.rule === 'tiktok.publish.frame_rate_check_failed')
  assert.match(failed.message, /23 to 60/)
  fake.failReason = 'internal'
  const sent = await send(session, createAttempt('Unlucky'))
  assert.deepEqual(await find(session, sent), { state: 'absent' })
  fake.failReason = ''
  const { prepared } = await publish.prepare(session, sent, sent.prepared)
  assert.notDeepEqual(prepared, sent.prepared, 'an upload that failed is not used again')
})

/** Changes the first occurrence of a part in every response. */
function garble(session: Session, part: string, replacement: string) {
  const reported: UnexpectedShape[] = []
  const http: Http = async (request) => {
    const reply = await session.http(request)
    return { ...reply, body: Buffer.from(reply.body.toString().replace(part, replacement)) }
  }
  return { reported, session: { ...session, http, report: (shape: UnexpectedShape) => void reported.push(shape) } }
}

test('a status that cannot be read decides nothing about the post, and the operator sees the response', async () => {
  const session = await signIn()
  fake.failReason = 'internal'
  const sent = await send(session, createAttempt('Unreadable'))
  fake.failReason = ''
  for (const [part, replacement, field] of [
    ['"status":"FAILED"', '"status":7', 'data.status'],
    ['"fail_reason":"internal"', '"fail_reason":{}', 'data.fail_reason'],
    ['"data"', '"items"', 'data'],
  ] as const) {
    const { session: garbled, reported } = garble(session, part, replacement)
    const failure = await catchPlatformError(find(garbled, sent))
    assert.deepEqual([failure.kind, failure.rule], ['unavailable', 'tiktok.response.unexpected'])
    assert.equal(reported[0]?.field, field)
  }
})

test('photos without a publish id have an unknown outcome', async () => {
  const session = await signIn()
  const attempt = await prepare(session, createAttempt('Nameless', {}, [photo()]))
  const { session: garbled, reported } = garble(session, '"publish_id"', '"other"')
  const failure = await catchPlatformError(publish.mutate(garbled, attempt))
  assert.deepEqual([failure.kind, failure.rule], ['ambiguous', 'tiktok.response.unexpected'])
  assert.equal(reported[0]?.field, 'data.publish_id')
  assert.equal(fake.listPosts(session.identity.username ?? '').length, 1)
})

test('TikTok fetches photos from our address, and the outcome of a lost response stays unknown', async () => {
  const session = await signIn()
  const media = [photo(), photo({ id: 'med_two' })]
  const options = { title: 'Two', photo_cover_index: 1, auto_add_music: true }
  const sent = await send(session, createAttempt('A & B', options, media))
  const { info, images, kind } = lastPost(session)
  assert.deepEqual([kind, images.length, info.title, info.description], ['photo', 2, 'Two', 'A & B'])
  assert.equal(info.auto_add_music, true)
  const finding = await find(session, sent)
  assert.ok(finding.state === 'published' && finding.post.externalUrl?.includes('/photo/'))
  const lost = await prepare(session, createAttempt('Lost', {}, media))
  fake.faults.push({ fault: 'drop_after', matches: isRequestFrom(session) })
  assert.equal((await catchPlatformError(publish.mutate(session, lost))).kind, 'ambiguous')
  assert.deepEqual(await find(session, lost), { state: 'unknown' })
  const elsewhere = photo({ publicUrl: async () => 'https://unverified.example.org/a.jpg' })
  const refused = await catchPlatformError(send(session, createAttempt('Elsewhere', {}, [elsewhere])))
  assert.deepEqual([refused.kind, refused.rule], ['invalid', 'tiktok.media.domain_unverified'])
  assert.match(refused.remediation ?? '', /QUOIN_PUBLIC_URL/)
})

test("a draft goes to the person's inbox, without settings", async () => {
  const session = await signIn()
  const video = await send(session, createAttempt('Ignored', { mode: 'draft' }))
  assert.equal(lastPost(session).isDraft, true)
  assert.deepEqual(await find(session, video), {
    state: 'published',
    post: { externalId: video.externalId, externalUrl: null },
  })
  await send(session, createAttempt('Kept', { mode: 'draft' }, [photo()]))
  assert.deepEqual(lastPost(session).info, { description: 'Kept' })
})

test('an unaudited app posts only privately, and the refusal says what to do', async () => {
  fake.isAudited = false
  const session = await signIn()
  const refused = await catchPlatformError(prepare(session, createAttempt('Public')))
  assert.deepEqual([refused.kind, refused.rule], ['invalid', 'tiktok.app.unaudited'])
  assert.match(refused.remediation ?? '', /audited.*SELF_ONLY/s)
  fake.people.get(session.identity.username ?? '')!.isPrivate = true
  const sent = await send(session, createAttempt('Mine', { privacy_level: 'SELF_ONLY' }))
  fake.isAudited = true
  assert.equal((await find(session, sent)).state, 'published')
})

test('options that the account does not offer are refused, and limits of the account are health issues', async () => {
  const session = await signIn()
  const person = fake.people.get(session.identity.username ?? '')!
  person.isPrivate = true
  const privacy = await catchPlatformError(
    prepare(session, createAttempt('All', { privacy_level: 'PUBLIC_TO_EVERYONE' })),
  )
  assert.equal(privacy.rule, 'tiktok.privacy_level.unavailable')
  assert.match(privacy.remediation ?? '', /FOLLOWER_OF_CREATOR, MUTUAL_FOLLOW_FRIENDS, SELF_ONLY/)
  const long = await catchPlatformError(prepare(session, createAttempt('Long', {}, [clip({ durationSeconds: 301 })])))
  assert.equal(long.rule, 'tiktok.video.account_duration')
  await send(session, createAttempt('Fits'))
  assert.equal(lastPost(session).info.privacy_level, 'FOLLOWER_OF_CREATOR')
  fake.postsPerDay = 1
  const tooMany = await catchPlatformError(prepare(session, createAttempt('Second')))
  assert.deepEqual(
    [tooMany.kind, tooMany.rule, tooMany.retryAfterSeconds],
    ['rate_limited', 'tiktok.account.daily_posts', 3600],
  )
  const health = await tiktok.checkHealth(session)
  assert.deepEqual(
    health.issues.map(({ code, severity }) => [code, severity]),
    [['tiktok_account_daily_posts', 'warning']],
  )
  fake.postsPerDay = 1000
  person.isBanned = true
  assert.equal((await tiktok.checkHealth(session)).issues[0]?.severity, 'error')
  assert.equal((await catchPlatformError(prepare(session, createAttempt('No')))).rule, 'tiktok.account.banned')
})

test('a draft is validated against the settings of the account and the kind of its media', () => {
  const metadata = { privacy_level_options: ['PUBLIC_TO_EVERYONE', 'SELF_ONLY'], max_video_post_duration_sec: 60 }
  const check = (text: string, media: ReadableMedia[], options = {}) =>
    tiktok.validate({ text, media, options }, { kind: 'account', metadata }).map(({ rule }) => rule)
  assert.deepEqual(check('', [clip()], { privacy_level: 'SELF_ONLY', is_aigc: true }), [])
  assert.deepEqual(check('', [clip()], { privacy_level: 'FOLLOWER_OF_CREATOR' }), ['tiktok.privacy_level.unavailable'])
  assert.deepEqual(check('', [clip({ durationSeconds: 61 })]), ['tiktok.video.account_duration'])
  assert.deepEqual(check('', [clip({ height: 200 })]), ['tiktok.video.min_side'])
  assert.deepEqual(check('😀'.repeat(1101), [clip()]), ['tiktok.text.max_utf16'])
  assert.deepEqual(check('a'.repeat(4000), [photo()]), [])
  assert.deepEqual(check('', [photo()], { is_aigc: true }), ['tiktok.option.other_kind'])
  assert.deepEqual(check('', [clip()], { title: 'A' }), ['tiktok.option.other_kind'])
  assert.deepEqual(check('', [photo()], { photo_cover_index: 1 }), ['tiktok.photo_cover_index.range'])
  const branded = { privacy_level: 'SELF_ONLY', brand_content_toggle: true }
  assert.deepEqual(check('', [clip()], branded), ['tiktok.privacy_level.branded'])
  assert.deepEqual(check('', [picture()]), ['tiktok.media.type'])
})

test('a refresh token works once, a dead one is an auth error, and no error contains a secret', async () => {
  const session = await signIn()
  const { refresh } = auth
  assert.ok(refresh)
  const tokens = await refresh.renew(session)
  assert.ok(tokens.refresh && tokens.refresh !== session.tokens.refresh)
  assert.ok(tokens.reauthAt && tokens.reauthAt.getTime() > Date.now() + 179 * 86_400_000)
  fake.echoes = true
  const dead = await catchPlatformError(refresh.renew(session))
  assert.deepEqual([dead.kind, dead.rule], ['auth', 'tiktok.oauth.invalid_grant'])
  fake.tokens.delete(session.tokens.access)
  const ended = await catchPlatformError(tiktok.checkHealth(session))
  assert.deepEqual([ended.kind, ended.platformResponse?.code], ['auth', 'access_token_invalid'])
  fake.echoes = false
  for (const error of [dead, ended])
    for (const secret of [session.tokens.access, session.tokens.refresh ?? '', fake.app.client_secret])
      assert.ok(!JSON.stringify([error.message, error.platformResponse]).includes(secret))
  const narrow = await signIn('narrow', ['user.info.basic'])
  const refused = await catchPlatformError(prepare(narrow, createAttempt('No')))
  assert.deepEqual([refused.kind, refused.rule], ['invalid', 'tiktok.permission.scope'])
})

test('a push about a withdrawn sign-in is read; other events and invalid bodies are ignored', () => {
  assert.deepEqual(inbound.read(fake.push('authorization.removed', '-000x', { reason: 1 })), [
    { kind: 'deauthorized', entityExternalId: '-000x' },
  ])
  for (const body of [fake.push('post.publish.complete', '-000x').body, 'nonsense', 'null', '[]', '{"event":1}'])
    assert.deepEqual(inbound.read({ body, headers: {}, query: {} }), [])
})

test('through the API: connect, publish a video and photos, read metrics, and receive a withdrawn sign-in', async () => {
  const world = await bootPlatform(fake.origins, {
    TIKTOK_CLIENT_ID: fake.app.client_id,
    TIKTOK_CLIENT_SECRET: fake.app.client_secret,
  })
  const { live } = world
  const tikTokSends = world.client()
  const connection = await world.signIn('tiktok', (address) => fake.approve(address, 'fronty'))
  assert.equal(connection.status, 'completed', JSON.stringify(connection))
  const account = connection.account_id
  const targets = [{ account_id: account }]
  const video = await world.ingest(movie({ width: 720, height: 1280, seconds: 8 }), 'video/mp4')
  fake.polls = 1
  const readVideo = await world.publish({ content: 'Hello', media_ids: [video], targets })
  assert.equal((await readVideo()).targets[0].status, 'processing')
  await world.pass(60, 6)
  fake.polls = 0
  const [post] = fake.listPosts('fronty')
  const [target] = (await readVideo()).targets
  assert.deepEqual([target.status, target.external_id], ['published', post.id], JSON.stringify(target))
  assert.equal(target.external_url, `https://www.tiktok.com/@fronty/video/${post.id}`)

  const still = await world.ingest(jpeg(640, 480), 'image/jpeg')
  const readPhoto = await world.publish({ content: 'Still', media_ids: [still], targets })
  await world.pass(30, 3)
  assert.deepEqual([(await readPhoto()).status, fake.listPosts('fronty').length], ['published', 2])
  assert.equal((await world.listEvents('post.published')).length, 2)

  await world.pass(400, 4)
  const analytics = await live('GET', `/v1/posts/analytics?post_ids=${(await readVideo()).id}`)
  assert.deepEqual(analytics.body.data[0]?.metrics, { views: 100, likes: 7, comments: 2, shares: 1 }, analytics.text)
  await world.pass(86_400)
  const figures = await live('GET', `/v1/accounts/${account}/analytics`)
  const counted = figures.body.series.filter(({ points }: { points: [] }) => points.length > 0)
  assert.deepEqual(
    counted.map(({ metric }: { metric: string }) => metric),
    ['followers', 'posts'],
    figures.text,
  )

  const leaving = await world.signIn('tiktok', (address) => fake.approve(address, 'leaver'))
  const signIns = () => [...fake.tokens.values()].filter(({ person }) => person.username === 'leaver').length
  assert.equal(signIns(), 1)
  assert.equal((await live('DELETE', `/v1/accounts/${leaving.account_id}`)).status, 200)
  await world.queue.idle()
  assert.equal(signIns(), 0, 'a disconnect revokes the sign-in at TikTok')

  const { openId } = fake.people.get('fronty')!
  for (const [token, { person }] of fake.tokens) if (person.openId === openId) fake.tokens.delete(token)
  for (const [token, { person }] of fake.refreshTokens) if (person.openId === openId) fake.refreshTokens.delete(token)
  const forged = fake.push('authorization.removed', openId, { reason: 1 }, 'wrong')
  assert.equal((await tikTokSends('POST', '/v1/inbound/tiktok', forged.body, { ...forged.headers })).status, 400)
  const { body, headers } = fake.push('authorization.removed', openId, { reason: 1 })
  const received = await tikTokSends('POST', '/v1/inbound/tiktok', body, { ...headers })
  assert.equal(received.status, 200, received.text)
  await world.pass(10)
  assert.equal((await live('GET', `/v1/accounts/${account}`)).body.status, 'reauth_required')
  assert.equal((await world.listEvents('account.disconnected')).length, 2)
})
