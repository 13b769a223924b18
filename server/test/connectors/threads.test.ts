import assert from 'node:assert/strict'
import { test } from 'node:test'
import { verifyToken } from '../../src/connectors/meta/webhooks.ts'
import type { ReadableMedia } from '../../src/connectors/publish.ts'
import type { Http, Session, UnexpectedShape } from '../../src/connectors/session.ts'
import { connector as threads } from '../../src/connectors/threads/connector.ts'
import { catchPlatformError, picture, videoFile } from '../support/connectors/loopback.ts'
import { createAttempt, isRequestFrom, prepare, startThreads } from '../support/connectors/threads.ts'
import { bootPlatform } from '../support/platform-scene.ts'
import { ingestImage } from '../support/post-scene.ts'

const { publish, comments, metrics, auth, inbound } = threads
assert.ok(publish?.find && publish.unpublish && comments?.findReply && comments.hide && comments.delete)
assert.ok(metrics && inbound?.challenge)
const { find } = publish
const { findReply, hide } = comments
const { fake, call, signIn } = await startThreads(20_000)

const send = async (session: Session, text: string, options = {}, media: ReadableMedia[] = []) => {
  const { externalId, externalUrl } = await publish.mutate(
    session,
    await prepare(session, createAttempt(text, options, media)),
  )
  return { externalId, externalUrl, post: fake.posts.get(externalId) }
}

test('a text has its options, and the post its address', async () => {
  const session = await signIn()
  const options = {
    reply_control: 'mentioned_only',
    topic_tag: 'Tea',
    link_attachment: 'https://example.com',
    quote_post_id: '123',
    enable_reply_approvals: true,
  }
  const { post, externalUrl } = await send(session, 'Green & good', options)
  assert.deepEqual([post.text, post.media_type, externalUrl], ['Green & good', 'TEXT_POST', post.permalink])
  assert.deepEqual(post.form, { ...options, enable_reply_approvals: 'true' })
})

test('images and videos of a post are processed before the post is created, each once', async () => {
  const session = await signIn()
  fake.polls = 2
  const media = [picture({ altText: 'Known' }), videoFile(), picture({ id: 'med_three' })]
  const before = fake.containers.size
  const { post } = await send(session, 'Three', { alt_texts: ['First'] }, media)
  fake.polls = 0
  assert.deepEqual([post.media_type, post.children.data.length], ['CAROUSEL_ALBUM', 3])
  assert.equal(fake.containers.size - before, 4)
  const [first, film] = post.children.data.map(({ id }: { id: string }) => fake.containers.get(id).form)
  assert.deepEqual([first.alt_text, first.media_type, film.media_type], ['First', 'IMAGE', 'VIDEO'])
  const single = await send(session, '', {}, [picture({ altText: 'Known' })])
  assert.deepEqual([single.post.media_type, single.post.form.alt_text], ['IMAGE', 'Known'])
})

test('an expired container is created again, and media that cannot be processed are refused with the reason', async () => {
  const session = await signIn()
  const attempt = await prepare(session, createAttempt('Late', {}, [picture()]))
  for (const container of fake.containers.values()) container.isExpired = true
  assert.deepEqual(await find(session, attempt), { state: 'absent' })
  const expired = await catchPlatformError(publish.mutate(session, attempt))
  assert.deepEqual([expired.kind, expired.isStale], ['unavailable', true])
  const { prepared } = await publish.prepare(session, attempt, attempt.prepared)
  await publish.mutate(session, { ...attempt, prepared })
  fake.failReason = 'INVALID_FRAME_RATE'
  const error = await catchPlatformError(prepare(session, createAttempt('Fast', {}, [videoFile()])))
  fake.failReason = ''
  assert.deepEqual([error.kind, error.rule], ['invalid', 'threads.container.invalid_frame_rate'])
  assert.match(error.message, /23 to 60/)
  const publicUrl = async () => 'https://unreachable.example.com/a.png'
  const unreachable = await catchPlatformError(prepare(session, createAttempt('Far', {}, [picture({ publicUrl })])))
  assert.deepEqual([unreachable.kind, unreachable.rule], ['unavailable', 'threads.media.unreachable'])
})

