import assert from 'node:assert/strict'
import { test } from 'node:test'
import { connector as facebook } from '../../src/connectors/facebook/connector.ts'
import type { PlatformError } from '../../src/connectors/platform-error.ts'
import type { Session, UnexpectedShape } from '../../src/connectors/session.ts'
import { createAttempt, isRequestFrom, prepare, startFacebook } from '../support/connectors/facebook.ts'
import { type Any, GraphRefusal, withReplacedText } from '../support/connectors/graph-fake.ts'
import { catchPlatformError, picture, videoFile } from '../support/connectors/loopback.ts'

const { publish, auth, metrics } = facebook
assert.ok(publish?.find && publish.unpublish && metrics)
const { find, mutate } = publish
const { fake, call, grant, signIn } = await startFacebook()

const serializeError = (error: PlatformError) =>
  JSON.stringify([error.message, error.stack, error.platformResponse, error.rule])
const listPagePosts = ({ entity }: Session): Any[] =>
  [...fake.posts.values()].filter(({ page }) => page === entity.externalId)

test('a sign-in returns lasting tokens, and lists the pages of the person and of the businesses', async () => {
  const { person, page, exchange } = await grant()
  const owned = fake.createPage('Owned by the business')
  const client = fake.createPage('Of a client')
  fake.businesses.set(person.id, [{ id: fake.nextId(), owned: [owned, page], clients: [client] }])
  const { tokens, identity, scopes } = await exchange()
  assert.deepEqual([identity.externalId, tokens.expiresAt, tokens.reauthAt], [person.id, null, null])
  assert.deepEqual(scopes.toSorted(), facebook.platform.auth.scopes.toSorted())
  const entities = await auth.listEntities({ ...call, tokens, identity })
  assert.deepEqual(
    entities.map(({ externalId, selectable }) => [externalId, selectable]),
    [
      [page.id, true],
      [owned.id, true],
      [client.id, false],
    ],
  )
  assert.ok(entities.slice(0, 2).every(({ secret }) => fake.tokens.get(secret ?? '')?.isLong))
  assert.deepEqual(entities[0]?.grants.includes('CREATE_CONTENT'), true)
  assert.match(entities[2]?.unselectableReason ?? '', /no token/)
})

test('a page on which the person may not publish cannot be selected', async () => {
  const { exchange } = await grant(['ANALYZE', 'MODERATE'])
  const [entity] = await auth.listEntities({ ...call, ...(await exchange()) })
  assert.deepEqual([entity?.selectable, entity?.grants], [false, ['ANALYZE', 'MODERATE']])
  assert.match(entity?.unselectableReason ?? '', /CREATE_CONTENT/)
})

test('a person without businesses still has pages, and an outage hides none', async () => {
  fake.refused = ['business_management']
  const { exchange } = await grant()
  const granted = await exchange()
  fake.refused = []
  assert.ok(!granted.scopes.includes('business_management'))
  assert.equal((await auth.listEntities({ ...call, ...granted })).length, 1)
  const isBusiness = ({ path }: { path: string }) => path.endsWith('/me/businesses')
  fake.faults.push({ fault: 'error_before', matches: isBusiness })
  assert.equal((await catchPlatformError(auth.listEntities({ ...call, ...granted }))).kind, 'unavailable')
})

test('no secret of the app or of a person is in an error', async () => {
  fake.echoes = true
  const { back, exchange } = await grant()
  await exchange()
  const used = await catchPlatformError(exchange())
  fake.echoes = false
  const session = await signIn()
  fake.echoes = true
  fake.refusals.push(new GraphRefusal(190, 'dead', { subcode: 460 }))
  const dead = await catchPlatformError(facebook.checkHealth(session))
  fake.refusals.push(new GraphRefusal(100, 'bad'))
  const debug = await catchPlatformError(
    facebook.checkHealth({ ...session, entity: { ...session.entity, secret: 'other' } }),
  )
  fake.echoes = false
  assert.deepEqual([used.kind, dead.kind, dead.rule], ['invalid', 'auth', 'facebook.token.password_changed'])
  for (const error of [used, dead, debug])
    for (const secret of [fake.app.secret, back.code, session.entity.secret ?? '', session.tokens.access])
      assert.ok(!serializeError(error).includes(secret))
})

test('the health check reports granted scopes, an unpublished page and the end of data access', async () => {
  const session = await signIn()
  const page = fake.pages.get(session.entity.externalId)
  assert.deepEqual((await facebook.checkHealth(session)).issues, [])
  page!.isPublished = false
  fake.dataAccessEndsAt = Math.floor(session.now().getTime() / 1000) + 5 * 86_400
  const { issues, scopes } = await facebook.checkHealth(session)
  fake.dataAccessEndsAt = 0
  assert.deepEqual(
    issues.map(({ code }) => code),
    ['facebook_page_unpublished', 'facebook_data_access_ending'],
  )
  assert.ok(scopes?.includes('pages_manage_posts'))
})

