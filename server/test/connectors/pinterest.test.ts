import assert from 'node:assert/strict'
import { test } from 'node:test'
import { connector as pinterest } from '../../src/connectors/pinterest/connector.ts'
import type { ReadableMedia } from '../../src/connectors/publish.ts'
import type { Http, UnexpectedShape } from '../../src/connectors/session.ts'
import { catchPlatformError, picture, videoFile } from '../support/connectors/loopback.ts'
import { readDescription, skipWithout } from '../support/connectors/openapi-description.ts'
import { createAttempt, isRequestFrom, prepare, startPinterest } from '../support/connectors/pinterest.ts'
import { bootPlatform } from '../support/platform-scene.ts'
import { ingestImage } from '../support/post-scene.ts'

const { publish, metrics, auth, readUsage } = pinterest
assert.ok(publish?.find && publish.unpublish && metrics && readUsage)
const { find } = publish
const { fake, signIn } = await startPinterest(20_000)

const film = (changes: Partial<ReadableMedia> = {}) => videoFile({ durationSeconds: 10, ...changes })
const sentSource = (externalId: string) => fake.pins.get(externalId).source

test('a pin has its texts and options, and Pinterest fetches its image from our address', async () => {
  const session = await signIn()
  const section = fake.addSection(session.entity.externalId, 'Cakes')
  const options = { title: 'A cake', link: 'https://example.com/cake', board_section_id: section }
  const attempt = await prepare(session, createAttempt('With cream', options, [picture({ altText: 'A cake' })]))
  const { externalId, externalUrl } = await publish.mutate(session, attempt)
  const { board_id, board_section_id, title, description, link, alt_text, source } = fake.pins.get(externalId)
  assert.deepEqual(
    [board_id, board_section_id, title, description, link, alt_text],
    [session.entity.externalId, section, 'A cake', 'With cream', 'https://example.com/cake', 'A cake'],
  )
  assert.deepEqual(source, { source_type: 'image_url', url: 'https://example.com/medium' })
  assert.equal(externalUrl, `https://www.pinterest.com/pin/${externalId}/`)
  assert.equal((await find(session, attempt)).state, 'published')
})

test('two to five images make one pin', async () => {
  const session = await signIn()
  const media = [picture(), picture({ id: 'med_two' }), picture({ id: 'med_three' })]
  const { externalId } = await publish.mutate(session, await prepare(session, createAttempt('Three', {}, media)))
  assert.equal(sentSource(externalId).source_type, 'multiple_image_urls')
  assert.equal(sentSource(externalId).items.length, 3)
})

test('a video is uploaded once with the given parameters, waited for, and shown with a cover', async () => {
  const session = await signIn()
  fake.mediaPolls = 2
  const attempt = createAttempt('Moving', { cover_image_key_frame_time: 3 }, [film()])
  const steps = [await publish.prepare(session, attempt, null)]
  while (steps.at(-1)?.retryAfterSeconds) steps.push(await publish.prepare(session, attempt, steps.at(-1)!.prepared))
  assert.equal(steps.length, 4)
  const uploads = fake.exchanges.filter(({ request }) => request.path === '/s3/')
  assert.deepEqual([uploads.length, uploads[0]?.reply.status], [1, 204])
  const { externalId } = await publish.mutate(session, { ...attempt, prepared: steps.at(-1)!.prepared })
  const { media_id, ...rest } = sentSource(externalId)
  assert.deepEqual(rest, { source_type: 'video_id', cover_image_key_frame_time: 3 })
  assert.ok(fake.media.get(media_id).bytes > 5000)

  fake.mediaPolls = 0
  const cover = 'https://example.com/cover.png'
  const second = await prepare(session, createAttempt('Covered', { cover_image_url: cover }, [film()]))
  assert.equal(sentSource((await publish.mutate(session, second)).externalId).cover_image_url, cover)
  const third = await prepare(session, createAttempt('Plain', {}, [film()]))
  assert.equal(sentSource((await publish.mutate(session, third)).externalId).cover_image_key_frame_time, 0)
})

test('a video that Pinterest forgot is uploaded again, and one that it cannot process is refused with the reason', async () => {
  const session = await signIn()
  const attempt = await prepare(session, createAttempt('Gone', {}, [film()]))
  fake.media.clear()
  const again = await publish.prepare(session, attempt, attempt.prepared)
  assert.notDeepEqual(again.prepared, attempt.prepared)
  fake.mediaPolls = -1
  const broken = createAttempt('Broken', {}, [film()])
  const { prepared } = await publish.prepare(session, broken, null)
  const error = await catchPlatformError(publish.prepare(session, broken, prepared))
  assert.deepEqual([error.kind, error.rule], ['invalid', 'pinterest.video.processing'])
  fake.mediaPolls = 0
})

