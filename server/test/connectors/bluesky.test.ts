import assert from 'node:assert/strict'
import { test } from 'node:test'
import { connector as bluesky } from '../../src/connectors/bluesky/connector.ts'
import { detectFacets } from '../../src/connectors/bluesky/facets.ts'
import { newTid, toTid } from '../../src/connectors/bluesky/tid.ts'
import type { PlatformError } from '../../src/connectors/platform-error.ts'
import type { CommittedAttempt, ReadableMedia } from '../../src/connectors/publish.ts'
import type { Session } from '../../src/connectors/session.ts'
import { createProfile, startConnection } from '../support/account-scene.ts'
import { startBluesky } from '../support/connectors/bluesky.ts'
import { catchPlatformError, picture, videoFile } from '../support/connectors/loopback.ts'
import { bootPosts, ingestImage } from '../support/post-scene.ts'

const { publish, comments, metrics, auth } = bluesky
assert.ok(publish?.find && publish.newHandle && publish.unpublish && comments && metrics && auth.signIn)
const { find, newHandle, unpublish } = publish
const { signIn: signInWith, refresh } = auth
const { fake, call, signIn, isRequestFrom } = await startBluesky(1500)

function createAttempt(text: string, options: object = {}, media: readonly ReadableMedia[] = []): CommittedAttempt {
  const moment = new Date()
  const handle = newHandle?.(moment, crypto.getRandomValues(new Uint8Array(8))) ?? ''
  const draft = { text, media, options: options as Record<string, unknown> }
  return { draft, handle, createdAt: moment, intentAt: moment, prepared: null }
}

async function prepare(session: Session, attempt: CommittedAttempt): Promise<CommittedAttempt> {
  const { prepared } = await publish!.prepare(session, attempt, null)
  return { ...attempt, prepared }
}

const serializeError = (error: PlatformError) =>
  JSON.stringify([error.message, error.stack, error.platformResponse, error.rule])

test('the data server is found from a handle, a DID or its own address', async () => {
  const { did, handle, password } = fake.signUp('finder.test')
  for (const credential of [
    { identifier: handle },
    { identifier: '@Finder.test' },
    { identifier: did },
    { identifier: handle, service: `${fake.pds}/` },
  ]) {
    const grant = await signInWith(call, { ...credential, app_password: password })
    assert.deepEqual([grant.identity.externalId, grant.tokens.extra?.['pds']], [did, fake.pds])
    assert.deepEqual([grant.scopes, grant.identity.username], [['com.atproto.appPass'], handle])
    assert.ok(grant.tokens.expiresAt && grant.tokens.expiresAt.getTime() > Date.now() + 7_000_000)
  }
})

test('an unknown handle, a wrong password and too many sign-ins are different errors, and none contains the password', async () => {
  const { handle } = fake.signUp('wrong.test')
  fake.echoes = true
  const secret = 'abcd-efgh-ijkl-mnop'
  const unknown = await catchPlatformError(signInWith(call, { identifier: 'nobody.test', app_password: secret }))
  assert.deepEqual([unknown.kind, unknown.rule], ['invalid', 'bluesky.handle_not_found'])
  const wrong = await catchPlatformError(signInWith(call, { identifier: handle, app_password: secret }))
  assert.equal(wrong.kind, 'auth')
  let last = wrong
  for (let count = 0; count < 30; count++)
    last = await catchPlatformError(signInWith(call, { identifier: handle, app_password: secret }))
  assert.equal(last.kind, 'rate_limited')
  assert.ok(last.retryAfterSeconds === 120 || last.retryAfterSeconds === 121, String(last.retryAfterSeconds))
  for (const error of [unknown, wrong, last]) assert.ok(!serializeError(error).includes(secret), serializeError(error))
  fake.echoes = false
})

test('links, tags and mentions are marked by their bytes', async () => {
  const text =
    'Grüße 👋 an @friend.test (siehe https://example.com/ä?b=c#d). example.org! #töst, #1 @nobody.test mail@x.de Node.js'
  const found = await detectFacets(text, async (handle) => (handle === 'friend.test' ? 'did:plc:friend' : undefined))
  const bytes = Buffer.from(text)
  assert.deepEqual(
    found.map(({ index, features: [feature] }) => [
      bytes.subarray(index.byteStart, index.byteEnd).toString(),
      feature['did'] ?? feature['uri'] ?? feature['tag'],
    ]),
    [
      ['@friend.test', 'did:plc:friend'],
      ['https://example.com/ä?b=c#d', 'https://example.com/ä?b=c#d'],
      ['example.org', 'https://example.org'],
      ['#töst', 'töst'],
    ],
  )
})

