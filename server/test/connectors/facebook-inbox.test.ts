import assert from 'node:assert/strict'
import { test } from 'node:test'
import { connector as facebook } from '../../src/connectors/facebook/connector.ts'
import {
  createAttempt,
  isRequestFrom,
  mapFacebookOrigins,
  prepare,
  startFacebook,
} from '../support/connectors/facebook.ts'
import type { RawPush } from '../support/connectors/fixture.ts'
import { withReplacedText } from '../support/connectors/graph-fake.ts'
import { catchPlatformError } from '../support/connectors/loopback.ts'
import { bootPlatform } from '../support/platform-scene.ts'

const { publish, comments, messages, reviews, inbound } = facebook
assert.ok(publish && comments?.findReply && messages?.list && messages.find && reviews && inbound)
const { fake, call, signIn } = await startFacebook()
const DAY_MS = 86_400_000

async function talk() {
  const session = await signIn()
  const { externalId } = await publish!.mutate(session, await prepare(session, createAttempt('Ask me')))
  return { session, externalId, list: async (cursor: string | null) => comments!.list(session, { cursor, posts: [] }) }
}

test('each comment arrives once, over all pages, and an idle page costs one request', async () => {
  const { session, externalId, list } = await talk()
  const first = fake.comment(externalId, 'Old')
  let { items, cursor } = await list(null)
  assert.deepEqual(
    items.map(({ externalId: id }) => id),
    [first],
  )
  for (let count = 0; count < 120; count++) fake.comment(externalId, `Question ${count}`)
  ;({ items, cursor } = await list(cursor))
  assert.equal(new Set(items.map(({ body }) => body)).size, 120)
  assert.deepEqual((await list(cursor)).items, [])
  const parent = items[0]?.externalId ?? ''
  const to = { externalId: parent, mediaExternalId: externalId }
  const reply = await comments.reply(session, to, { body: 'Yes', handle: 'a' })
  assert.deepEqual([reply.parentExternalId, reply.isOwn, reply.mediaExternalId], [parent, true, externalId])
  fake.comment(externalId, 'And this?', { parent })
  const later = await list(cursor)
  assert.deepEqual(
    later.items.map(({ body, parentExternalId }) => [body, parentExternalId]),
    [
      ['Yes', parent],
      ['And this?', parent],
    ],
  )
  const post = fake.posts.get(externalId)
  post.updated = new Date(Date.now() - DAY_MS)
  const before = fake.requests.length
  await list(JSON.stringify({ at: Math.floor(Date.now() / 1000), seen: [] }))
  assert.equal(fake.requests.length - before, 1)
})

test('a reply whose response got lost is found, and is not sent again while Facebook may still process it', async () => {
  const { session, externalId } = await talk()
  const to = { externalId: fake.comment(externalId, 'Well?'), mediaExternalId: externalId }
  const intentAt = new Date()
  const sought = { body: 'Well!', handle: 'b', intentAt, otherIds: [] }
  assert.equal(await comments.findReply?.(session, to, sought), undefined)
  const early = { ...session, now: () => new Date() }
  assert.equal((await catchPlatformError(comments.findReply!(early, to, sought))).kind, 'unavailable')
  fake.faults.push({ fault: 'drop_after', matches: isRequestFrom(session, 'POST') })
  assert.equal(
    (await catchPlatformError(comments.reply(session, to, { body: 'Well!', handle: 'b' }))).kind,
    'ambiguous',
  )
  const found = await comments.findReply?.(session, to, sought)
  assert.equal(found?.body, 'Well!')
  const others = { ...sought, otherIds: [found?.externalId ?? ''] }
  assert.equal(await comments.findReply?.(session, to, others), undefined)
})