test('a pin is found by every field, and neither an older one nor one of another target is taken for it', async () => {
  const session = await signIn()
  const options = { title: 'Tea', link: 'https://example.com' }
  const lost = await prepare(session, createAttempt('Green tea ', options))
  fake.faults.push({ fault: 'drop_after', matches: isRequestFrom(session, 'POST') })
  assert.equal((await catchPlatformError(publish.mutate(session, lost))).kind, 'ambiguous')
  const finding = await find(session, lost)
  assert.ok(finding.state === 'published')
  const differing = [
    { text: 'Black tea' },
    { options: { ...options, title: 'Cup' } },
    { options: { ...options, link: 'https://example.com/other' } },
    { options: { ...options, alt_text: 'A cup' } },
    { options: { title: 'Tea' } },
    { media: [picture(), picture()] },
  ]
  for (const change of differing) {
    const other = { ...lost, draft: { ...lost.draft, ...change } }
    assert.deepEqual(await find(session, other), { state: 'absent' }, JSON.stringify(change))
  }
  const { externalId } = finding.post
  const belongsToOtherTarget = async (id: string) => id === externalId
  assert.deepEqual(await find(session, { ...lost, belongsToOtherTarget }), { state: 'absent' })
  const twin = await publish.mutate(session, lost)
  const found = await find(session, { ...lost, belongsToOtherTarget })
  assert.ok(found.state === 'published' && found.post.externalId === twin.externalId)
  const later = { ...lost, intentAt: new Date(Date.now() + 3_600_000) }
  assert.deepEqual(await find(session, later), { state: 'absent' })
})

test('a pin is found behind hundreds of newer ones', async () => {
  const session = await signIn()
  const attempt = await prepare(session, createAttempt('Deep'))
  const { externalId } = await publish.mutate(session, attempt)
  const pin = fake.pins.get(externalId)
  for (let count = 0; count < 300; count++)
    fake.pins.set(`9${count}`, { ...pin, id: `9${count}`, description: `Other ${count}` })
  const finding = await find(session, attempt)
  assert.ok(finding.state === 'published' && finding.post.externalId === externalId)
})

test('a pin that cannot be read may be ours: the post is not taken for absent, and the operator sees the response', async () => {
  const session = await signIn()
  const attempt = await prepare(session, createAttempt('Unreadable'))
  await publish.mutate(session, attempt)
  const http: Http = async (request) => {
    const reply = await session.http(request)
    return { ...reply, body: Buffer.from(reply.body.toString().replace('"Unreadable"', '{}')) }
  }
  const reported: UnexpectedShape[] = []
  const report = (unexpected: UnexpectedShape) => void reported.push(unexpected)
  const failure = await catchPlatformError(find({ ...session, http, report }, attempt))
  assert.deepEqual([failure.kind, failure.rule], ['unavailable', 'pinterest.response.unexpected'])
  assert.match(reported[0]?.field ?? '', /^items\.\d+\.description$/)
})

test('each refusal says what happened and what to do', async () => {
  const session = await signIn()
  const send = async (text: string, options = {}, changes: Partial<ReadableMedia> = {}) =>
    catchPlatformError(
      publish.mutate(session, await prepare(session, createAttempt(text, options, [picture(changes)]))),
    )
  const rules = async (work: ReturnType<typeof send>) => {
    const { kind, rule, remediation } = await work
    assert.ok(remediation)
    return [kind, rule]
  }
  fake.hasTrialAccess = true
  assert.deepEqual(await rules(send('Trial')), ['invalid', 'pinterest.app.trial_access'])
  fake.hasTrialAccess = false
  assert.deepEqual(await rules(send('Spam', { link: 'https://spam.example.com' })), [
    'invalid',
    'pinterest.link.blocked',
  ])
  assert.deepEqual(await rules(send('x'.repeat(801))), ['invalid', 'pinterest.request.invalid'])
  assert.deepEqual(await rules(send('Nowhere', { board_section_id: '99' })), ['invalid', 'pinterest.not_found'])
  fake.unreachable.add('https://10.0.0.1/medium')
  const publicUrl = async () => 'https://10.0.0.1/medium'
  assert.deepEqual(await rules(send('Hidden', {}, { publicUrl })), ['unavailable', 'pinterest.media.unreachable'])
  fake.throttled = 1
  const throttled = await send('Fast')
  assert.deepEqual([throttled.kind, throttled.retryAfterSeconds], ['rate_limited', 41])
  fake.boards.delete(session.entity.externalId)
  assert.deepEqual(await rules(send('Gone')), ['invalid', 'pinterest.board.not_found'])
  const narrow = await signIn('narrow', ['boards:read', 'user_accounts:read'])
  const denied = await catchPlatformError(publish.mutate(narrow, await prepare(narrow, createAttempt('No'))))
  assert.deepEqual([denied.kind, denied.rule], ['invalid', 'pinterest.permission.scope'])
})