test('each handle of a text is resolved once, and no more of them than fit into a post', async () => {
  const requested: string[] = []
  const resolve = async (handle: string) => void requested.push(handle)
  await detectFacets('@a.test and @A.test', resolve)
  assert.deepEqual(requested.splice(0), ['a.test'])
  await detectFacets(Array.from({ length: 1600 }, (_, at) => `@${at}.test`).join(' '), resolve)
  assert.equal(requested.length, 50)
})

test('a post has its facets, languages, tags and labels, and keeps the date of its first attempt', async () => {
  const session = await signIn()
  const { did } = fake.signUp('mentioned.test')
  const options = { langs: ['de', 'en'], tags: ['extra'], labels: ['nudity'] }
  const attempt = await prepare(session, createAttempt('Hi @mentioned.test see https://example.com #tag', options))
  const { externalId, externalUrl } = await publish.mutate(session, attempt)
  const record = fake.records.get(externalId)?.value
  assert.deepEqual(
    record.facets.map(({ features: [feature] }: { features: Record<string, string>[] }) => feature),
    [
      { $type: 'app.bsky.richtext.facet#mention', did },
      { $type: 'app.bsky.richtext.facet#link', uri: 'https://example.com' },
      { $type: 'app.bsky.richtext.facet#tag', tag: 'tag' },
    ],
  )
  assert.deepEqual([record.langs, record.tags, record.labels.values], [['de', 'en'], ['extra'], [{ val: 'nudity' }]])
  assert.equal(record.createdAt, attempt.createdAt.toISOString())
  assert.equal(externalUrl, `https://bsky.app/profile/${session.identity.externalId}/post/${attempt.handle}`)
})

test('pictures are uploaded with their alternative text and aspect ratio', async () => {
  const session = await signIn()
  const media = [
    picture({ width: 800, height: 600 }),
    picture({ altText: 'Known', checksum: `sha256:${'1'.repeat(64)}` }),
  ]
  const attempt = await prepare(session, createAttempt('Two', { alt_texts: ['First'] }, media))
  const { externalId } = await publish.mutate(session, attempt)
  const { images } = fake.records.get(externalId)?.value.embed ?? {}
  assert.deepEqual(
    [images[0].alt, images[0].aspectRatio, images[1].alt],
    ['First', { width: 800, height: 600 }, 'Known'],
  )
  assert.deepEqual([images[0].image.mimeType, images[0].image.size], ['image/png', 70])
})

test('an old upload is repeated, and a post whose upload was deleted can still be published', async () => {
  const session = await signIn()
  const attempt = await prepare(session, createAttempt('Late', {}, [picture()]))
  fake.blobs.clear()
  assert.equal((await catchPlatformError(publish.mutate(session, attempt))).kind, 'unavailable')
  const later = { ...session, now: () => new Date(Date.now() + 40 * 60_000) }
  const { prepared } = await publish.prepare(later, attempt, attempt.prepared)
  await publish.mutate(session, { ...attempt, prepared })
})

test('a post waits while the service processes its video', async () => {
  const session = await signIn()
  fake.videoPolls = 1
  const attempt = createAttempt('Moving', { alt_texts: ['A video'] }, [videoFile()])
  const steps = [await publish.prepare(session, attempt, null)]
  while (steps.at(-1)?.retryAfterSeconds) steps.push(await publish.prepare(session, attempt, steps.at(-1)!.prepared))
  assert.equal(steps.length, 3)
  const { externalId } = await publish.mutate(session, { ...attempt, prepared: steps.at(-1)!.prepared })
  const { $type, video, alt, aspectRatio } = fake.records.get(externalId)?.value.embed ?? {}
  assert.deepEqual([$type, video.mimeType, alt], ['app.bsky.embed.video', 'video/mp4', 'A video'])
  assert.deepEqual(aspectRatio, { width: 640, height: 360 })
  assert.equal(fake.requests.filter(({ path }) => path.endsWith('uploadVideo')).length, 1)
})

