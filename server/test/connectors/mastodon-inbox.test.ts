import assert from 'node:assert/strict'
import { test } from 'node:test'
import { connector as mastodon } from '../../src/connectors/mastodon/connector.ts'
import type { UnexpectedShape } from '../../src/connectors/session.ts'
import { pollFeed } from '../../src/domains/social/feeds/poll.ts'
import { commentFeed } from '../../src/domains/social/inbox/comments/feed.ts'
import { messageFeed } from '../../src/domains/social/inbox/conversations/feed.ts'
import { conversationJobs } from '../../src/domains/social/inbox/conversations/jobs.ts'
import { postJobs } from '../../src/domains/social/posts/jobs.ts'
import { startQueue } from '../../src/queue/start.ts'
import { createProfile } from '../support/account-scene.ts'
import { catchPlatformError } from '../support/connectors/loopback.ts'
import {
  attemptWith,
  createAttempt,
  isRequestFrom,
  prepare,
  readUsername,
  startMastodon,
} from '../support/connectors/mastodon.ts'
import { readMastodonDescription, skip } from '../support/connectors/mastodon-description.ts'
import { connectAs } from '../support/connectors/mastodon-scene.ts'
import { atEnd, boot } from '../support/harness.ts'

const { publish, comments, messages } = mastodon
assert.ok(publish && comments && messages)
const { fake, signIn } = await startMastodon(1500)

test('replies arrive in order and once, at any depth, and direct messages are not among them', async () => {
  const session = await signIn()
  const { externalId } = await publish.mutate(session, await prepare(session, createAttempt('Ask me')))
  const old = fake.comment('asker', externalId, 'Old')
  const first = await comments.list(session, { cursor: null, posts: [externalId] })
  assert.deepEqual(
    first.items.map(({ body, externalId: id }) => [body, id]),
    [['Old', old]],
  )
  for (let count = 0; count < 45; count++) fake.comment('asker', externalId, `Question ${count}`)
  fake.comment('asker', externalId, 'A secret', 'direct')
  const to = { externalId: old, mediaExternalId: externalId }
  const reply = await comments.reply(session, to, { body: 'I &\nyou', handle: 'cmt_1' })
  assert.deepEqual([reply.body, reply.parentExternalId, reply.isOwn], ['I &\nyou', old, true])
  assert.equal((await comments.reply(session, to, { body: 'I &\nyou', handle: 'cmt_1' })).externalId, reply.externalId)
  assert.match(fake.statuses.get(reply.externalId).source, /^@asker /)
  const deep = fake.comment('asker', reply.externalId, 'Deep')
  const seen: string[] = []
  let { cursor } = first
  for (let hasMore = true; hasMore; ) {
    const batch = await comments.list(session, { cursor, posts: [] })
    seen.push(...batch.items.map(({ externalId: id }) => id))
    assert.ok(batch.items.every(({ mediaExternalId }) => mediaExternalId === externalId))
    cursor = batch.cursor ?? cursor
    ;({ hasMore } = batch)
  }
  assert.deepEqual([seen.length, new Set(seen).size, seen.at(-1), seen.includes(old)], [46, 46, deep, false])
  const after = await comments.list(session, { cursor, posts: [] })
  assert.deepEqual([after.items, after.cursor], [[], null])
})

test('a reply that cannot be read fails the list, or is counted where it may be skipped; other mentions do not matter', async () => {
  const session = await signIn()
  const { externalId } = await publish.mutate(session, attemptWith('Ask'))
  const { cursor } = await comments.list(session, { cursor: null, posts: [externalId] })
  const list = (more: object = {}) => comments.list(session, { cursor, posts: [externalId], ...more })
  fake.statuses.get(fake.sendDirect('odd', readUsername(session), 'In private')).content = 42
  const mention = fake.statuses.get(fake.comment('odd', externalId, 'Only a mention'))
  Object.assign(mention, { content: 42, in_reply_to_id: null })
  const good = fake.comment('asker', externalId, 'Good')
  assert.deepEqual(
    (await list()).items.map(({ externalId: id }) => id),
    [good],
  )
  const reported: UnexpectedShape[] = []
  const report = (unexpected: UnexpectedShape) => void reported.push(unexpected)
  fake.statuses.get(fake.comment('odd', externalId, 'Odd')).content = 42
  await assert.rejects(
    comments.list({ ...session, report }, { cursor, posts: [externalId] }),
    /without a valid `content`/,
  )
  assert.equal(reported[0]?.field, 'content')
  const { items, skipped } = await list({ skips: true })
  assert.deepEqual([items.length, skipped], [1, 1])
})