test('tokens are renewed with the new refresh token, a dead one is an auth error, and no error contains a secret', async () => {
  const session = await signIn()
  const { refresh } = auth
  assert.ok(refresh)
  const tokens = await refresh.renew(session)
  assert.ok(tokens.refresh && tokens.refresh !== session.tokens.refresh && tokens.expiresAt)
  fake.echoes = true
  const dead = await catchPlatformError(refresh.renew(session))
  assert.deepEqual([dead.kind, dead.rule], ['auth', 'pinterest.oauth.invalid_grant'])
  const wrongApp = { ...session, app: { client_id: '1500000', client_secret: 'wrong secret' } }
  const refused = await catchPlatformError(refresh.renew({ ...wrongApp, tokens: { ...session.tokens, ...tokens } }))
  assert.deepEqual([refused.kind, refused.rule], ['invalid', 'pinterest.oauth.client'])
  fake.tokens.delete(session.tokens.access)
  const ended = await catchPlatformError(pinterest.checkHealth(session))
  assert.equal(ended.kind, 'auth')
  fake.echoes = false
  for (const error of [dead, refused, ended])
    for (const secret of [session.tokens.access, session.tokens.refresh ?? '', fake.app.client_secret])
      assert.ok(!JSON.stringify([error.message, error.platformResponse]).includes(secret))
})

test('boards are the entities, over all pages, and a board of ads cannot be chosen', async () => {
  const session = await signIn('collector')
  for (let count = 0; count < 300; count++) fake.addBoard('collector', `Board ${count}`)
  fake.addBoard('collector', 'Ad-only Pins', { is_ads_only: true })
  const entities = await auth.listEntities(session)
  assert.equal(entities.length, 303)
  assert.deepEqual(
    entities.filter(({ selectable }) => !selectable).map(({ name }) => name),
    ['Ad-only Pins'],
  )
})

test('the daily series, followers and the counts of pins are read; an account without analytics has the rest', async () => {
  const session = await signIn('counted')
  const { externalId } = await publish.mutate(session, await prepare(session, createAttempt('Count')))
  const today = session.now().toISOString().slice(0, 10)
  const yesterday = new Date(Date.parse(today) - 86_400_000).toISOString().slice(0, 10)
  const daily = () => metrics.account.daily(session, { since: '2020-01-01', until: today })
  const known = [
    { metric: 'followers', date: today, value: 42 },
    { metric: 'posts', date: today, value: 1 },
  ]
  assert.deepEqual(await daily(), [
    { metric: 'impressions', date: yesterday, value: 240 },
    { metric: 'engagements', date: yesterday, value: 31 },
    { metric: 'clicks', date: yesterday, value: 20 },
    ...known,
  ])
  assert.deepEqual(await metrics.posts.read(session, [externalId, '123']), [
    { externalId, metrics: { impressions: 9, clicks: 3, saves: 2, comments: 1, likes: 4 } },
  ])
  fake.people.get('counted')!.isBusiness = false
  assert.deepEqual(await daily(), known)
})

test('limits: one size for all images, a video of four seconds or more, a cover for a video alone', () => {
  const check = (media: ReadableMedia[], options = {}) =>
    pinterest.validate({ text: '', media, options }, { kind: 'board', metadata: {} }).map(({ rule }) => rule)
  assert.deepEqual(check([picture()]), [])
  assert.deepEqual(check([picture(), picture({ width: 2 })]), ['pinterest.images.same_size'])
  assert.deepEqual(check([film({ durationSeconds: 3 })]), ['pinterest.video.min_duration'])
  assert.deepEqual(check([film(), picture({ width: 640, height: 360 })]), ['pinterest.media.mixed'])
  assert.deepEqual(check([picture()], { cover_image_key_frame_time: 1 }), ['pinterest.cover.without_video'])
  const both = { cover_image_key_frame_time: 1, cover_image_url: 'https://example.com/a.png' }
  assert.deepEqual(check([film()], both), ['pinterest.cover.both'])
})