test('a video that cannot be processed is refused with the reason', async () => {
  const session = await signIn()
  Object.assign(fake, { videoPolls: 0, videoFailure: 'encoding_failure' })
  const attempt = createAttempt('Broken', {}, [videoFile()])
  const { prepared } = await publish.prepare(session, attempt, null)
  const error = await catchPlatformError(publish.prepare(session, attempt, prepared))
  assert.deepEqual([error.kind, error.rule], ['invalid', 'bluesky.video.processing'])
  fake.videoFailure = undefined
})

test('the same handle twice creates one post, and the second response names the first', async () => {
  const session = await signIn()
  const attempt = await prepare(session, createAttempt('Once'))
  const first = await publish.mutate(session, attempt)
  assert.deepEqual(await publish.mutate(session, attempt), first)
  assert.equal(fake.posts(session.identity.externalId).length, 1)
})

test('another post at the same handle is not mistaken for ours', async () => {
  const session = await signIn()
  const attempt = await prepare(session, createAttempt('Mine'))
  await publish.mutate(session, attempt)
  const other = { ...attempt, draft: { ...attempt.draft, text: 'Not mine' } }
  assert.equal((await find(session, other)).state, 'failed')
  assert.equal((await catchPlatformError(publish.mutate(session, other))).rule, 'bluesky.handle.taken')
})

for (const fault of ['hang_after', 'error_after', 'drop_after'] as const)
  test(`a post whose response is lost (${fault}) is found afterwards`, async () => {
    const session = await signIn()
    const attempt = await prepare(session, createAttempt(`Lost by ${fault}`))
    fake.faults.push({ fault, matches: isRequestFrom(session) })
    assert.equal((await catchPlatformError(publish.mutate(session, attempt))).kind, 'ambiguous')
    const finding = await find(session, attempt)
    assert.ok(finding.state === 'published')
    assert.deepEqual(finding.post, await publish.mutate(session, attempt))
    assert.equal(fake.posts(session.identity.externalId).length, 1)
  })

test('a post that never arrived is absent', async () => {
  const session = await signIn()
  const attempt = await prepare(session, createAttempt('Never'))
  fake.faults.push({ fault: 'error_before', matches: isRequestFrom(session) })
  assert.equal((await catchPlatformError(publish.mutate(session, attempt))).kind, 'ambiguous')
  assert.deepEqual(await find(session, attempt), { state: 'absent' })
})

test("a refusal by the lexicon is invalid, with the server's message", async () => {
  const session = await signIn()
  const attempt = await prepare(session, createAttempt('x'.repeat(301)))
  const error = await catchPlatformError(publish.mutate(session, attempt))
  assert.deepEqual([error.kind, error.rule], ['invalid', 'bluesky.invalid_request'])
  assert.match(error.message, /maximum 300/)
})

test('an expired token is an auth error, a renewal brings new tokens, and no error contains a token', async () => {
  const session = await signIn()
  fake.advance(3 * 3_600_000)
  fake.echoes = true
  const expired = await catchPlatformError(bluesky.checkHealth(session))
  assert.deepEqual([expired.kind, expired.platformResponse?.code], ['auth', 'ExpiredToken'])
  const tokens = await refresh!.renew(session)
  assert.ok(tokens.refresh && tokens.expiresAt)
  await bluesky.checkHealth({ ...session, tokens: { ...session.tokens, ...tokens } })
  fake.dead.add(session.tokens.refresh ?? '')
  const dead = await catchPlatformError(refresh!.renew(session))
  assert.equal(dead.kind, 'auth')
  for (const secret of [session.tokens.access, session.tokens.refresh ?? ''])
    for (const error of [expired, dead]) assert.ok(!serializeError(error).includes(secret))
  fake.echoes = false
  fake.advance(-3 * 3_600_000)
})

test('a deactivated account is a health error and cannot publish', async () => {
  const session = await signIn()
  const attempt = await prepare(session, createAttempt('Asleep'))
  fake.people.get(session.identity.externalId)!.isActive = false
  const { issues } = await bluesky.checkHealth(session)
  assert.equal(issues[0]?.severity, 'error')
  assert.equal((await auth.listEntities(session))[0]?.selectable, false)
  assert.equal((await catchPlatformError(publish.mutate(session, attempt))).kind, 'auth')
})