test('a reply is found under its comment by its text, and no other is mistaken for it', async () => {
  const session = await signIn()
  const { externalId } = await publish.mutate(session, attemptWith('Ask away'))
  const question = fake.comment('curious', externalId, 'Why?')
  const to = { externalId: question, mediaExternalId: externalId }
  const body = "Because, @curious: <this> &\n\n\n'that' https://example.com/a?b=c"
  const reply = { body, handle: 'cmt_found', intentAt: new Date(), otherIds: [] as string[] }
  const look = (more: object = {}, as = session) => comments.findReply!(as, to, { ...reply, ...more })
  const early = { ...session, now: () => new Date(Date.now() + 5000) }
  assert.equal((await catchPlatformError(look({}, early))).kind, 'unavailable', 'the server may still be processing it')
  assert.equal(await look(), undefined)
  const twin = await comments.reply(session, to, { body, handle: 'cmt_twin' })
  fake.comment('curious', question, body)
  assert.equal(await look({ otherIds: [twin.externalId] }), undefined)
  assert.equal(await look({ body: 'Another' }), undefined)
  const { externalId: id } = await comments.reply(session, to, reply)
  assert.deepEqual((await look({ otherIds: [twin.externalId] }))?.externalId, id)
  const later = { ...session, now: () => new Date(Date.now() + 7_200_000) }
  assert.equal(await look({ intentAt: new Date(Date.now() + 3_600_000) }, later), undefined, 'older than the attempt')
})

test('a reply has the visibility of its comment', async () => {
  const session = await signIn()
  const { externalId } = await publish.mutate(session, await prepare(session, createAttempt('Quiet')))
  const whispered = fake.comment('shy', externalId, 'Psst', 'private')
  const to = { externalId: whispered, mediaExternalId: externalId }
  const { externalId: id } = await comments.reply(session, to, { body: 'Yes', handle: 'cmt_quiet' })
  assert.equal(fake.statuses.get(id).visibility, 'private')
})

test('direct statuses between two people are messages: from both people, once each, and nothing else', async () => {
  const session = await signIn()
  const me = readUsername(session)
  const list = (cursor: string | null) => messages.list!(session, { cursor })
  const shown = ({ items }: Awaited<ReturnType<typeof list>>) =>
    items.map((item) => item.kind === 'message' && [item.direction, item.body, item.participant.username])
  const first = await list(null)
  assert.deepEqual([first.items, first.hasMore], [[], false])
  const question = fake.sendDirect('friend', me, 'Are &amp; you there?')
  fake.sendDirect(me, 'friend', 'From the app', question)
  fake.sendDirect(me, me, 'A note')
  await publish.mutate(session, attemptWith('To all'))
  fake.comment('friend', (await publish.mutate(session, attemptWith('@friend hello'))).externalId, 'A comment')
  const second = await list(first.cursor)
  assert.deepEqual(shown(second), [
    ['inbound', 'Are & you there?', 'friend'],
    ['outbound', 'From the app', 'friend'],
  ])
  const [one, two] = second.items
  assert.ok(one?.kind === 'message' && two?.kind === 'message')
  assert.equal(one.conversationExternalId, two.conversationExternalId)
  assert.deepEqual((await list(second.cursor)).items, [])
  for (let count = 0; count < 45; count++) fake.sendDirect('friend', me, `Hello ${count}`, question)
  const third = await list(second.cursor)
  const fourth = await list(third.cursor)
  assert.deepEqual([third.items.length, third.hasMore, fourth.items.length, fourth.hasMore], [40, true, 5, false])

  const { conversationExternalId, participant } = one
  const outgoing = { conversationExternalId, participant, body: 'Yes', handle: 'msg_1' }
  const { externalId } = await messages.send(session, outgoing)
  const { visibility, source, in_reply_to_id } = fake.statuses.get(externalId)
  assert.deepEqual(
    [visibility, source, fake.statuses.get(in_reply_to_id).source],
    ['direct', '@friend Yes', `@${me} Hello 44`],
  )
  const long = await catchPlatformError(messages.send(session, { ...outgoing, body: 'a'.repeat(500) }))
  assert.deepEqual([long.kind, long.rule], ['invalid', 'mastodon.text.max_graphemes'])
})

