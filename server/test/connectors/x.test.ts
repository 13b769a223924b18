import assert from 'node:assert/strict'
import { test } from 'node:test'
import { measureLength } from '../../src/connectors/limits.ts'
import type { PlatformError } from '../../src/connectors/platform-error.ts'
import type { CommittedAttempt, ReadableMedia } from '../../src/connectors/publish.ts'
import type { Session } from '../../src/connectors/session.ts'
import { connector as x } from '../../src/connectors/x/connector.ts'
import { catchPlatformError, picture, videoFile } from '../support/connectors/loopback.ts'
import { readDescription, skipWithout } from '../support/connectors/openapi-description.ts'
import { createAttempt, isRequestFrom, prepare, startX } from '../support/connectors/x.ts'
import { bootPlatform } from '../support/platform-scene.ts'
import { ingestImage } from '../support/post-scene.ts'

const { publish, comments, messages, metrics, auth, readUsage } = x
assert.ok(publish?.find && publish.unpublish && comments?.findReply && comments.delete && messages?.list && metrics)
assert.ok(auth.refresh && auth.revoke && readUsage && messages.find)
const { find, unpublish } = publish
const { fake, grant, signIn, call } = await startX(1500)

const serializeError = (error: PlatformError) =>
  JSON.stringify([error.message, error.stack, error.platformResponse, error.rule])
const send = async (session: Session, attempt: CommittedAttempt) =>
  publish.mutate(session, await prepare(session, attempt))
/** The texts of the account's posts on X, oldest first, each with the post it replies to. */
const shown = ({ identity }: Session) => {
  const own = [...fake.posts.values()].filter((one) => one.author_id === identity.externalId)
  return own.map(({ source, referenced_posts }) => [source, fake.posts.get(referenced_posts?.[0].id)?.source])
}

test('texts weigh as X counts them', () => {
  const weights: Record<string, number> = {
    'Grüße, ça va?': 13,
    日本語: 6,
    한글: 4,
    '👩‍👩‍👧‍👦': 2,
    '🇩🇪': 2,
    'e\u0301': 1,
    '“q” – …': 8,
    'https://example.com/a/very/long/path?with=a&query#and': 23,
    '(https://example.com).': 26,
    'example.com': 23,
    'www.example.de': 23,
    'example.de': 10,
    'example.de/a': 23,
    'Node.js 3.14 me@example.com': 27,
    'see https://example.com/日本': 31,
  }
  for (const [text, weight] of Object.entries(weights)) assert.equal(measureLength(text, 'weighted'), weight, text)
})

test('an account with a subscription can publish long posts, and each post of a thread is checked', () => {
  const check = (text: string, options: object = {}, media: readonly ReadableMedia[] = [], metadata = {}) =>
    x
      .validate({ text, media, options: options as Record<string, unknown> }, { kind: 'account', metadata })
      .map(({ rule, path }) => `${rule} ${path.join('.')}`)
  assert.deepEqual(check('字'.repeat(141)), ['x.text.max_weighted content'])
  assert.deepEqual(check('字'.repeat(141), {}, [], { text_max: 25_000 }), [])
  assert.deepEqual(check('a', { thread: ['b'.repeat(281), 'c'] }), ['x.text.max_weighted options.thread.0'])
  assert.deepEqual(check('a', { thread: ['a'] }), ['x.thread.duplicate options.thread'])
  const gif = picture({ mime: 'image/gif', bytes: 14_000_000 })
  assert.deepEqual(check('', {}, [gif]), [])
  assert.deepEqual(check('', {}, [gif, picture()]), ['x.gif.alone media_ids'])
  assert.deepEqual(check('', {}, [picture({ bytes: 6_000_000 })]), ['x.image.max_bytes media_ids.0'])
  assert.deepEqual(check('', {}, [videoFile({ durationSeconds: 141 })]), ['x.video.max_duration media_ids.0'])
  assert.deepEqual(check('', {}, [videoFile({ width: 400, height: 100 })]), ['x.video.ratio media_ids.0'])
})