test('an error after the post was published is ambiguous, and the post is found', async () => {
  const session = await signIn()
  const attempt = await prepare(session, createAttempt('There already'))
  fake.liesAfterPublishing = true
  assert.equal((await catchPlatformError(publish.mutate(session, attempt))).kind, 'ambiguous')
  const finding = await find(session, attempt)
  assert.ok(finding.state === 'published' && finding.post.externalUrl?.includes('/post/'))
})

test('a published container is matched with its own post among others', async () => {
  const session = await signIn()
  const first = await prepare(session, createAttempt('Twins'))
  const second = await prepare(session, createAttempt('Twins'))
  await send(session, 'Another')
  const { externalId: one } = await publish.mutate(session, first)
  const { externalId: two } = await publish.mutate(session, second)
  const belongsToOtherTarget = async (id: string) => id === one
  const finding = await find(session, { ...second, belongsToOtherTarget })
  assert.ok(finding.state === 'published' && finding.post.externalId === two)
  fake.posts.get(two).text = 'Changed by Threads'
  fake.posts.get(one).text = 'Changed too'
  assert.deepEqual(await find(session, second), { state: 'unknown' }, 'it could be either of them')
  const onlyOne = async (id: string) => id !== two
  assert.equal((await find(session, { ...second, belongsToOtherTarget: onlyOne })).state, 'published')
})

/** A session that changes the text of every response from a path, and the reports of what could not be read. */
function changeResponses(session: Session, end: string, change: (text: string) => string) {
  const reported: UnexpectedShape[] = []
  const http: Http = async (request) => {
    const reply = await session.http(request)
    const isChanged = new URL(request.url).pathname.endsWith(end)
    return isChanged ? { ...reply, body: Buffer.from(change(reply.body.toString())) } : reply
  }
  const report = (unexpected: UnexpectedShape) => void reported.push(unexpected)
  return { session: { ...session, http, report }, reported }
}

test('a post that cannot be read may be ours: no other is taken for it, and the operator sees the response', async () => {
  const session = await signIn()
  const attempt = await prepare(session, createAttempt('Unreadable'))
  await publish.mutate(session, attempt)
  for (const [from, to, field] of [
    ['"Unreadable"', '{}', /^data\.\d+\.text$/],
    ['"timestamp":"', '"timestamp":"at ', /^data\.\d+\.timestamp$/],
  ] as const) {
    const changed = changeResponses(session, '/threads', (text) => text.replace(from, to))
    const failure = await catchPlatformError(find(changed.session, attempt))
    assert.deepEqual([failure.kind, failure.rule], ['unavailable', 'threads.response.unexpected'])
    assert.match(changed.reported[0]?.field ?? '', field)
  }
})

test('a container whose status cannot be read is not taken for unpublished', async () => {
  const session = await signIn()
  const attempt = await prepare(session, createAttempt('No status'))
  const { container } = attempt.prepared as { container: string }
  const changed = changeResponses(session, `/${container}`, (text) => text.replace('"status"', '"state"'))
  fake.liesAfterPublishing = true
  assert.equal((await catchPlatformError(publish.mutate(changed.session, attempt))).kind, 'ambiguous')
  const failure = await catchPlatformError(find(changed.session, attempt))
  assert.deepEqual([failure.kind, failure.rule], ['unavailable', 'threads.response.unexpected'])
  assert.equal(changed.reported[0]?.field, 'status')
})

test('a container or a post without an id is never used: publishing is then ambiguous', async () => {
  const session = await signIn()
  const attempt = await prepare(session, createAttempt('No id'))
  const publishing = changeResponses(session, '/threads_publish', () => '{}')
  const unknown = await catchPlatformError(publish.mutate(publishing.session, attempt))
  assert.deepEqual([unknown.kind, unknown.rule], ['ambiguous', 'threads.response.unexpected'])
  assert.equal((await find(session, attempt)).state, 'published')
  const creating = changeResponses(session, '/threads', () => '{}')
  const unmade = await catchPlatformError(prepare(creating.session, createAttempt('No container')))
  assert.deepEqual([unmade.kind, unmade.rule], ['unavailable', 'threads.response.unexpected'])
})

test('the daily limit is checked before any container is created', async () => {
  const session = await signIn()
  await send(session, 'One')
  fake.quotaTotal = 1
  const before = fake.containers.size
  const error = await catchPlatformError(prepare(session, createAttempt('Two')))
  fake.quotaTotal = 250
  assert.deepEqual(
    [error.kind, error.rule, error.retryAfterSeconds],
    ['rate_limited', 'threads.account.daily_posts', 3600],
  )
  assert.equal(fake.containers.size, before)
})

