import assert from 'node:assert/strict'
import { test } from 'node:test'
import { connector as instagram } from '../../src/connectors/instagram/connector.ts'
import type { PlatformError } from '../../src/connectors/platform-error.ts'
import type { Http, Session, UnexpectedShape } from '../../src/connectors/session.ts'
import { type Any, GraphRefusal, withReplacedText } from '../support/connectors/graph-fake.ts'
import { createAttempt, isRequestFrom, photo, prepare, startInstagram } from '../support/connectors/instagram.ts'
import { catchPlatformError, videoFile } from '../support/connectors/loopback.ts'

const { publish, auth, metrics } = instagram
assert.ok(publish?.find && auth.oauth && auth.refresh && metrics)
const { find, mutate } = publish
const { oauth, refresh } = auth
const { fake, call, grant, signIn } = await startInstagram()

const serializeError = (error: PlatformError) =>
  JSON.stringify([error.message, error.stack, error.platformResponse, error.rule])
const listAccountMedia = ({ entity }: Session): Any[] =>
  [...fake.media.values()].filter(({ account }) => account === entity.externalId)

test('a person signs in at Instagram, or at Facebook for the accounts of their pages', async () => {
  const own = await grant('instagram')
  const { tokens, identity, scopes } = await own.exchange()
  assert.deepEqual([identity.externalId, identity.username], [own.account.id, own.account.username])
  assert.ok((tokens.expiresAt?.getTime() ?? 0) > Date.now() + 59 * 86_400_000)
  assert.deepEqual([scopes, tokens.reauthAt], [instagram.platform.auth.scopes, null])
  const [entity] = await auth.listEntities({ ...call, tokens, identity })
  assert.deepEqual([entity?.externalId, entity?.parentExternalId, entity?.secret], [own.account.id, null, undefined])

  const page = await grant('facebook')
  const granted = await page.exchange()
  assert.deepEqual([granted.tokens.expiresAt, granted.tokens.extra], [null, { login: 'facebook' }])
  assert.ok(instagram.platform.auth.scopes.every((scope) => granted.scopes.includes(scope)))
  const [account] = await auth.listEntities({ ...call, ...granted })
  assert.equal(account?.externalId, page.account.id)
  assert.ok(account?.parentExternalId && account.secret)
  const weak = await grant('facebook', ['ANALYZE'])
  const [unselectable] = await auth.listEntities({ ...call, ...(await weak.exchange()) })
  assert.match(unselectable?.unselectableReason ?? '', /CREATE_CONTENT/)
})