test('tokens last two hours and rotate; a used refresh token ends the sign-in; a disconnect revokes both', async () => {
  fake.signUp('rotating').subscription = 'Premium'
  const { tokens, identity, scopes } = await grant('rotating')
  assert.deepEqual([identity.username, scopes.includes('dm.write')], ['rotating', true])
  assert.ok(tokens.expiresAt && Math.abs(tokens.expiresAt.getTime() - Date.now() - 7_200_000) < 60_000)
  const session = { ...call, tokens, identity }
  const [entity] = await auth.listEntities(session)
  assert.deepEqual(entity?.metadata, { subscription: 'Premium', text_max: 25_000 })
  const renewed = await auth.refresh!.renew(session)
  assert.notEqual(renewed.refresh, tokens.refresh)
  fake.echoes = true
  const dead = await catchPlatformError(auth.refresh!.renew(session))
  const app = { client_id: 'x-app', client_secret: 'wrong' }
  const wrong = await catchPlatformError(auth.refresh!.renew({ ...session, app }))
  fake.echoes = false
  assert.deepEqual([wrong.kind, wrong.rule], ['invalid', 'x.oauth.unauthorized_client'])
  assert.deepEqual([dead.kind, dead.rule], ['auth', 'x.oauth.invalid_grant'])
  for (const secret of [tokens.refresh ?? '', fake.app.client_secret]) assert.ok(!serializeError(dead).includes(secret))
  await auth.revoke!({ ...session, tokens: { ...tokens, ...renewed } })
  assert.ok(!fake.tokens.has(renewed.access) && !fake.refreshTokens.has(renewed.refresh ?? ''))
})

test('images and videos are uploaded in parts with their descriptions, and a post waits for its video', async () => {
  const session = await signIn()
  const media = [picture({ altText: 'Known' }), picture({ checksum: `sha256:${'1'.repeat(64)}` })]
  const options = { alt_texts: ['First'], reply_settings: 'mentioned_users', made_with_ai: true }
  const { externalId, externalUrl } = await send(session, createAttempt('Two', options, media))
  const post = fake.posts.get(externalId)
  assert.equal(externalUrl, `https://x.com/${session.identity.username}/status/${externalId}`)
  assert.deepEqual([post.attachments.media_keys.length, post.reply_settings], [2, 'mentionedUsers'])
  const [first] = post.attachments.media_keys.map((key: string) => fake.media.all.get(key.split('_')[1] ?? ''))
  assert.equal(first.altText, 'First')
  fake.media.polls = 2
  const bytes = 9_000_000
  const attempt = createAttempt('Moving', {}, [videoFile({ bytes }, bytes)])
  const steps = [await publish.prepare(session, attempt, null)]
  while (steps.at(-1)?.retryAfterSeconds) steps.push(await publish.prepare(session, attempt, steps.at(-1)!.prepared))
  assert.deepEqual([steps.length, steps[0]?.retryAfterSeconds, steps[0]?.isNamedTime], [3, 2, true])
  const moving = await publish.mutate(session, { ...attempt, prepared: steps.at(-1)!.prepared })
  const [key] = fake.posts.get(moving.externalId).attachments.media_keys
  assert.equal(fake.media.all.get(key.split('_')[1]).parts.length, 3)
  fake.media.polls = -1
  const failed = await catchPlatformError(prepare(session, createAttempt('Broken', {}, [videoFile()])))
  fake.media.polls = 0
  assert.deepEqual([failed.kind, failed.rule], ['invalid', 'x.media.processing'])
  fake.media.all.clear()
  const expired = await catchPlatformError(publish.mutate(session, { ...attempt, prepared: steps.at(-1)!.prepared }))
  assert.deepEqual([expired.kind, expired.isStale], ['unavailable', true], 'the file is uploaded again')
  const tomorrow = { ...session, now: () => new Date(Date.now() + 86_400_000) }
  const again = await publish.prepare(tomorrow, attempt, steps.at(-1)!.prepared)
  assert.notDeepEqual(again.prepared, steps.at(-1)!.prepared, 'an upload that has expired is made again')
})