test('a reply that cannot be read may be ours: the comment is not answered a second time', async () => {
  const { session, externalId } = await talk()
  const to = { externalId: fake.comment(externalId, 'Sure?'), mediaExternalId: externalId }
  const intentAt = new Date()
  await comments.reply(session, to, { body: 'Unreadable', handle: 'c' })
  const unreadable = withReplacedText(session, '"created_time"', '"created"')
  const sought = { body: 'Unreadable', handle: 'c', intentAt, otherIds: [] }
  const failure = await catchPlatformError(comments.findReply!(unreadable, to, sought))
  assert.deepEqual([failure.kind, failure.rule], ['unavailable', 'facebook.response.unexpected'])
})

test('a message is sent within a day of the last one received, and refused after that', async () => {
  const session = await signIn()
  const id = fake.message(session.entity.externalId, 'Hello?')
  const [conversation] = [...fake.conversations.values()].filter(({ page }) => page === session.entity.externalId)
  const [item] = (await messages.list!(session, { cursor: null })).items
  assert.ok(item?.kind === 'message' && item.externalId === id)
  const outgoing = {
    conversationExternalId: item.conversationExternalId,
    participant: item.participant,
    handle: 'msg_1',
  }
  await messages.send(session, { ...outgoing, body: 'Hi' })
  const long = await catchPlatformError(messages.send(session, { ...outgoing, body: 'x'.repeat(2001) }))
  assert.equal(long.rule, 'facebook.message.max_characters')
  for (const message of conversation.messages) message.created = new Date(Date.now() - DAY_MS - 1000)
  const late = await catchPlatformError(messages.send(session, { ...outgoing, body: 'Still there?' }))
  assert.deepEqual([late.kind, late.rule], ['invalid', 'facebook.message.window_closed'])
  const stranger = await catchPlatformError(
    messages.send(session, { ...outgoing, conversationExternalId: '1', body: 'Hi' }),
  )
  assert.equal(stranger.rule, 'facebook.message.person_unavailable')
})

test('a message whose response got lost is recognized by its echo and by its text', async () => {
  const session = await signIn()
  const page = session.entity.externalId
  fake.message(page, 'Hello?')
  const [item] = (await messages.list!(session, { cursor: null })).items
  assert.ok(item?.kind === 'message')
  const outgoing = {
    conversationExternalId: item.conversationExternalId,
    participant: item.participant,
    handle: 'msg_2',
    body: 'Hi',
  }
  fake.faults.push({ fault: 'drop_after', matches: isRequestFrom(session, 'POST') })
  const intentAt = new Date()
  assert.equal((await catchPlatformError(messages.send(session, outgoing))).kind, 'ambiguous')
  const pushed = fake.pushes.filter((one) => one.page === page).flatMap(({ push }) => inbound.read(push))
  const echo = pushed.find((one) => one.kind === 'message' && one.direction === 'outbound')
  assert.ok(echo?.kind === 'message' && echo.handle === 'msg_2')
  const found = await messages.find!(session, outgoing, { intentAt, otherIds: [] })
  assert.equal(found?.externalId, echo.externalId)
  assert.equal(await messages.find!(session, outgoing, { intentAt, otherIds: [echo.externalId] }), undefined)
})

test('recommendations that Facebook no longer lists arrive by webhooks, and get one reply', async () => {
  const session = await signIn()
  const page = session.entity.externalId
  const story = fake.review(page, 'Lovely')
  fake.isListOfRatingsWithdrawn = true
  assert.deepEqual((await reviews.list(session, { cursor: null })).items, [])
  fake.isListOfRatingsWithdrawn = false
  const [pushed] = fake.pushes.filter((one) => one.page === page).flatMap(({ push }) => inbound.read(push))
  assert.ok(pushed?.kind === 'review')
  assert.deepEqual([pushed.externalId, pushed.body, pushed.rating], [story, 'Lovely', null])
  await reviews.reply(session, story, 'Thanks')
  await reviews.reply(session, story, 'Thank you')
  const [found] = (await reviews.list(session, { cursor: null })).items
  assert.equal(found?.reply?.body, 'Thank you')
  assert.equal([...fake.comments.values()].filter(({ post }) => post === `${page}_${story}`).length, 1)
})