test('the sign-in uses the app that the server has, and is refused without one', async () => {
  const authorization = {
    redirectUri: 'https://a.example.com',
    state: 's',
    codeVerifier: '',
    codeChallenge: '',
    scopes: [],
  }
  const urlWith = async (app: Record<string, string>, options = {}) =>
    (await oauth.authorize({ ...call, app }, { ...authorization, options })).url
  assert.match(await urlWith({ client_id: '1' }), /^https:\/\/www\.instagram\.com\//)
  assert.match(await urlWith({ meta_client_id: '1' }), /^https:\/\/www\.facebook\.com\//)
  const both = { client_id: '1', meta_client_id: '2' }
  assert.match(await urlWith(both), /^https:\/\/www\.instagram\.com\//)
  assert.match(await urlWith(both, { login: 'facebook' }), /facebook\.com.*client_id=2/)
  assert.equal(
    (await catchPlatformError(urlWith({ client_id: '1' }, { login: 'facebook' }))).rule,
    'instagram.login.unconfigured',
  )
})

test('a personal account cannot be selected', async () => {
  const { account, exchange } = await grant()
  account.accountType = 'PERSONAL'
  const [entity] = await auth.listEntities({ ...call, ...(await exchange()) })
  assert.deepEqual([entity?.selectable, typeof entity?.unselectableReason], [false, 'string'])
})

test('a token is extended a week after it was issued; an expired one ends the sign-in', async () => {
  const session = await signIn()
  assert.equal(refresh.aheadSeconds, 53 * 86_400)
  assert.equal((await catchPlatformError(refresh.renew(session))).kind, 'invalid')
  fake.tokenAgeMs = 8 * 86_400_000
  const tokens = await refresh.renew(session)
  assert.ok(tokens.access !== session.tokens.access && tokens.expiresAt)
  await instagram.checkHealth({ ...session, tokens: { ...session.tokens, ...tokens } })
  fake.instagramTokens.delete(session.tokens.access)
  assert.equal((await catchPlatformError(refresh.renew(session))).kind, 'auth')
  fake.tokenAgeMs = 0
  const page = await signIn('facebook')
  assert.deepEqual(await refresh.renew(page), page.tokens)
})

test('no secret is in an error of a sign-in', async () => {
  const { back, exchange } = await grant()
  const { tokens } = await exchange()
  fake.echoes = true
  const used = await catchPlatformError(exchange())
  fake.refusals.length = 0
  const early = await catchPlatformError(refresh.renew({ ...call, tokens, identity: {} as never }))
  fake.echoes = false
  assert.deepEqual([used.kind, used.rule], ['invalid', 'instagram.oauth.refused'])
  for (const secret of [back.code, fake.instagramApp.secret, tokens.access])
    for (const error of [used, early]) assert.ok(!serializeError(error).includes(secret), secret)
})

for (const login of ['instagram', 'facebook'] as const)
  test(`a carousel is created from ready items and published once, signed in at ${login}`, async () => {
    const session = await signIn(login)
    const media = [photo({ altText: 'A wall' }), videoFile(), photo()]
    const attempt = createAttempt('Three', { collaborators: ['friend'] }, media)
    fake.containerPolls = 2
    const steps: (number | undefined)[] = []
    let step = await publish.prepare(session, attempt, null)
    while (step.retryAfterSeconds !== undefined) {
      steps.push(step.retryAfterSeconds)
      step = await publish.prepare(session, attempt, step.prepared)
    }
    fake.containerPolls = 0
    assert.ok(steps.length >= 4)
    const committed = { ...attempt, prepared: step.prepared }
    const made = [...fake.containers.values()].filter(({ account }) => account === session.entity.externalId)
    assert.deepEqual(
      made.map(({ type, alt, isItem }) => [type, alt, isItem]),
      [
        ['IMAGE', 'A wall', true],
        ['VIDEO', undefined, true],
        ['IMAGE', undefined, true],
        ['CAROUSEL', undefined, false],
      ],
    )
    assert.deepEqual(await find(session, committed), { state: 'absent' })
    fake.faults.push({ fault: 'drop_after', matches: isRequestFrom(session, 'POST') })
    assert.equal((await catchPlatformError(mutate(session, committed))).kind, 'ambiguous')
    const [post] = listAccountMedia(session)
    const found = await find(session, committed)
    assert.ok(found.state === 'published' && found.post.externalId === post.id)
    const again = await mutate(session, committed)
    assert.deepEqual([again.externalId, listAccountMedia(session).length], [post.id, 1])
    assert.match(again.externalUrl ?? '', /^https:\/\/www\.instagram\.com\/p\//)
  })

test('a refusal that may come after the post was published is looked up', async () => {
  const session = await signIn()
  const attempt = await prepare(session, createAttempt('Maybe'))
  const container = (attempt.prepared as Any).post.id
  fake.refusals.push(new GraphRefusal(4, 'blocked', { subcode: 2_207_051 }))
  // The first call reads the status.
  const error = await catchPlatformError(mutate(session, attempt))
  assert.deepEqual([error.kind, error.rule], ['unavailable', 'instagram.account.blocked'])
  fake.containers.get(container).published = fake.keepMedia(fake.accounts.get(session.entity.externalId)!, {
    caption: 'Maybe',
  }).id
  assert.equal((await find(session, attempt)).state, 'published')
})

test('a post or status that cannot be read leads to no decision, and the operator sees the response', async () => {
  const session = await signIn()
  const attempt = await prepare(session, createAttempt('Unreadable'))
  const reported: UnexpectedShape[] = []
  const report = (unexpected: UnexpectedShape) => void reported.push(unexpected)
  await mutate(session, attempt)
  for (const [text, replacement, field] of [
    ['"Unreadable"', '{}', 'data.0.caption'],
    ['"timestamp":"', '"timestamp":"at ', 'data.0.timestamp'],
    ['"PUBLISHED"', '"ELSEWHERE"', 'status_code'],
  ] as const) {
    const failure = await catchPlatformError(find({ ...withReplacedText(session, text, replacement), report }, attempt))
    assert.deepEqual([failure.kind, failure.rule], ['unavailable', 'instagram.response.unexpected'])
    assert.equal(reported.pop()?.field, field)
  }
})

test('a publishing response without the id of the post is ambiguous', async () => {
  const session = await signIn()
  const attempt = await prepare(session, createAttempt('Without id'))
  const http: Http = async (request) => {
    const reply = await session.http(request)
    return request.url.includes('media_publish') ? { ...reply, body: Buffer.from('{"success":true}') } : reply
  }
  const failure = await catchPlatformError(mutate({ ...session, http }, attempt))
  assert.deepEqual([failure.kind, failure.rule], ['ambiguous', 'instagram.response.unexpected'])
  assert.equal((await find(session, attempt)).state, 'published')
})

test('a single video is a reel; a story has no caption and is found by its time', async () => {
  const session = await signIn()
  const reel = await prepare(session, createAttempt('Watch', { share_to_feed: false }, [videoFile()]))
  await mutate(session, reel)
  const story = await prepare(session, createAttempt('', { kind: 'story' }))
  const { externalId } = await mutate(session, story)
  assert.deepEqual(
    listAccountMedia(session).map(({ type }) => type),
    ['REELS', 'STORIES'],
  )
  const found = await find(session, story)
  assert.ok(found.state === 'published' && found.post.externalId === externalId)
  const [counted] = await metrics.posts.read(session, [externalId])
  assert.deepEqual(counted?.metrics, { likes: 0, comments: 0, views: 6, reach: 6, shares: 6 })
})

test('media that Instagram cannot use are refused, and an expired container is created again', async () => {
  const session = await signIn()
  fake.containerPolls = -1
  const { prepared } = await publish.prepare(session, createAttempt('Bad', {}, [videoFile()]), null)
  const refused = await catchPlatformError(publish.prepare(session, createAttempt('Bad', {}, [videoFile()]), prepared))
  assert.deepEqual([refused.kind, refused.rule], ['invalid', 'instagram.video.format'])
  fake.containerPolls = 0
  const attempt = await prepare(session, createAttempt('Late'))
  const container = fake.containers.get((attempt.prepared as Any).post.id)
  container.isExpired = true
  assert.deepEqual(await find(session, attempt), { state: 'absent' })
  const expired = await catchPlatformError(mutate(session, attempt))
  assert.deepEqual([expired.kind, expired.isStale], ['unavailable', true])
  const next = await prepare(session, attempt)
  assert.notEqual((next.prepared as Any).post.id, container.id)
})

test('an account that has used its quota of posts waits', async () => {
  const session = await signIn()
  fake.quota = { used: 25, total: 25 }
  const error = await catchPlatformError(publish.prepare(session, createAttempt('Too much'), null))
  fake.quota = { used: 0, total: 100 }
  assert.deepEqual([error.kind, error.rule, error.retryAfterSeconds], ['rate_limited', 'instagram.rate.posts', 3600])
})

test('each documented error has its kind and its rule', async () => {
  const session = await signIn()
  const table: [code: number, subcode: number | undefined, kind: string, rule: string][] = [
    [-2, 2_207_003, 'unavailable', 'media.timeout'],
    [-2, 2_207_020, 'unavailable', 'container.expired'],
    [-1, 2_207_001, 'unavailable', 'server.error'],
    [-1, 2_207_032, 'unavailable', 'container.failed'],
    [-1, 2_207_053, 'unavailable', 'media.upload'],
    [1, 2_207_057, 'invalid', 'video.thumbnail'],
    [9, 2_207_042, 'rate_limited', 'rate.posts'],
    [24, 2_207_006, 'unavailable', 'container.missing'],
    [24, 2_207_008, 'unavailable', 'container.expired'],
    [25, 2_207_050, 'invalid', 'account.restricted'],
    [100, 2_207_023, 'invalid', 'media.type'],
    [100, 2_207_028, 'invalid', 'carousel.items'],
    [352, 2_207_026, 'invalid', 'video.format'],
    [9004, 2_207_052, 'invalid', 'media.fetch'],
    [9007, 2_207_027, 'unavailable', 'container.processing'],
    [36_000, 2_207_004, 'invalid', 'image.max_bytes'],
    [36_001, 2_207_005, 'invalid', 'image.format'],
    [36_003, 2_207_009, 'invalid', 'image.ratio'],
    [36_004, 2_207_010, 'invalid', 'text.max_characters'],
    [190, 463, 'auth', 'token.expired'],
    [10, undefined, 'invalid', 'permission.missing'],
    [4, undefined, 'rate_limited', 'rate.app'],
  ]
  for (const [code, subcode, kind, rule] of table) {
    fake.refusals.push(new GraphRefusal(code, 'Instagram says no', { ...(subcode !== undefined && { subcode }) }))
    const error = await catchPlatformError(publish.prepare(session, createAttempt('Refused'), null))
    assert.deepEqual([error.kind, error.rule], [kind, `instagram.${rule}`], `${code}/${subcode}`)
  }
})

test('images are JPEG, carousels have at most ten items, stories no text, and captions at most thirty hashtags', () => {
  const check = (media = [photo()], options: object = {}, text = 'Text') =>
    instagram
      .validate({ text, media, options: options as Record<string, unknown> }, { kind: 'account', metadata: {} })
      .map(({ rule }) => rule)
  const tall = photo({ width: 1080, height: 1920 })
  assert.deepEqual(check(), [])
  assert.deepEqual(check([photo({ mime: 'image/png' })]), ['instagram.media.type'])
  assert.deepEqual(check([]), ['instagram.media.required'])
  assert.deepEqual(check([tall]), ['instagram.image.ratio'])
  assert.deepEqual(check([tall], { kind: 'story' }, ''), [])
  assert.deepEqual(check([tall], { kind: 'story' }), ['instagram.story.text'])
  assert.deepEqual(check([tall, tall], { kind: 'story' }, ''), ['instagram.story.one_medium'])
  assert.deepEqual(check([videoFile({ durationSeconds: 61 })], { kind: 'story' }, ''), ['instagram.story.duration'])
  assert.deepEqual(check([photo()], { kind: 'reel' }), ['instagram.reel.video_required'])
  assert.ok(check(Array.from({ length: 11 }, () => photo())).includes('instagram.media.max_count'))
  assert.deepEqual(check([photo()], {}, '#a '.repeat(31)), ['instagram.text.hashtags'])
})

test('totals are read for three days, reach for thirty, and counts for today', async () => {
  const session = await signIn('facebook')
  const today = session.now().toISOString().slice(0, 10)
  const points = await metrics.account.daily(session, { since: '2026-01-01', until: today })
  const count = (name: string) => points.filter(({ metric }) => metric === name).length
  assert.deepEqual(
    [count('reach'), count('views'), count('engagements'), count('followers'), count('posts')],
    [30, 3, 3, 1, 1],
  )
})