test('a post whose response got lost is found although X changes links, HTML and long texts, and no other post is mistaken for it', async () => {
  const person = fake.signUp('writer')
  person.subscription = 'Premium'
  const session = await signIn('writer')
  const text = `Tom & <Jerry> see https://example.com/a?b=c and http://example.org/ ${'long '.repeat(80)}`
  const attempt = await prepare(session, createAttempt(text, {}, [picture()]))
  assert.deepEqual(await find(session, attempt), { state: 'absent' })
  fake.faults.push({ fault: 'drop_after', matches: isRequestFrom(session, 'POST', '/2/tweets') })
  assert.equal((await catchPlatformError(publish.mutate(session, attempt))).kind, 'ambiguous')
  const finding = await find(session, attempt)
  assert.ok(finding.state === 'published', finding.state)
  const other = await prepare(session, createAttempt(text))
  assert.deepEqual(await find(session, other), { state: 'absent' }, 'the other post has no media')
  const later = { ...attempt, createdAt: new Date(Date.now() + 3_600_000) }
  assert.deepEqual(await find(session, later), { state: 'absent' })
  assert.deepEqual(await find(session, { ...attempt, belongsToOtherTarget: async () => true }), { state: 'absent' })
  await unpublish(session, finding.post.externalId)
  assert.deepEqual(shown(session), [])
})

test('a duplicate that X refuses counts as published if an earlier attempt sent it, and as refused otherwise', async () => {
  const session = await signIn()
  const attempt = await prepare(session, createAttempt('Again'))
  const first = await publish.mutate(session, attempt)
  assert.deepEqual(await publish.mutate(session, attempt), first)
  const taken = await catchPlatformError(
    publish.mutate(session, { ...attempt, belongsToOtherTarget: async () => true }),
  )
  assert.deepEqual([taken.kind, taken.rule], ['invalid', 'x.post.duplicate'])
  fake.faults.push({ fault: 'drop_before', matches: isRequestFrom(session, 'GET') })
  assert.equal((await catchPlatformError(publish.mutate(session, attempt))).kind, 'ambiguous')
  assert.equal(shown(session).length, 1)
})

const THREAD = ['Two', 'Three https://example.com', 'Four']
const WHOLE = [
  ['One', undefined],
  ['Two', 'One'],
  ['Three https://example.com', 'Two'],
  ['Four', 'Three https://example.com'],
]

for (const refusesDuplicates of [true, false])
  for (const [fault, at] of [1, 2, 3, 4].flatMap((n) => [['drop_before', n] as const, ['drop_after', n] as const]))
    test(`a thread that stops at post ${at} (${fault}, ${refusesDuplicates}) continues there, and sends nothing twice`, async () => {
      const session = await signIn()
      fake.refusesDuplicates = refusesDuplicates
      const attempt = await prepare(session, createAttempt('One', { thread: THREAD }))
      let sent = 0
      fake.faults.push({ fault, matches: (r) => isRequestFrom(session, 'POST', '/2/tweets')(r) && ++sent === at })
      assert.equal((await catchPlatformError(publish.mutate(session, attempt))).kind, 'ambiguous')
      const finding = await find(session, attempt)
      const isComplete = at === 4 && fault === 'drop_after'
      assert.equal(finding.state, isComplete ? 'published' : 'absent')
      const { externalId } = isComplete
        ? (finding as { post: { externalId: string } }).post
        : await publish.mutate(session, await prepare(session, attempt))
      assert.deepEqual(shown(session), WHOLE)
      assert.equal(fake.posts.get(externalId).source, 'One')
      fake.refusesDuplicates = true
      await unpublish(session, externalId)
      assert.deepEqual(shown(session), [])
    })