test('webhooks of unknown fields, kinds and shapes are ignored', () => {
  const read = (body: unknown) => inbound.read({ body: JSON.stringify(body), headers: {}, query: {} })
  const wrapEntry = (entry: unknown) => ({ object: 'page', entry: [entry] })
  for (const body of [
    {},
    { object: 'user', entry: [{}] },
    { object: 'page' },
    wrapEntry(null),
    wrapEntry({ id: '1', messaging: [{ sender: { id: '2' }, postback: {} }, {}] }),
    wrapEntry({ id: '1', changes: [{ field: 'feed', value: { item: 'reaction' } }, { field: 'odd' }, {}] }),
  ])
    assert.deepEqual(read(body), [])
  const deleted = { item: 'comment', verb: 'remove', comment_id: '5', post_id: '1_2', parent_id: '1_2' }
  const [gone] = read(wrapEntry({ id: '1', changes: [{ field: 'feed', value: deleted }] }))
  assert.ok(gone?.kind === 'comment' && gone.isDeleted)
  const [unmarked] = read(wrapEntry({ id: '1', messaging: [{ sender: { id: '2' }, delivery: { watermark: 1000 } }] }))
  assert.ok(unmarked?.kind === 'conversation_status' && unmarked.until.getTime() === 1000)
})

test('a malformed item of a webhook hides no other item, and no id reads undefined', () => {
  const readable = { sender: { id: '2' }, message: { mid: 'm2', text: 'Hi', attachments: [null] } }
  const messaging = [null, { message: { mid: 'm1' } }, { sender: {}, message: { mid: 'm3' } }, readable]
  const comment = { field: 'feed', value: { item: 'comment', comment_id: '5' } }
  const entry = [{ messaging }, { id: '1', messaging, changes: [null, { field: 'feed', value: null }, comment] }]
  const items = inbound.read({ body: JSON.stringify({ object: 'page', entry }), headers: {}, query: {} })
  assert.deepEqual(
    items.map((item) => [item.kind, 'externalId' in item && item.externalId]),
    [
      ['message', 'm2'],
      ['comment', '5'],
    ],
  )
  assert.doesNotMatch(JSON.stringify(items), /undefined/)
})

test('webhooks are subscribed once for the app and for each page; the address of another program stays', async () => {
  const session = await signIn()
  const page = session.entity.externalId
  const url = 'https://quoin.example.com/v1/inbound/facebook'
  await inbound.subscribe!(session, url)
  await inbound.subscribe!(session, url)
  assert.equal(fake.appSubscriptions.length, 1)
  const [{ callback_url, verify_token, object }] = fake.appSubscriptions
  assert.deepEqual([callback_url, object], [url, 'page'])
  const query = { 'hub.mode': 'subscribe', 'hub.verify_token': verify_token, 'hub.challenge': '42' }
  assert.equal(await inbound.challenge!(call, { body: '', headers: {}, query }), '42')
  const guess = { ...query, 'hub.verify_token': 'a guess' }
  assert.equal(await inbound.challenge!(call, { body: '', headers: {}, query: guess }), undefined)
  assert.deepEqual(fake.subscriptions.get(page)?.includes('message_echoes'), true)
  await inbound.subscribe!(session, 'https://other.example.com/hook')
  assert.equal(fake.appSubscriptions.length, 1)
  await inbound.unsubscribe!(session)
  await inbound.unsubscribe!(session)
  assert.equal(fake.subscriptions.has(page), false)
  fake.subscriptions.clear()
})