test('each documented error has its kind and its rule', async () => {
  const session = await signIn()
  const attempt = await prepare(session, createAttempt('Refused'))
  const table: [code: number, subcode: number | undefined, kind: string, rule: string][] = [
    [1, undefined, 'ambiguous', 'graph.unknown_error'],
    [4, undefined, 'rate_limited', 'rate.app'],
    [10, undefined, 'invalid', 'permission.missing'],
    [32, undefined, 'rate_limited', 'rate.page'],
    [100, undefined, 'invalid', 'request.parameter'],
    [190, 463, 'auth', 'token.expired'],
    [190, 490, 'auth', 'token.checkpoint'],
    [200, undefined, 'invalid', 'permission.missing'],
    [368, undefined, 'invalid', 'account.blocked'],
    [368, 1_390_008, 'rate_limited', 'rate.posts'],
    [100, 1_366_046, 'invalid', 'photo.format'],
    [324, 2_069_019, 'invalid', 'photo.format'],
    [100, 1_609_005, 'invalid', 'link.unreadable'],
    [200, 1_404_078, 'invalid', 'page.unauthorized'],
    [368, 4_854_002, 'invalid', 'account.identity'],
    [506, undefined, 'invalid', 'post.duplicate'],
    [80_001, undefined, 'rate_limited', 'rate.business'],
    [99_999, undefined, 'invalid', 'graph.code_99999'],
  ]
  for (const [code, subcode, kind, rule] of table) {
    fake.refusals.push(new GraphRefusal(code, 'Facebook says no', { ...(subcode !== undefined && { subcode }) }))
    const error = await catchPlatformError(mutate(session, attempt))
    assert.deepEqual([error.kind, error.rule], [kind, `facebook.${rule}`], `${code}/${subcode}`)
    assert.equal(error.platformResponse?.code, subcode === undefined ? String(code) : `${code}/${subcode}`)
    if (kind === 'rate_limited') assert.ok((error.retryAfterSeconds ?? 0) > 0)
  }
  assert.deepEqual(listPagePosts(session), [])
})

test('the usage of the limits is read from the headers', () => {
  const headers = { 'x-app-usage': '{"call_count":28,"total_time":90,"total_cputime":5}' }
  assert.equal(facebook.readUsage?.(headers, new Date())[0]?.usedShare, 0.9)
})

test('photos are uploaded once each and shown in one post, in their order and with their descriptions', async () => {
  const session = await signIn()
  const media = ['One', 'Two', 'Three'].map((altText) => picture({ altText, checksum: `sha256:${altText}` }))
  const attempt = await prepare(session, createAttempt('Album', {}, media))
  const again = await publish.prepare(session, attempt, attempt.prepared)
  assert.deepEqual(again.prepared, attempt.prepared)
  fake.faults.push({ fault: 'drop_after', matches: isRequestFrom(session, 'POST') })
  assert.equal((await catchPlatformError(mutate(session, attempt))).kind, 'ambiguous')
  const [post] = listPagePosts(session)
  assert.deepEqual(
    post.photos.map((id: string) => fake.photos.get(id).alt),
    ['One', 'Two', 'Three'],
  )
  const finding = await find(session, attempt)
  assert.ok(finding.state === 'published' && finding.post.externalId === post.id)
  const gone = await catchPlatformError(mutate(session, attempt))
  assert.deepEqual([gone.kind, gone.isStale], ['unavailable', true])
})