test('the error of a thread that X refuses or throttles names the last post, and a retry continues after it', async () => {
  const session = await signIn()
  const attempt = await prepare(session, createAttempt('One', { thread: THREAD }))
  const tokens = fake.tokens.get(session.tokens.access)!
  let sent = 0
  const stop = (act: () => void) =>
    fake.faults.push({
      fault: 'error_before',
      matches: (r) => {
        if (isRequestFrom(session, 'POST', '/2/tweets')(r) && ++sent === 2) act()
        return false
      },
    })
  stop(() => fake.tokens.delete(session.tokens.access))
  const ended = await catchPlatformError(publish.mutate(session, attempt))
  assert.deepEqual([ended.kind, shown(session).length], ['ambiguous', 1], 'a new token must not start the thread again')
  assert.match(ended.message, /stopped after post 1/)
  fake.faults.length = 0
  fake.tokens.set(session.tokens.access, tokens)
  sent = 0
  stop(() => void (fake.throttled = 1))
  const throttled = await catchPlatformError(publish.mutate(session, await prepare(session, attempt)))
  fake.faults.length = 0
  assert.deepEqual([throttled.kind, shown(session).length], ['rate_limited', 2])
  assert.ok((throttled.retryAfterSeconds ?? 0) > 500)
  await publish.mutate(session, await prepare(session, attempt))
  assert.deepEqual(shown(session), WHOLE)
})

test('replies: only new ones in the conversations of our posts are requested, and without posts X gets no request', async () => {
  const session = await signIn()
  const { externalId: post } = await send(session, createAttempt('Ask'))
  const from = fake.exchanges.length
  assert.deepEqual((await comments.list(session, { cursor: null, posts: [] })).items, [])
  assert.equal(fake.exchanges.length, from)
  const question = fake.reply('asker', post, 'Why &amp; <how>?')
  fake.pageMax = 2
  for (let count = 0; count < 4; count++) fake.reply('asker', post, `Question ${count}`)
  const posts = [post, ...Array.from({ length: 20 }, (_, at) => String(at + 1))]
  const first = await comments.list(session, { cursor: null, posts })
  fake.pageMax = 100
  assert.deepEqual(
    first.items.map(({ body }) => body),
    ['Why &amp; <how>?', 'Question 0', 'Question 1', 'Question 2', 'Question 3'],
  )
  assert.deepEqual([first.items[0]?.author.name, first.items[0]?.mediaExternalId], ['asker!', post])
  const to = { externalId: question, mediaExternalId: post }
  const reply = await comments.reply(session, to, { body: 'Because https://example.com', handle: 'a' })
  assert.deepEqual([reply.parentExternalId, reply.isOwn], [question, true])
  const second = await comments.list(session, { cursor: first.cursor, posts })
  assert.deepEqual([second.items, second.cursor], [[], null], 'own replies are not charged for')
  const deep = fake.reply('asker', reply.externalId, 'Really?')
  const third = await comments.list(session, { cursor: first.cursor, posts })
  assert.deepEqual(
    third.items.map(({ externalId, parentExternalId }) => [externalId, parentExternalId]),
    [[deep, reply.externalId]],
  )
  const old = { ...session, now: () => new Date(Date.now() + 8 * 86_400_000) }
  await comments.list(old, { cursor: first.cursor, posts })
  assert.ok(!fake.exchanges.at(-1)?.request.query.has('since_id'), 'X refuses an id of more than a week ago')
  const sent = { body: 'Because https://example.com', handle: 'a', intentAt: new Date(), otherIds: [] as string[] }
  assert.equal((await comments.findReply!(session, to, sent))?.externalId, reply.externalId)
  const none = { ...sent, otherIds: [reply.externalId] }
  assert.equal((await catchPlatformError(comments.findReply!(session, to, none))).kind, 'unavailable')
  assert.equal((await catchPlatformError(comments.delete!(session, question))).rule, 'x.comment.foreign')
})