test('replies of any depth arrive once, over all pages, and posts without replies cost no request', async () => {
  const session = await signIn()
  const { externalId } = await send(session, 'Ask me')
  const { externalId: silent } = await send(session, 'Silence')
  const hourAgo = Date.now() - 3_600_000
  const top = fake.reply('asker', externalId, 'Old', hourAgo)
  const nested = fake.reply('other', top, 'Nested', hourAgo)
  const posts = [externalId, silent]
  const first = await comments.list(session, { cursor: null, posts })
  assert.deepEqual(
    first.items.map(({ body, mediaExternalId, parentExternalId }) => [body, mediaExternalId, parentExternalId]),
    [
      ['Old', externalId, null],
      ['Nested', externalId, top],
    ],
  )
  assert.ok(fake.requests.every(({ path }) => path !== `/v1.0/${silent}/conversation`))
  for (let count = 0; count < 150; count++) fake.reply('asker', externalId, `Question ${count}`)
  const second = await comments.list(session, { cursor: first.cursor, posts })
  const bodies = second.items.map(({ body }) => body)
  assert.deepEqual([bodies.length, new Set(bodies).size, bodies.at(-1)], [152, 152, 'Question 149'])
  assert.deepEqual((await comments.list(session, { cursor: second.cursor, posts: [] })).items, [])
  const refused = await catchPlatformError(hide(session, nested))
  assert.deepEqual([refused.kind, refused.rule], ['invalid', 'threads.comment.nested'])
  await publish.unpublish!(session, externalId)
  assert.deepEqual((await comments.list(session, { cursor: null, posts: [externalId] })).items, [])
})

test('our reply is found under its comment by its text, and no other reply is mistaken for it', async () => {
  const session = await signIn()
  const { externalId } = await send(session, 'Ask away')
  const comment = fake.reply('curious', externalId, 'Why?')
  const to = { externalId: comment, mediaExternalId: externalId }
  const reply = { body: 'Because', handle: 'cmt_1', intentAt: new Date(), otherIds: [] as string[] }
  assert.equal((await catchPlatformError(findReply(session, to, reply))).kind, 'unavailable', 'it may still arrive')
  const later = { ...session, now: () => new Date(Date.now() + 120_000) }
  assert.equal(await findReply(later, to, reply), undefined)
  fake.faults.push({ fault: 'drop_after', matches: ({ path }) => path.endsWith('/threads_publish') })
  assert.equal((await catchPlatformError(comments.reply(session, to, reply))).kind, 'ambiguous')
  const found = await findReply(later, to, reply)
  assert.deepEqual([found?.isOwn, found?.parentExternalId], [true, comment])
  fake.reply('curious', comment, 'Because')
  assert.equal(await findReply(later, to, { ...reply, otherIds: [found!.externalId] }), undefined)
  assert.equal(await findReply(later, { ...to, externalId }, reply), undefined)
  const future = new Date(Date.now() + 3_600_000)
  const muchLater = { ...session, now: () => new Date(Date.now() + 7_200_000) }
  assert.equal(await findReply(muchLater, to, { ...reply, intentAt: future }), undefined)
})

