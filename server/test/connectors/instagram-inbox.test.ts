import assert from 'node:assert/strict'
import { test } from 'node:test'
import { connector as instagram } from '../../src/connectors/instagram/connector.ts'
import type { RawPush } from '../support/connectors/fixture.ts'
import { createAttempt, mapInstagramOrigins, prepare, startInstagram } from '../support/connectors/instagram.ts'
import { catchPlatformError } from '../support/connectors/loopback.ts'
import { bootPlatform } from '../support/platform-scene.ts'
import { startReceiver } from '../support/receiver.ts'

const { publish, comments, messages, inbound } = instagram
assert.ok(publish && comments?.findReply && messages?.list && inbound)
const { fake, call, signIn } = await startInstagram()
const DAY_MS = 86_400_000

test('comments and replies are read for posts whose number of comments changed; an idle account costs one request', async () => {
  const session = await signIn('facebook')
  const { externalId } = await publish.mutate(session, await prepare(session, createAttempt('Ask me')))
  const parent = fake.comment(externalId, 'Well?')
  fake.comment(externalId, 'Me too', { parent })
  const list = (cursor: string | null) => comments.list(session, { cursor, posts: [] })
  const first = await list(null)
  assert.deepEqual(
    first.items.map(({ body, parentExternalId, isOwn }) => [body, parentExternalId, isOwn]),
    [
      ['Well?', null, false],
      ['Me too', parent, false],
    ],
  )
  const before = fake.requests.length
  assert.deepEqual((await list(first.cursor)).items, [])
  assert.equal(fake.requests.length - before, 1)
  const to = { externalId: parent, mediaExternalId: externalId }
  const intentAt = new Date()
  const reply = await comments.reply(session, to, { body: 'Yes', handle: 'a' })
  const found = await comments.findReply?.(session, to, { body: 'Yes', handle: 'a', intentAt, otherIds: [] })
  assert.equal(found?.externalId, reply.externalId)
  const own = (await list(first.cursor)).items.find(({ externalId: id }) => id === reply.externalId)
  assert.deepEqual([own?.isOwn, own?.parentExternalId], [true, parent])
})

for (const login of ['instagram', 'facebook'] as const)
  test(`a message is sent within a day of the last one received, signed in at ${login}`, async () => {
    const session = await signIn(login)
    fake.message(session.entity.externalId, 'Open?')
    const [item] = (await messages.list!(session, { cursor: null })).items
    assert.ok(item?.kind === 'message')
    assert.deepEqual([item.body, item.participant.username], ['Open?', 'visitor'])
    const outgoing = { conversationExternalId: item.conversationExternalId, participant: item.participant, handle: 'm' }
    const intentAt = new Date()
    const sent = await messages.send(session, { ...outgoing, body: 'Until six' })
    const found = await messages.find!(session, { ...outgoing, body: 'Until six' }, { intentAt, otherIds: [] })
    assert.equal(found?.externalId, sent.externalId)
    const long = await catchPlatformError(messages.send(session, { ...outgoing, body: 'é'.repeat(501) }))
    assert.equal(long.rule, 'instagram.message.max_bytes')
    for (const conversation of fake.conversations.values())
      for (const message of conversation.messages) message.created = new Date(Date.now() - DAY_MS - 1000)
    const late = await catchPlatformError(messages.send(session, { ...outgoing, body: 'Hello?' }))
    assert.deepEqual([late.kind, late.rule], ['invalid', 'instagram.message.window_closed'])
  })

test('webhooks of both apps are accepted in both shapes, and unknown ones are ignored', async () => {
  const value = { id: '5', from: { id: '4', username: 'v' }, text: 'Hi', media: { id: '3' }, parent_id: '2' }
  const bodies = [
    { object: 'instagram', entry: [{ id: '1', time: 1000, field: 'comments', value }] },
    { object: 'instagram', entry: [{ id: '1', time: 1000, changes: [{ field: 'comments', value }] }] },
  ]
  for (const body of bodies) {
    const [item] = inbound.read(fake.sign(body))
    assert.ok(item?.kind === 'comment' && 'entityExternalId' in item)
    assert.deepEqual([item.entityExternalId, item.mediaExternalId, item.parentExternalId], ['1', '3', '2'])
  }
  for (const secret of [fake.app.secret, fake.instagramApp.secret])
    assert.equal(await inbound.verify(call, fake.sign(bodies[0]!, secret)), true)
  assert.equal(await inbound.verify(call, fake.sign(bodies[0]!, 'a guess')), false)
  const wrapEntry = (entry: unknown) => ({ object: 'instagram', entry: [entry] })
  for (const body of [
    {},
    { object: 'page', entry: [] },
    wrapEntry(null),
    wrapEntry({ id: '1', field: 'mentions', value: {} }),
  ])
    assert.deepEqual(inbound.read({ body: JSON.stringify(body), headers: {}, query: {} }), [])
})