test('messages: those of both sides are listed once, in small pages, and one whose response got lost is found', async () => {
  const session = await signIn()
  const me = session.identity.username ?? ''
  const list = async (cursor: string | null) => {
    const batch = await messages.list!(session, { cursor })
    return { ...batch, bodies: batch.items.map((one) => one.kind === 'message' && `${one.direction} ${one.body}`) }
  }
  const empty = await list(null)
  assert.deepEqual([empty.items, empty.cursor], [[], '0'])
  for (let count = 0; count < 12; count++) fake.sendDirect('friend', me, `Hello ${count}`)
  const all = await list(empty.cursor)
  assert.equal(all.items.length, 12)
  assert.deepEqual((await list(all.cursor)).items, [])
  assert.equal(fake.exchanges.at(-1)?.request.query.get('max_results'), '5')
  const [found] = all.items
  assert.ok(found?.kind === 'message')
  const { conversationExternalId, participant } = found
  assert.equal(participant.username, 'friend')
  const outgoing = { conversationExternalId, participant, body: 'See https://example.com', handle: 'a' }
  const intentAt = new Date()
  fake.faults.push({ fault: 'drop_after', matches: isRequestFrom(session, 'POST') })
  assert.equal((await catchPlatformError(messages.send(session, outgoing))).kind, 'ambiguous')
  const sent = await messages.find!(session, outgoing, { intentAt, otherIds: [] })
  assert.ok(sent)
  assert.equal(await messages.find!(session, outgoing, { intentAt, otherIds: [sent.externalId] }), undefined)
  assert.deepEqual((await list(all.cursor)).bodies, ['outbound See https://example.com'])
  const stranger = { ...outgoing, participant: { ...participant, externalId: '404' } }
  assert.equal((await catchPlatformError(messages.send(session, stranger))).rule, 'x.message.not_allowed')
})

test('errors distinguish credits, permissions, throttles and ended sign-ins, and contain no token', async () => {
  const session = await signIn()
  const attempt = await prepare(session, createAttempt('Refused'))
  fake.hasCredits = false
  const broke = await catchPlatformError(publish.mutate(session, attempt))
  fake.hasCredits = true
  assert.deepEqual([broke.kind, broke.rule], ['invalid', 'x.credits.depleted'])
  const long = await catchPlatformError(
    publish.mutate(session, { ...attempt, draft: { ...attempt.draft, text: 'a'.repeat(281) } }),
  )
  assert.equal(long.rule, 'x.text.max_weighted')
  const token = fake.tokens.get(session.tokens.access)!
  fake.tokens.set(session.tokens.access, { ...token, scopes: ['tweet.read', 'users.read'] })
  fake.echoes = true
  const denied = await catchPlatformError(publish.mutate(session, attempt))
  assert.deepEqual([denied.kind, denied.rule], ['invalid', 'x.permission.missing'])
  fake.tokens.delete(session.tokens.access)
  const revoked = await catchPlatformError(publish.mutate(session, attempt))
  fake.echoes = false
  assert.deepEqual([revoked.kind, revoked.rule], ['auth', 'x.token.invalid'])
  for (const error of [denied, revoked]) assert.ok(!serializeError(error).includes(session.tokens.access))
  const now = new Date(1_000_000)
  const headers = {
    'x-rate-limit-limit': '100',
    'x-rate-limit-remaining': '25',
    'x-rate-limit-reset': '1600',
    'x-app-limit-24hour-limit': '10000',
    'x-app-limit-24hour-remaining': '1000',
    'x-app-limit-24hour-reset': '4600',
  }
  assert.deepEqual(readUsage(headers, now), [
    { scope: 'account', usedShare: 0.75, resetSeconds: 600 },
    { scope: 'app', usedShare: 0.9, resetSeconds: 3600 },
  ])
})