test('a message whose response is lost is found by its text, and no other is mistaken for it', async () => {
  const session = await signIn()
  const from = fake.signUp('penpal')
  fake.sendDirect('penpal', readUsername(session), 'Write!')
  const participant = { externalId: from.id, name: null, username: 'penpal', avatarUrl: null }
  const outgoing = { conversationExternalId: from.id, participant, body: 'Again & again', handle: 'msg_a' }
  const intentAt = new Date()
  const { externalId: twin } = await messages.send(session, outgoing)
  fake.faults.push({ fault: 'drop_after', matches: isRequestFrom(session, 'POST') })
  assert.equal((await catchPlatformError(messages.send(session, { ...outgoing, handle: 'msg_b' }))).kind, 'ambiguous')
  const found = await messages.find!(session, outgoing, { intentAt, otherIds: [twin] })
  assert.ok(found && found.externalId !== twin)
  const otherIds = [twin, found.externalId]
  for (const more of [{ otherIds }, { otherIds: [], intentAt: new Date(Date.now() + 3_600_000) }])
    assert.equal(await messages.find!(session, outgoing, { intentAt, ...more }), undefined)
  const stranger = { ...outgoing, conversationExternalId: fake.signUp('stranger').id }
  assert.equal(await messages.find!(session, stranger, { intentAt, otherIds: [] }), undefined)
})

test('an account deletes only what it wrote', async () => {
  const session = await signIn()
  const { externalId } = await publish.mutate(session, attemptWith('Talk'))
  const theirs = fake.comment('talker', externalId, 'Mine')
  const to = { externalId: theirs, mediaExternalId: externalId }
  const reply = await comments.reply(session, to, { body: 'Ours', handle: 'cmt_ours' })
  await comments.delete!(session, reply.externalId)
  assert.ok(!fake.statuses.has(reply.externalId))
  assert.equal((await catchPlatformError(comments.delete!(session, theirs))).rule, 'mastodon.comment.foreign')
})

test('two posts with the same text are both published, also when the first did not arrive', async () => {
  const world = await boot({ env: { LOG_LEVEL: 'silent' } })
  const { live, ctx } = world
  const { id } = await connectAs(fake, world, await createProfile(live), 'echo')
  const queue = await startQueue(ctx, { jobs: postJobs })
  atEnd(() => queue.stop())
  const publishSame = async () => {
    const { body } = await live('POST', '/v1/posts', { content: 'Good morning', targets: [{ account_id: id }] })
    await queue.idle()
    return async () => (await live('GET', `/v1/posts/${body.id}`)).body.targets[0]
  }
  fake.faults.push({ fault: 'error_before', matches: ({ method, path }) => method + path === 'POST/api/v1/statuses' })
  const first = await publishSame()
  const second = await publishSame()
  assert.deepEqual([(await first()).status, (await second()).status], ['unconfirmed', 'published'])
  for (let step = 0; step < 12; step++) {
    ctx.clock.advance(15_000)
    await queue.idle()
  }
  const said = [...fake.statuses.values()].filter(({ source }) => source === 'Good morning')
  const told = [(await second()).external_id, (await first()).external_id]
  assert.deepEqual(
    told,
    said.map(({ id: status }) => status),
  )
})