test('a token is extended when it is a day old; one that has ended is an auth error; no error contains a secret', async () => {
  fake.tokenAgeMs = 0
  const young = await signIn()
  fake.tokenAgeMs = 2 * 86_400_000
  const { refresh } = auth
  assert.ok(refresh?.extendsAccess)
  assert.equal((await catchPlatformError(refresh.renew(young))).kind, 'invalid', 'it is too young and still valid')
  const session = await signIn()
  const tokens = await refresh.renew(session)
  assert.ok(tokens.expiresAt && tokens.expiresAt.getTime() > Date.now() + 59 * 86_400_000)
  const weekOld = tokens.expiresAt.getTime() - 7 * 86_400_000 - Date.now()
  assert.ok(Math.abs(refresh.aheadSeconds * 1000 - weekOld) < 86_400_000, 'it is extended every week')
  fake.echoes = true
  fake.tokens.delete(session.tokens.access)
  const ended = await catchPlatformError(threads.checkHealth(session))
  const dead = await catchPlatformError(refresh.renew(session))
  fake.echoes = false
  assert.deepEqual([ended.kind, ended.rule, dead.kind], ['auth', 'threads.token.expired', 'auth'])
  for (const error of [ended, dead])
    for (const secret of [session.tokens.access, fake.app.client_secret])
      assert.ok(!JSON.stringify([error.message, error.platformResponse]).includes(secret))
  const narrow = await signIn('narrow', ['threads_basic'])
  const refused = await catchPlatformError(prepare(narrow, createAttempt('No')))
  assert.deepEqual([refused.kind, refused.rule], ['invalid', 'threads.permission.missing'])
  assert.deepEqual((await threads.checkHealth(narrow)).scopes, ['threads_basic'])
  const wrong = {
    redirectUri: 'https://quoin.example.com/',
    codeVerifier: '',
    options: {},
    handshake: null,
    params: {},
  }
  const used = await catchPlatformError(auth.oauth!.exchange(call, { ...wrong, code: 'used-code' }))
  assert.deepEqual([used.kind, JSON.stringify(used.platformResponse).includes('used-code')], ['invalid', false])
})

test('the webhook address is confirmed with our verify token, and pushed replies are read', async () => {
  const session = await signIn('pushed')
  const { externalId } = await send(session, 'Push me')
  const reply = fake.reply('visitor', externalId, 'Pushed')
  const nested = fake.reply('pushed', reply, 'Own')
  const [item] = inbound.read(fake.push(reply))
  assert.ok(item?.kind === 'comment' && 'entityExternalId' in item)
  assert.deepEqual(
    [item.entityExternalId, item.externalId, item.mediaExternalId, item.parentExternalId, item.body, item.isOwn],
    [session.entity.externalId, reply, externalId, null, 'Pushed', false],
  )
  const [own] = inbound.read(fake.push(nested))
  assert.ok(own?.kind === 'comment' && own.isOwn && own.parentExternalId === reply)
  for (const body of ['nonsense', 'null', '[]', '{"values":{"field":"mentions","value":{"id":"1"}}}', '{"entry":[1]}'])
    assert.deepEqual(inbound.read({ body, headers: {}, query: {} }), [], body)
  const challenge = (token: string) => {
    const query = { 'hub.mode': 'subscribe', 'hub.verify_token': token, 'hub.challenge': '42' }
    return inbound.challenge!(call, { body: '', headers: {}, query })
  }
  assert.deepEqual([await challenge(verifyToken(call)), await challenge('another')], ['42', undefined])
})

test('metrics are read, a deleted post has none, and views belong to the day that ends at their time', async () => {
  const session = await signIn()
  const { externalId } = await send(session, 'Count')
  assert.deepEqual(await metrics.posts.read(session, [externalId, '999']), [
    { externalId, metrics: { views: 50, likes: 5, comments: 2, quotes: 3, shares: 5 } },
  ])
  const today = session.now().toISOString().slice(0, 10)
  const yesterday = new Date(Date.parse(today) - 86_400_000).toISOString().slice(0, 10)
  assert.deepEqual(await metrics.account.daily(session, { since: '2020-01-01', until: today }), [
    { metric: 'views', date: yesterday, value: 9 },
    { metric: 'followers', date: today, value: 77 },
  ])
})

test('an emoji counts as its bytes, and options that do not fit are refused', () => {
  const check = (text: string, media: ReadableMedia[] = [], options = {}) =>
    threads.validate({ text, media, options }, { kind: 'account', metadata: {} }).map(({ rule }) => rule)
  assert.deepEqual(check('é'.repeat(500)), [])
  assert.deepEqual(check('😀'.repeat(125)), [])
  assert.deepEqual(check('😀'.repeat(126)), ['threads.text.max_counted'])
  assert.deepEqual(check('a', [picture()], { link_attachment: 'https://example.com' }), [
    'threads.link_attachment.with_media',
  ])
  assert.deepEqual(check('a', [], { alt_texts: ['x'] }), ['threads.alt_texts.max_count'])
  assert.deepEqual(check('', [picture(), videoFile()]), [])
})