test('the headers tell how much of a limit is used', () => {
  const now = new Date()
  const limited = { 'x-ratelimit-limit': '100, 100;w=60', 'x-ratelimit-remaining': '25', 'x-ratelimit-reset': '30' }
  assert.deepEqual(readUsage(limited, now), [{ scope: 'account', usedShare: 0.75, resetSeconds: 30 }])
  assert.deepEqual(readUsage({}, now), [])
})

test('through the API: connect, choose a board, publish once although the answer is lost, read metrics, unpublish', async () => {
  const world = await bootPlatform(fake.origins, {
    PINTEREST_CLIENT_ID: fake.app.client_id,
    PINTEREST_CLIENT_SECRET: fake.app.client_secret,
  })
  const { live, queue } = world
  const connection = await world.signIn('pinterest', (address) => fake.approve(address, 'fronty'))
  assert.equal(connection.status, 'awaiting_selection', JSON.stringify(connection))
  const boards = (await live('GET', `/v1/connections/${connection.id}/entities`)).body.data
  assert.deepEqual(
    boards.map(({ name, kind }: Record<string, string>) => [name, kind]),
    [
      ['Summer', 'board'],
      ['Winter', 'board'],
    ],
  )
  const winter = boards[1].external_id
  const chosen = await live('POST', `/v1/connections/${connection.id}/select`, { external_id: winter })
  assert.equal(chosen.status, 200, chosen.text)
  const account = chosen.body.id
  const media_ids = [await ingestImage(live, queue)]
  const bare = await live('POST', '/v1/posts/validate', { content: 'No image', targets: [{ account_id: account }] })
  assert.match(bare.text, /pinterest\.media\.required/)

  fake.faults.push({ fault: 'drop_after', matches: ({ method, path }) => method + path === 'POST/v5/pins' })
  const options = { title: 'Snow', link: 'https://example.com/snow' }
  const read = await world.publish({ content: 'Snow', media_ids, targets: [{ account_id: account, options }] })
  await world.pass(30, 3)
  const { status, targets } = await read()
  const shown = [...fake.pins.values()].filter(({ board_id }) => board_id === winter)
  assert.deepEqual([status, shown.length], ['published', 1])
  const pin = shown[0]
  assert.deepEqual(
    [targets[0].external_id, targets[0].external_url],
    [pin.id, `https://www.pinterest.com/pin/${pin.id}/`],
  )
  assert.match(pin.source.url, /\/v1\/media\/med_\w+\/content\?token=/)
  assert.equal((await world.listEvents('post.published')).length, 1)

  await world.pass(400, 4)
  const analytics = await live('GET', `/v1/posts/analytics?post_ids=${(await read()).id}`)
  assert.equal(analytics.body.data[0]?.metrics.impressions, 9, analytics.text)
  const series = await live('GET', `/v1/accounts/${account}/analytics`)
  assert.ok(
    series.body.series.some(
      ({ metric, points }: { metric: string; points: [] }) => metric === 'impressions' && points.length > 0,
    ),
    series.text,
  )
  const gone = await live('POST', `/v1/posts/${(await read()).id}/unpublish`)
  assert.ok(gone.status < 300, gone.text)
  await queue.idle()
  assert.equal(fake.pins.has(pin.id), false)
})

// Must be the last test: by now every kind of request has been made.
const file = 'pinterest-v5.json'
test('every request and every reply of the fake match the description of the API', { skip: skipWithout(file) }, () => {
  const check = readDescription({ file, prefix: '/v5' })
  // One test sends a text that is too long, which Pinterest refuses with 400.
  const described = fake.exchanges.filter(
    ({ request, reply }) => request.path.startsWith('/v5') && reply.status !== 400,
  )
  const kinds = new Set(
    described.map(({ request: { method, path } }) => `${method} ${path.replaceAll(/\/\d+/g, '/:id')}`),
  )
  assert.ok(kinds.size >= 11, [...kinds].join(', '))
  assert.deepEqual([...new Set(described.flatMap(check))], [])
})