test('a post is recognized by everything that was sent; a similar post prevents a second one', async () => {
  const session = await signIn()
  const link = 'https://example.com/a?b=c'
  const attempt = await prepare(session, createAttempt('Read this\r\n', { link }))
  const { entity } = session
  assert.deepEqual(await find(session, attempt), { state: 'absent' })
  fake.post(entity.externalId, 'Read this', { link: 'https://example.com/other' })
  assert.deepEqual(await find(session, attempt), { state: 'unknown' })
  const { externalId, externalUrl } = await mutate(session, attempt)
  assert.match(externalUrl ?? '', /^https:\/\/www\.facebook\.com\//)
  const found = await find(session, attempt)
  assert.ok(found.state === 'published' && found.post.externalId === externalId)
  const other = { ...attempt, belongsToOtherTarget: async () => true }
  assert.deepEqual(await find(session, other), { state: 'absent' })
})

test('a text that Facebook changed is not sent again', async () => {
  const session = await signIn()
  const attempt = await prepare(session, createAttempt('Thanks to @[42]'))
  fake.changeText = (text) => text.replace('@[42]', 'Example Brand')
  fake.faults.push({ fault: 'drop_after', matches: isRequestFrom(session, 'POST') })
  assert.equal((await catchPlatformError(mutate(session, attempt))).kind, 'ambiguous')
  fake.changeText = (text) => text
  assert.deepEqual(await find(session, attempt), { state: 'unknown' })
  assert.equal(listPagePosts(session).length, 1)
})

test('a post that cannot be read may be ours: it is not taken for absent, and the operator sees the response', async () => {
  const session = await signIn()
  const attempt = await prepare(session, createAttempt('Unreadable'))
  await mutate(session, attempt)
  const reported: UnexpectedShape[] = []
  const report = (unexpected: UnexpectedShape) => void reported.push(unexpected)
  for (const [text, replacement, field] of [
    ['"Unreadable"', '{}', 'message'],
    ['"created_time":"', '"created_time":"at ', 'created_time'],
  ] as const) {
    const failure = await catchPlatformError(find({ ...withReplacedText(session, text, replacement), report }, attempt))
    assert.deepEqual([failure.kind, failure.rule], ['unavailable', 'facebook.response.unexpected'])
    assert.equal(reported.pop()?.field, `data.0.${field}`)
  }
})

test('a publishing response without the id of the post is ambiguous', async () => {
  const session = await signIn()
  const attempt = await prepare(session, createAttempt('Without id'))
  const failure = await catchPlatformError(mutate(withReplacedText(session, '"id"', '"post"'), attempt))
  assert.deepEqual([failure.kind, failure.rule], ['ambiguous', 'facebook.response.unexpected'])
  assert.equal((await find(session, attempt)).state, 'published')
})

for (const kind of ['post', 'reel'] as const)
  test(`a video published as a ${kind} is uploaded, processed and then identified by its post`, async () => {
    const session = await signIn()
    const medium = videoFile({ width: 540, height: 960, durationSeconds: 9 })
    const attempt = await prepare(session, createAttempt('Watch', { kind }, [medium]))
    const again = await publish.prepare(session, attempt, attempt.prepared)
    assert.deepEqual(again.prepared, attempt.prepared)
    assert.deepEqual(listPagePosts(session), [])
    assert.equal((await find(session, attempt)).state, 'unknown')
    fake.videoPolls = 2
    const sent = await mutate(session, attempt)
    assert.ok(sent.isProcessing)
    assert.deepEqual(await find(session, attempt), { state: 'processing' })
    assert.deepEqual(await find(session, attempt), { state: 'processing' })
    const finding = await find(session, attempt)
    const [post] = listPagePosts(session)
    assert.ok(finding.state === 'published')
    assert.deepEqual(
      [finding.post.externalId, post.message, finding.post.externalUrl],
      [post.id, 'Watch', `https://www.facebook.com/reel/${sent.externalId}/`],
    )
    const [counted] = await metrics.posts.read(session, [post.id])
    assert.equal(counted?.metrics.views, 44)
    fake.videoPolls = 0
  })

test('a video that Facebook cannot process fails with the reason', async () => {
  const session = await signIn()
  const attempt = await prepare(session, createAttempt('Broken', {}, [videoFile()]))
  fake.videoPolls = -1
  await mutate(session, attempt)
  fake.videoPolls = 0
  const finding = await find(session, attempt)
  assert.ok(finding.state === 'failed')
  assert.match(finding.message, /not supported/)
})

test('links, reels and media are checked before anything is sent', () => {
  const check = (options: object, media = [picture()], text = 'Text') =>
    facebook
      .validate({ text, media, options: options as Record<string, unknown> }, { kind: 'page', metadata: {} })
      .map(({ rule }) => rule)
  const upright = videoFile({ width: 540, height: 960, durationSeconds: 30 })
  assert.deepEqual(check({}), [])
  assert.deepEqual(check({ link: 'https://example.com' }, [], ''), [])
  assert.deepEqual(check({ link: 'https://example.com' }), ['facebook.link.with_media'])
  assert.deepEqual(check({ kind: 'reel' }), ['facebook.reel.video_required'])
  assert.deepEqual(check({ kind: 'reel' }, [upright]), [])
  assert.deepEqual(check({ kind: 'reel' }, [videoFile({ durationSeconds: 100 })]), [
    'facebook.reel.duration',
    'facebook.reel.portrait',
  ])
  assert.deepEqual(
    check(
      {},
      Array.from({ length: 11 }, () => picture()),
    )[0],
    'facebook.media.max_count',
  )
  assert.deepEqual(check({}, [picture({ bytes: 4_000_001 })]), ['facebook.image.max_bytes'])
})

test('a metric that Facebook has retired does not affect the others', async () => {
  const session = await signIn()
  const { externalId } = await mutate(session, await prepare(session, createAttempt('Counted')))
  Object.assign(fake.posts.get(externalId), { reactions: 3, comments: 2, shares: 1 })
  const range = { since: '2026-01-14', until: '2026-01-15' }
  const all = await metrics.account.daily(session, range)
  assert.deepEqual(all.slice(0, 2), [
    { metric: 'views', date: '2026-01-14', value: 5 },
    { metric: 'views', date: '2026-01-15', value: 5 },
  ])
  assert.equal(all.length, 6)
  for (const name of ['page_media_view', 'post_clicks']) fake.retiredMetrics.add(name)
  assert.equal((await metrics.account.daily(session, range)).length, 4)
  assert.deepEqual(await metrics.posts.read(session, [externalId, '1_1']), [
    { externalId, metrics: { likes: 3, comments: 2, shares: 1, views: 7, reach: 7 } },
  ])
  fake.retiredMetrics.clear()
  const today = session.now().toISOString().slice(0, 10)
  const long = await metrics.account.daily(session, { since: '2020-01-01', until: today })
  assert.ok(long.some(({ metric, date }) => metric === 'followers' && date === today))
})