test('an account is connected through the API in a browser, and replies to comments and messages once each', async () => {
  const world = await boot({ env: { LOG_LEVEL: 'silent' } })
  const { live, ctx, workspaceId } = world
  const profileId = await createProfile(live)
  const missing = await live('POST', '/v1/connections', {
    profile_id: profileId,
    platform: 'mastodon',
    mode: 'headless',
  })
  assert.equal(missing.status, 422, missing.text)
  const account = await connectAs(fake, world, profileId, 'fronty')
  assert.deepEqual([account?.status, account?.display_name], ['connected', 'fronty!'])
  fake.maxCharacters = 400
  fake.people.get(account.external_identity_id.split('@')[0])!.displayName = 'Front'
  assert.equal((await live('POST', `/v1/accounts/${account.id}/health`)).status, 200)
  const targets = [{ account_id: account.id }]
  const tight = await live('POST', '/v1/posts/validate', { content: 'a'.repeat(401), targets })
  assert.match(tight.text, /mastodon\.text\.max_graphemes/, 'the new limits of its server apply')
  assert.equal((await live('GET', `/v1/accounts/${account.id}`)).body.display_name, 'Front')
  fake.maxCharacters = 500
  await live('POST', `/v1/accounts/${account.id}/health`)

  const { id: postId } = fake.post('fronty', 'Ask me')
  fake.comment('asker', postId, 'W\0h&#0;en?')
  await pollFeed(ctx, workspaceId, account.id, commentFeed)
  const [comment] = (await live('GET', '/v1/comments')).body.data
  assert.equal(comment.body, 'When?')
  const reply = (body: string, key: string) =>
    live('POST', `/v1/comments/${comment.id}/reply`, { body }, { 'idempotency-key': key })
  const copies = () => [...fake.statuses.values()].filter(({ source }) => source === '@asker Now').length
  fake.forgetsKeys = true
  fake.faults.push({ fault: 'drop_after', matches: ({ method, path }) => method + path === 'POST/api/v1/statuses' })
  const lost = await reply('Now', 'reply-1')
  assert.deepEqual([lost.status, lost.body.outcome], [502, 'unknown'])
  const again = await reply('Now', 'reply-1')
  assert.deepEqual([again.status, again.body.body, copies()], [201, 'Now', 1], again.text)
  assert.equal((await reply('Now', 'reply-2')).status, 201, 'another key is another reply')
  assert.equal(copies(), 2)
  fake.forgetsKeys = false

  const requests = fake.requests.length
  const long = await reply('a'.repeat(501), 'reply-3')
  assert.equal(long.status, 422, long.text)
  const [{ ctx: told, loc }] = long.body.detail
  assert.deepEqual([told.platform, told.rule, loc], ['mastodon', 'mastodon.text.max_graphemes', ['body', 'body']])
  assert.equal(fake.requests.length, requests, 'no request was sent to the server')

  fake.sendDirect('asker', 'fronty', 'Between us?')
  await pollFeed(ctx, workspaceId, account.id, messageFeed)
  const [conversation] = (await live('GET', '/v1/conversations')).body.data
  assert.deepEqual([conversation.participant.name, conversation.unread_count], ['asker!', 1])
  const queue = await startQueue(ctx, { jobs: conversationJobs })
  atEnd(() => queue.stop())
  const path = `/v1/conversations/${conversation.id}/messages`
  fake.faults.push({ fault: 'drop_after', matches: ({ method, path: at }) => method + at === 'POST/api/v1/statuses' })
  const { body: queued } = await live('POST', path, { body: 'Of course' })
  await queue.idle()
  const directs = () => [...fake.statuses.values()].filter(({ source }) => source === '@asker Of course')
  assert.equal(directs().length, 1)
  // A poll may store it before it is known to be ours.
  await pollFeed(ctx, workspaceId, account.id, messageFeed)
  ctx.clock.advance(10_000)
  await queue.idle()
  const sent = (await live('GET', path)).body.data.filter((one: { body: string }) => one.body === 'Of course')
  assert.deepEqual(
    sent.map(({ id, status, external_id }: Record<string, string>) => [id, status, external_id]),
    [[queued.id, 'sent', directs()[0].id]],
  )
  assert.equal(directs().length, 1)
  assert.equal((await live('GET', '/v1/conversations')).body.data[0].participant.name, 'asker!')
})

// Must be the last test: by now every kind of request has been made.
test('every request matches the description of the API', { skip }, () => {
  const check = readMastodonDescription()
  const kinds = new Set(fake.requests.map(({ method, path }) => `${method} ${path.replaceAll(/\/\d+/g, '/:id')}`))
  for (const kind of [
    'GET /api/v1/conversations',
    'GET /api/v1/notifications',
    'GET /api/v1/accounts/:id/statuses',
    'GET /api/v1/statuses/:id',
    'GET /api/v1/statuses/:id/source',
    'POST /api/v1/statuses',
    'DELETE /api/v1/statuses/:id',
  ])
    assert.ok(kinds.has(kind), `${kind} of ${[...kinds].join()}`)
  assert.deepEqual([...new Set(fake.requests.flatMap((request) => check(request)))], [])
})