test('webhooks are subscribed for the account, or for its page without replacing a subscription of the page', async () => {
  const url = 'https://quoin.example.com/v1/inbound/instagram'
  const own = await signIn('instagram')
  await inbound.subscribe!(own, url)
  assert.ok(fake.subscriptions.get(own.entity.externalId)?.includes('comments'))
  assert.deepEqual([fake.appSubscriptions.length, fake.appSubscriptions[0].object], [1, 'instagram'])
  await inbound.unsubscribe!(own)
  await inbound.unsubscribe!(own)
  const paged = await signIn('facebook')
  const page = paged.entity.parentExternalId ?? ''
  await inbound.subscribe!(paged, url)
  assert.deepEqual(fake.pageSubscriptions.get(page), [{ id: fake.app.id, subscribed_fields: ['feed'] }])
  fake.pageSubscriptions.set(page, [{ id: fake.app.id, subscribed_fields: ['feed', 'messages'] }])
  await inbound.subscribe!(paged, url)
  assert.equal(fake.pageSubscriptions.get(page)?.[0].subscribed_fields.length, 2)
})

const JPEG = Buffer.from(
  '/9j/4AAQSkZJRgABAQEASABIAAD/2wBDAP//////////////////////////////////////////////////////////////////////////////////////wAALCAABAAEBAREA/8QAFAABAAAAAAAAAAAAAAAAAAAAA//EABQQAQAAAAAAAAAAAAAAAAAAAAD/2gAIAQEAAD8AN//Z',
  'base64',
)

test('through the API: connect an account, publish, read and moderate comments, answer messages, read metrics', async () => {
  const env = { INSTAGRAM_CLIENT_ID: fake.instagramApp.id, INSTAGRAM_CLIENT_SECRET: fake.instagramApp.secret }
  const world = await bootPlatform(mapInstagramOrigins(fake), env)
  const { live } = world
  const person = fake.createAccount('front')
  const connection = await world.signIn('instagram', (url) => fake.approveAtInstagram(url, person))
  assert.equal(connection.status, 'awaiting_selection', JSON.stringify(connection))
  const selected = await live('POST', `/v1/connections/${connection.id}/select`, { external_id: person.id })
  assert.equal(selected.status, 200, selected.text)
  const { id: account_id } = selected.body
  const receiver = await startReceiver((response) =>
    response.writeHead(200, { 'content-type': 'image/jpeg', 'content-length': JPEG.length }).end(JPEG),
  )
  const { body: medium } = await live('POST', '/v1/media', { url: `${receiver.url}/a.jpg` })
  await world.queue.idle()
  fake.containerPolls = 1
  const read = await world.publish({ content: 'Fresh paint', media_ids: [medium.id], targets: [{ account_id }] })
  // Asked about after one second, after two more, and the photo is there: not every five seconds from the start.
  await world.pass(1)
  assert.equal((await read()).targets[0].status, 'pending')
  await world.pass(2)
  fake.containerPolls = 0
  const post = await read()
  assert.equal(post.status, 'published', JSON.stringify(post))
  const { external_id: mediaId, external_url } = post.targets[0]
  assert.equal(external_url, `https://www.instagram.com/p/${mediaId}/`)
  assert.match([...fake.containers.values()].at(-1).url, /\/v1\/media\/med_\w+\/content\?token=/)

  const receive = ({ body, headers }: RawPush) => world.client()('POST', '/v1/inbound/instagram', body, { ...headers })
  const deliver = async () => {
    for (const { push } of fake.pushes.splice(0)) assert.equal((await receive(push)).status, 200)
    await world.queue.idle()
  }
  fake.pushes.length = 0
  fake.comment(mediaId, 'Is it dry?')
  fake.message(person.id, 'Are you open?')
  await deliver()
  const [comment] = (await live('GET', `/v1/comments?account_id=${account_id}`)).body.data
  assert.equal(comment.body, 'Is it dry?')
  assert.equal((await live('POST', `/v1/comments/${comment.id}/reply`, { body: 'Nearly' })).status, 201)
  assert.equal((await live('POST', `/v1/comments/${comment.id}/moderate`, { action: 'hide' })).status, 200)
  assert.equal(fake.comments.get(comment.external_id).isHidden, true)
  const [conversation] = (await live('GET', `/v1/conversations?account_id=${account_id}`)).body.data
  const sent = await live('POST', `/v1/conversations/${conversation.id}/messages`, { body: 'Until six' })
  assert.equal(sent.status, 201, sent.text)
  await world.queue.idle()
  const fetchMessages = async () => (await live('GET', `/v1/conversations/${conversation.id}/messages`)).body.data
  fake.read(person.id, (await fetchMessages())[0].external_id)
  await deliver()
  assert.deepEqual(
    (await fetchMessages()).map((message: { body: string; status: string }) => [message.body, message.status]),
    [
      ['Until six', 'read'],
      ['Are you open?', 'received'],
    ],
  )
  await world.pass(2 * 86_400)
  const analytics = (await live('GET', `/v1/accounts/${account_id}/analytics`)).body
  assert.ok(
    analytics.series.some(({ metric }: { metric: string }) => metric === 'reach'),
    JSON.stringify(analytics),
  )
  const [counted] = (await live('GET', `/v1/posts/analytics?post_ids=${post.id}`)).body.data
  assert.deepEqual([counted?.metrics.views, counted?.metrics.saves], [6, 6])
  for (const type of ['post.published', 'comment.received', 'message.received', 'message.status_changed'])
    assert.ok((await world.listEvents(type)).length > 0, type)
})

test('a server without an app reports the platform as not configured', async () => {
  const world = await bootPlatform(mapInstagramOrigins(fake), {})
  const known = (await world.live('GET', '/v1/platforms?limit=100')).body.data
  assert.equal(known.find(({ id }: { id: string }) => id === 'instagram').is_configured, false)
})