test('through the API: connect a page, publish, read and answer comments, messages and recommendations, read metrics', async () => {
  const env = { META_CLIENT_ID: fake.app.id, META_CLIENT_SECRET: fake.app.secret }
  const world = await bootPlatform(mapFacebookOrigins(fake), env)
  const { live } = world
  const { person, page } = fake.signUp('Painter')
  const connection = await world.signIn('facebook', (url) => fake.approve(url, person))
  assert.equal(connection.status, 'awaiting_selection', JSON.stringify(connection))
  const [entity] = (await live('GET', `/v1/connections/${connection.id}/entities`)).body.data
  const selected = await live('POST', `/v1/connections/${connection.id}/select`, { external_id: entity.external_id })
  assert.equal(selected.status, 200, selected.text)
  const account = selected.body
  assert.deepEqual([account.status, account.active_entity.external_id], ['connected', page.id])
  const health = await live('POST', `/v1/accounts/${account.id}/health`)
  assert.deepEqual([health.status, health.body.health.status], [200, 'healthy'], health.text)

  const target = { account_id: account.id, options: { link: 'https://example.com/' } }
  const read = await world.publish({ content: 'Fresh paint', targets: [target] })
  const post = await read()
  assert.equal(post.status, 'published', JSON.stringify(post))
  const { external_id: postId, external_url } = post.targets[0]
  assert.match(external_url, /^https:\/\/www\.facebook\.com\//)
  assert.equal(fake.posts.get(postId).link, 'https://example.com/')

  const receive = ({ body, headers }: RawPush) => world.client()('POST', '/v1/inbound/facebook', body, { ...headers })
  const deliver = async () => {
    for (const { push } of fake.pushes.splice(0)) assert.equal((await receive(push)).status, 200)
    await world.queue.idle()
  }
  const forged = fake.sign({ object: 'page', entry: [] }, 'a guess')
  assert.equal((await receive(forged)).body.code, 'invalid_signature')
  fake.comment(postId, 'Is it dry?')
  fake.message(page.id, 'Are you open?')
  fake.review(page.id, 'Lovely walls')
  await deliver()
  const [comment] = (await live('GET', `/v1/comments?account_id=${account.id}`)).body.data
  assert.equal(comment.body, 'Is it dry?')
  const answered = await live('POST', `/v1/comments/${comment.id}/reply`, { body: 'Nearly' })
  assert.equal(answered.status, 201, answered.text)
  const hidden = await live('POST', `/v1/comments/${comment.id}/moderate`, { action: 'hide' })
  assert.equal(hidden.status, 200, hidden.text)
  assert.equal(fake.comments.get(comment.external_id).isHidden, true)

  const [review] = (await live('GET', `/v1/reviews?account_id=${account.id}`)).body.data
  assert.deepEqual([review.body, review.rating], ['Lovely walls', null])
  assert.equal((await live('PUT', `/v1/reviews/${review.id}/reply`, { body: 'Thanks' })).status, 200)

  const [conversation] = (await live('GET', `/v1/conversations?account_id=${account.id}`)).body.data
  const sent = await live('POST', `/v1/conversations/${conversation.id}/messages`, { body: 'Until six' })
  assert.equal(sent.status, 201, sent.text)
  await live('POST', `/v1/conversations/${conversation.id}/read`)
  await world.queue.idle()
  assert.deepEqual(fake.seen, [conversation.participant.external_id])
  const fetchMessages = async () => (await live('GET', `/v1/conversations/${conversation.id}/messages`)).body.data
  fake.deliverAndRead(page.id, (await fetchMessages())[0].external_id)
  await deliver()
  assert.deepEqual(
    (await fetchMessages()).map((message: { body: string; status: string }) => [message.body, message.status]),
    [
      ['Until six', 'read'],
      ['Are you open?', 'received'],
    ],
  )

  await world.pass(2 * 86_400)
  const analytics = (await live('GET', `/v1/accounts/${account.id}/analytics`)).body
  assert.ok(
    analytics.series.some(({ metric }: { metric: string }) => metric === 'views'),
    JSON.stringify(analytics),
  )
  const [counted] = (await live('GET', `/v1/posts/analytics?post_ids=${post.id}`)).body.data
  assert.deepEqual([counted?.metrics.views, counted?.metrics.clicks], [7, 7])
  for (const type of ['comment.received', 'message.received', 'review.new', 'message.status_changed'])
    assert.ok((await world.listEvents(type)).length > 0, type)

  assert.equal((await live('POST', `/v1/posts/${post.id}/unpublish`)).status, 200)
  assert.equal(fake.posts.has(postId), false)
})