async function talk() {
  const session = await signIn()
  const { externalId } = await publish!.mutate(session, await prepare(session, createAttempt('Ask me')))
  const root = { uri: externalId, cid: fake.records.get(externalId)?.cid }
  const { did } = fake.signUp('asker.test')
  const say = (text: string, { parent = root, ...more }: { parent?: object; createdAt?: string } = {}) =>
    fake.write(did, { text, reply: { root, parent }, ...more })
  const replyTo = async (uri: string, handle: string) =>
    comments!.reply(session, { externalId: uri, mediaExternalId: externalId }, { body: 'Yes', handle })
  return { session, externalId, root, did, say, replyTo }
}

test('each reply arrives once, over all pages, and our reply joins the thread', async () => {
  const { session, externalId, say, replyTo } = await talk()
  say('Old')
  const first = await comments.list(session, { cursor: null, posts: [] })
  assert.deepEqual([first.items.map(({ body }) => body), first.hasMore], [['Old'], false])
  for (let count = 0; count < 150; count++) say(`Question ${count}`)
  const seen: string[] = []
  let { cursor } = first
  for (let hasMore = true; hasMore; ) {
    const batch = await comments.list(session, { cursor, posts: [] })
    seen.push(...batch.items.map(({ body }) => body ?? ''))
    ;({ cursor, hasMore } = batch)
  }
  assert.deepEqual([seen.length, new Set(seen).size, seen.includes('Old')], [150, 150, false])
  assert.deepEqual((await comments.list(session, { cursor, posts: [] })).items, [])
  const question = say('Deep?')
  const reply = await replyTo(question, 'cmt_1')
  assert.deepEqual([reply.mediaExternalId, reply.parentExternalId, reply.isOwn], [externalId, question, true])
  assert.equal((await replyTo(question, 'cmt_1')).externalId, reply.externalId)
  const deeper = say('Really?', { parent: { uri: reply.externalId, cid: fake.records.get(reply.externalId)?.cid } })
  const { items } = await comments.list(session, { cursor, posts: [] })
  assert.equal(items.find((item) => item.externalId === deeper)?.parentExternalId, reply.externalId)
})

test("a reply is found when it is backdated, below other notifications, or excluded by the account's filter", async () => {
  const { session, root, did, say, replyTo } = await talk()
  let cursor: string | null = null
  const news = async () => {
    const batch = await comments.list(session, { cursor, posts: [] })
    ;({ cursor } = batch)
    return batch.items.map(({ body }) => body)
  }
  assert.deepEqual(await news(), [])
  fake.people.get(session.identity.externalId)!.isPriority = true
  say('Prompt')
  assert.deepEqual(await news(), ['Prompt'])
  say('Slow', { createdAt: new Date(Date.now() - 300_000).toISOString() })
  assert.deepEqual(await news(), ['Slow'])
  const buried = say('Buried')
  for (let count = 0; count < 250; count++) fake.write(did, { text: 'Look', embed: { record: root } })
  assert.deepEqual([await news(), await news()], [['Buried'], []])
  fake.isBehind = true
  const own = await replyTo(buried, 'a')
  assert.equal((await replyTo(own.externalId, 'b')).parentExternalId, own.externalId)
  fake.isBehind = false
  await comments.delete!(session, own.externalId)
  assert.equal((await catchPlatformError(replyTo(own.externalId, 'c'))).rule, 'bluesky.comment.gone')
})

test('counts that are not reported are left out, and a deleted post has none', async () => {
  const session = await signIn()
  const { externalId } = await publish.mutate(session, await prepare(session, createAttempt('Count')))
  Object.assign(fake.people.get(session.identity.externalId)!.counts, { likes: 3, reposts: 2, quotes: 1, followers: 9 })
  const gone = externalId.replace(/\w{13}$/, toTid('gone'))
  assert.deepEqual(await metrics.posts.read(session, [externalId, gone]), [
    { externalId, metrics: { likes: 3, comments: 0, shares: 2, quotes: 1 } },
  ])
  const today = new Date().toISOString().slice(0, 10)
  assert.deepEqual(await metrics.account.daily(session, { since: today, until: today }), [
    { metric: 'followers', date: today, value: 9 },
    { metric: 'posts', date: today, value: 1 },
  ])
  fake.unindexed = true
  assert.deepEqual(await metrics.posts.read(session, [externalId]), [
    { externalId, metrics: { likes: 3, comments: 0 } },
  ])
  assert.deepEqual(await metrics.account.daily(session, { since: today, until: today }), [])
  fake.unindexed = false
  await unpublish(session, externalId)
  assert.deepEqual(await metrics.posts.read(session, [externalId]), [])
})