test('through the API: connect, publish once although the response is lost, moderate and answer a pushed reply, read metrics', async () => {
  const world = await bootPlatform(fake.origins, {
    THREADS_CLIENT_ID: fake.app.client_id,
    THREADS_CLIENT_SECRET: fake.app.client_secret,
  })
  const { live, queue } = world
  const metaSends = world.client()
  const connection = await world.signIn('threads', (address) => fake.approve(address, 'fronty'))
  assert.equal(connection.status, 'completed', JSON.stringify(connection))
  const targets = [{ account_id: connection.account_id }]
  const media_ids = [await ingestImage(live, queue)]
  fake.faults.push({ fault: 'drop_after', matches: ({ path }) => path.endsWith('/threads_publish') })
  const read = await world.publish({ content: 'Hello', media_ids, targets })
  await world.pass(30, 3)
  const { id: postId, status, targets: shown } = await read()
  const own = [...fake.posts.values()].filter(({ username }) => username === 'fronty')
  assert.deepEqual([status, own.length], ['published', 1])
  assert.deepEqual([shown[0].external_id, shown[0].external_url], [own[0].id, own[0].permalink])

  const entered = (await world.operator('GET', '/v1/operator/platforms/threads/app')).body
  const { pathname } = new URL(entered.webhook_url)
  const query = new URLSearchParams({
    'hub.mode': 'subscribe',
    'hub.verify_token': entered.webhook_verify_token,
    'hub.challenge': '7',
  })
  const confirmed = await metaSends('GET', `${pathname}?${query.toString()}`)
  assert.deepEqual([confirmed.status, confirmed.text], [200, '7'])
  const replyId = fake.reply('visitor', own[0].id, 'Nice!')
  const { body, headers } = fake.push(replyId)
  const received = await metaSends('POST', '/v1/inbound/threads', body, { ...headers })
  assert.equal(received.status, 200, received.text)
  await queue.idle()
  const [comment] = (await live('GET', `/v1/comments?post_id=${postId}`)).body.data
  assert.deepEqual([comment.body, comment.author.username], ['Nice!', 'visitor'])
  assert.equal((await world.listEvents('comment.received')).length, 1)
  await world.pass(600, 3)
  assert.equal((await world.listEvents('comment.received')).length, 1, 'a poll finds the same reply')

  for (const [action, hidden] of [
    ['hide', 'HIDDEN'],
    ['unhide', 'UNHUSHED'],
  ] as const) {
    const moderated = await live('POST', `/v1/comments/${comment.id}/moderate`, { action })
    assert.deepEqual([moderated.status, fake.posts.get(replyId).hide_status], [200, hidden], moderated.text)
  }
  const answered = await live('POST', `/v1/comments/${comment.id}/reply`, { body: 'Thanks' })
  assert.equal(answered.status, 201, answered.text)
  const thanks = [...fake.posts.values()].filter(({ text }) => text === 'Thanks')
  assert.deepEqual([thanks.length, thanks[0].replied_to], [1, replyId])
  const deleted = await live('POST', `/v1/comments/${answered.body.id}/moderate`, { action: 'delete' })
  assert.equal(deleted.status, 200, deleted.text)
  assert.equal(fake.posts.has(thanks[0].id), false)

  await world.pass(400, 4)
  const analytics = await live('GET', `/v1/posts/analytics?post_ids=${postId}`)
  assert.equal(analytics.body.data[0]?.metrics.views, 50, analytics.text)
  assert.equal((await world.listEvents('post.published')).length, 1)
  await world.pass(86_400)
  const figures = await live('GET', `/v1/accounts/${connection.account_id}/analytics`)
  const counted = figures.body.series.filter(({ points }: { points: [] }) => points.length > 0)
  assert.deepEqual(
    counted.map(({ metric }: { metric: string }) => metric),
    ['followers', 'views'],
    figures.text,
  )
  const gone = await live('POST', `/v1/posts/${postId}/unpublish`)
  assert.ok(gone.status < 300, gone.text)
  await queue.idle()
  assert.equal(fake.posts.has(own[0].id), false)
})

test('a request that fails before it reaches Threads leaves the container unpublished', async () => {
  const session = await signIn()
  const attempt = await prepare(session, createAttempt('Never'))
  fake.faults.push({ fault: 'error_before', matches: isRequestFrom(session, 'POST') })
  assert.equal((await catchPlatformError(publish.mutate(session, attempt))).kind, 'ambiguous')
  assert.deepEqual(await find(session, attempt), { state: 'absent' })
})