test('through the API: connect, publish a thread that is interrupted once, reply, hide, send messages, read metrics', async () => {
  const env = { X_CLIENT_ID: fake.app.client_id, X_CLIENT_SECRET: fake.app.client_secret }
  const world = await bootPlatform(fake.origins, env)
  const { live, queue } = world
  const { status } = await world.signIn('x', (address) => fake.approve(address, 'fronty'))
  assert.equal(status, 'completed')
  const [account] = (await live('GET', '/v1/accounts?platform=x')).body.data
  assert.deepEqual([account.username, account.status], ['fronty', 'connected'])

  const media_ids = [await ingestImage(live, queue)]
  let sent = 0
  const isSecond = ({ method, path }: { method: string; path: string }) =>
    method + path === 'POST/2/tweets' && ++sent === 2
  fake.faults.push({ fault: 'drop_after', matches: isSecond })
  const options = { thread: ['And so on', 'The end'] }
  const read = await world.publish({ content: 'Hello', media_ids, targets: [{ account_id: account.id, options }] })
  assert.equal((await read()).targets[0].status, 'unconfirmed')
  await world.pass(300, 10)
  const post = await read()
  const [target] = post.targets
  assert.equal(post.status, 'published', JSON.stringify(target))
  const own = [...fake.posts.values()].filter(({ author_id }) => author_id === account.external_identity_id)
  assert.deepEqual(
    own.map(({ source }) => source),
    ['Hello', 'And so on', 'The end'],
  )
  assert.deepEqual([target.external_id, target.external_url], [own[0].id, `https://x.com/fronty/status/${own[0].id}`])

  fake.reply('asker', own[0].id, 'When?')
  fake.sendDirect('asker', 'fronty', 'Between us?')
  await world.pass(1800, 3)
  const [comment] = (await live('GET', '/v1/comments')).body.data
  assert.deepEqual([comment.body, comment.author.name], ['When?', 'asker!'])
  const replied = await live('POST', `/v1/comments/${comment.id}/reply`, { body: 'Now' })
  assert.equal(replied.status, 201, replied.text)
  const hidden = await live('POST', `/v1/comments/${comment.id}/moderate`, { action: 'hide' })
  assert.equal(hidden.status, 200, hidden.text)
  assert.equal(fake.posts.get(comment.external_id).isHidden, true)
  await live('POST', `/v1/accounts/${account.id}/health`)
  await world.db`update account_feeds set cursor = null, due_at = ${world.ctx.clock.now()} where feed = 'comments'`
  await world.pass(60, 2)
  const again = await live('GET', `/v1/comments/${comment.id}`)
  assert.equal(again.body.is_hidden, true, 'what X does not report stays as it was')
  const [conversation] = (await live('GET', '/v1/conversations')).body.data
  assert.equal(conversation.participant.name, 'asker!')
  const path = `/v1/conversations/${conversation.id}/messages`
  const queued = await live('POST', path, { body: 'Yes' })
  assert.ok(queued.status < 300, queued.text)
  await queue.idle()
  assert.equal((await live('GET', path)).body.data.filter((one: { body: string }) => one.body === 'Yes').length, 1)
  const events = await Promise.all(['comment.received', 'message.received', 'post.published'].map(world.listEvents))
  assert.deepEqual(
    events.map(({ length }) => length),
    [1, 1, 1],
  )

  await world.pass(86_400, 4)
  const analytics = await live('GET', `/v1/accounts/${account.id}/analytics`)
  assert.equal(analytics.body.follower_history.at(-1)?.value, 12, analytics.text)
  assert.match((await live('GET', `/v1/posts/analytics?post_ids=${post.id}`)).text, /"impressions":60/)
  const { data } = (await live('GET', '/v1/platforms?limit=100')).body
  const platform = data.find(({ id }: { id: string }) => id === 'x')
  assert.deepEqual([platform.limits.text.unit, platform.usd_per_call.post_with_link], ['weighted', 0.2])
  const gone = await live('POST', `/v1/posts/${post.id}/unpublish`, {})
  assert.equal(gone.status, 200, gone.text)
  assert.ok(own.every(({ id }) => !fake.posts.has(id)))
})

// Must be the last test: by now every kind of request has been made.
const file = 'x-v2.json'
test('every request and every reply of the fake match the description of the API', { skip: skipWithout(file) }, () => {
  const check = readDescription({ file, prefix: '' })
  const isDescribed = ({ path }: { path: string }) => !path.startsWith('/2/oauth2/')
  const kinds = new Set(
    fake.exchanges.map(({ request }) => `${request.method} ${request.path.replaceAll(/\d{5,}/g, 'id')}`),
  )
  assert.equal([...kinds].filter((kind) => !kind.includes('oauth2')).length, 16, [...kinds].join('\n'))
  const faults = fake.exchanges
    .filter(({ request }) => isDescribed(request))
    // The refusals of posts are not among the described problems.
    .flatMap(({ request, reply }) => check({ request, ...(reply.status < 400 && { reply }) }))
  assert.deepEqual([...new Set(faults)], [])
})