test("limits count graphemes and bytes, and the account's server may have smaller ones", () => {
  const check = (text: string, media: ReadableMedia[] = [], metadata = {}) =>
    bluesky.validate({ text, media, options: {} }, { kind: 'account', metadata }).map(({ rule }) => rule)
  assert.deepEqual(check('👩‍👩‍👧‍👦'.repeat(120)), [])
  assert.deepEqual(check('👩‍👩‍👧‍👦'.repeat(121)), ['bluesky.text.max_bytes'])
  assert.deepEqual(check('a'.repeat(301)), ['bluesky.text.max_graphemes'])
  assert.deepEqual(check('', [picture({ bytes: 2_000_001 })]), ['bluesky.image.max_bytes'])
  assert.deepEqual(check('', [picture({ bytes: 900_000 })], { blob_bytes_max: 800_000 }), ['bluesky.image.max_bytes'])
  assert.deepEqual(check('', [picture(), videoFile()]), ['bluesky.media.mixed'])
})

test('handles are TIDs with the current time, and the same name always gives the same one', () => {
  const moment = new Date('2026-01-15T09:30:00.000Z')
  const tids = Array.from({ length: 50 }, () => newTid(moment, crypto.getRandomValues(new Uint8Array(8))))
  assert.ok(
    tids.every((tid) => /^3m[2-7a-z]{11}$/.test(tid)),
    tids[0],
  )
  assert.ok(new Set(tids).size > 45)
  assert.equal(toTid(tids[0] ?? ''), tids[0])
  assert.equal(toTid('cmt_1'), toTid('cmt_1'))
  assert.notEqual(toTid('cmt_1'), toTid('cmt_2'))
})

test('through the API an account is connected and checked, and a post is published whose picture was deleted', async () => {
  const env = { BLUESKY_URL: fake.entryway, BLUESKY_PLC_URL: fake.app.plcUrl, LOG_LEVEL: 'silent' }
  const world = await bootPosts({ env })
  const { live } = world
  const { handle, password, did } = fake.signUp('front.test')
  const { id } = await startConnection(live, await createProfile(live), { platform: 'bluesky' })
  const complete = (app_password: string) =>
    live('POST', `/v1/connections/${id}/complete`, { credentials: { identifier: handle, app_password } })
  const wrong = await complete('wrong-wrong-wrong')
  assert.equal(wrong.status, 422, wrong.text)
  assert.ok(!wrong.text.includes('wrong-wrong-wrong'))
  const odd = [
    { identifier: handle, service: 'https://[' },
    { identifier: handle, service: 'https://a:b:c' },
    { identifier: handle, service: 'https://user:word@example.com' },
    { identifier: 'did:web:%' },
    { identifier: 'did:web:a%2Fb' },
    { identifier: 'did:web:' },
    { identifier: 'did:plc:' },
    { identifier: 'did:odd:one' },
  ]
  for (const typed of odd) {
    const refused = await live('POST', `/v1/connections/${id}/complete`, {
      credentials: { app_password: 'word', ...typed },
    })
    assert.equal(refused.status, 422, `${JSON.stringify(typed)} ${refused.text}`)
  }
  const right = await complete(password)
  assert.equal(right.status, 200, right.text)
  const [account] = (await live('GET', '/v1/accounts?platform=bluesky')).body.data
  assert.deepEqual([account?.external_identity_id, account?.status, account?.username], [did, 'connected', handle])
  const health = await live('POST', `/v1/accounts/${account.id}/health`)
  assert.equal(health.status, 200, health.text)
  fake.people.get(did)!.handle = 'renamed.test'
  await live('POST', `/v1/accounts/${account.id}/health`)
  assert.equal((await live('GET', `/v1/accounts/${account.id}`)).body.username, 'renamed.test')

  const media_ids = [await ingestImage(live, world.queue)]
  fake.forgets = true
  const made = await world.post({ content: 'Seen', media_ids, targets: [{ account_id: account.id }] })
  await world.pass(0)
  const [target] = (await world.read(made.id)).targets
  assert.deepEqual([target.status, target.error.code], ['pending', 'unavailable'])
  fake.forgets = false
  await world.pass(30)
  assert.equal((await world.read(made.id)).status, 'published')
})
