import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertCode, scriptFault } from '../../../support/account-scene.ts'
import { actOnSandbox, bootInbox, DAY, HOUR, list } from '../../../support/inbox-scene.ts'

const scene = await bootInbox()
const { live, insider, stranger, db, ctx, account, page, pass, push, listEvents } = scene
let people = 0

const write = (from: string, body: string, more: object = {}) =>
  actOnSandbox(live, 'messages', { entity_external_id: page, from, body, ...more })

/** Receives a message from a new person and stores it. */
async function newConversation(body = 'Hello') {
  const from = `person${people++}`
  const first = await write(from, body)
  await pass()
  const all = await list(live, '/v1/conversations?limit=100')
  const conversation = all.find(
    ({ external_id }: { external_id: string }) => external_id === first.data.conversation_id,
  )
  assert.ok(conversation)
  const path = `/v1/conversations/${conversation.id}`
  return {
    from,
    first,
    path,
    conversation,
    get: async () => (await live('GET', path)).body,
    messages: () => list(live, `${path}/messages`),
    send: async (text: string) => {
      const reply = await live('POST', `${path}/messages`, { body: text })
      assert.equal(reply.status, 201, reply.text)
      return reply.body
    },
    message: async (id: string) =>
      (await list(live, `${path}/messages?limit=100`)).find((one: { id: string }) => one.id === id),
  }
}

const copies = async (text: string) =>
  (await db`select from sandbox_items where kind = 'message' and data ->> 'body' = ${text}`).length

test('an inbound message is stored in a conversation with its window and attachments, and emits one event', async () => {
  const attachments = [{ type: 'image', url: 'https://example.com/a.png' }]
  const first = await write('ann', 'Are you open?', { attachments })
  await pass(30_000)
  const [conversation] = await list(live, '/v1/conversations')
  const at = first.created_at
  assert.deepEqual(conversation, {
    id: conversation.id,
    account_id: account.id,
    platform: 'sandbox',
    external_id: first.data.conversation_id,
    participant: { external_id: 'sb-visitor-ann', name: 'ann', username: 'ann', avatar_url: null },
    status: 'open',
    window_expires_at: new Date(Date.parse(at) + DAY).toISOString(),
    window_open: true,
    last_inbound_at: at,
    last_message_at: at,
    last_message: {
      id: conversation.last_message.id,
      direction: 'inbound',
      status: 'received',
      body: 'Are you open?',
      attachments: 1,
    },
    unread_count: 1,
    created_at: conversation.created_at,
  })
  const [message] = await list(live, `/v1/conversations/${conversation.id}/messages`)
  assert.deepEqual(message, {
    id: conversation.last_message.id,
    conversation_id: conversation.id,
    direction: 'inbound',
    external_id: first.id,
    status: 'received',
    body: 'Are you open?',
    attachments,
    sent_via: null,
    template: null,
    error: null,
    occurred_at: at,
    created_at: message.created_at,
  })
  assert.deepEqual(await listEvents('message.received'), [{ message, conversation }])

  const item = { ...first.data, id: first.id, kind: 'message', entity_id: page, created_at: at }
  await push([item])
  await db`update account_feeds set cursor = null where feed = 'messages'`
  await pass()
  assert.deepEqual(await list(live, `/v1/conversations/${conversation.id}/messages`), [message])
  assert.equal((await listEvents('message.received')).length, 1)
  assert.equal((await live('GET', `/v1/conversations/${conversation.id}`)).body.unread_count, 1)
})

test('unread_count grows with each message; reading sets it to zero here and on the platform; a new message reopens an archived conversation', async () => {
  const { path, from, get } = await newConversation()
  await write(from, 'Again')
  await write(from, 'And again')
  await pass()
  assert.equal((await get()).unread_count, 3)
  const reply = await live('POST', `${path}/read`)
  assert.deepEqual([reply.status, reply.body.unread_count], [200, 0])
  await scriptFault(live, 'conversations.read', 'fail_before')
  await live('POST', `${path}/read`)
  await pass(0)
  await pass()
  assert.equal((await db`select from jobs where job = 'conversations.mark_read'`).length, 0)

  assert.equal((await live('PATCH', path, { status: 'archived' })).body.status, 'archived')
  const ids = async (status: string) =>
    (await list(live, `/v1/conversations?status=${status}`)).map(({ id }: { id: string }) => id)
  const { id } = await get()
  assert.deepEqual([(await ids('archived')).includes(id), (await ids('open')).includes(id)], [true, false])
  await write(from, 'One more thing')
  await pass()
  const { status, unread_count } = await get()
  assert.deepEqual([status, unread_count], ['open', 1])
  assertCode(await live('PATCH', path, { status: 'closed' }), 422, 'validation_error')
})

test('replies are queued, sent, delivered and read, in the order in which they were written', async () => {
  const { send, message, messages, get } = await newConversation()
  const [one, two, three] = [await send('one'), await send('two'), await send('three')]
  assert.deepEqual(
    [one.status, one.external_id, one.direction, one.sent_via, one.occurred_at],
    ['queued', '', 'outbound', 'api', null],
  )
  await pass(0)
  const sent = await message(two.id)
  assert.deepEqual([sent.status, sent.error], ['sent', null])
  assert.match(sent.external_id, /^sb-message-/)
  const order = await db<{ body: string }[]>`
    select data ->> 'body' as body from sandbox_items where kind = 'message' and data ->> 'direction' = 'outbound' order by seq`
  assert.deepEqual(
    order.slice(-3).map(({ body }) => body),
    ['one', 'two', 'three'],
  )
  await pass()
  assert.equal((await messages()).length, 4, 'what the platform tells back is the same message')

  await actOnSandbox(live, 'message-statuses', { message_external_id: sent.external_id, status: 'read' })
  await actOnSandbox(live, 'message-statuses', { message_external_id: sent.external_id, status: 'delivered' })
  await actOnSandbox(live, 'message-statuses', {
    message_external_id: (await message(three.id)).external_id,
    status: 'failed',
  })
  await pass()
  assert.equal((await message(two.id)).status, 'read', 'a late status does not go back')
  assert.equal((await message(three.id)).status, 'failed')
  assert.equal((await get()).unread_count, 1)
})

for (const fault of ['timeout_after', 'error_after', 'answer_twice'])
  test(`a message whose response was lost (${fault}) is found on the platform and not sent again`, async () => {
    const { send, message } = await newConversation()
    await scriptFault(live, 'messages.send', fault)
    const { id } = await send(`lost by ${fault}`)
    await pass(0)
    await pass(5000)
    const { status, external_id, error } = await message(id)
    assert.deepEqual([status, error], ['sent', null])
    assert.match(external_id, /^sb-message-/)
    assert.equal(await copies(`lost by ${fault}`), 1)
  })

for (const fault of ['timeout_before', 'fail_before'])
  test(`a message with an unknown outcome (${fault}) is not sent again: it fails with the reason`, async () => {
    const { send, message } = await newConversation()
    await scriptFault(live, 'messages.send', fault)
    const first = await send(`unknown by ${fault}`)
    const next = await send(`after ${fault}`)
    for (let minute = 0; minute < 5; minute++) await pass(60_000)
    const { status, error } = await message(first.id)
    assert.deepEqual([status, error.outcome], ['failed', 'unknown'])
    assert.equal(await copies(`unknown by ${fault}`), 0)
    assert.equal((await message(next.id)).status, 'sent', 'and those after it are sent')
  })

test('a message whose worker was killed between the intent and the response is looked up, not sent twice', async () => {
  const { send, message, path } = await newConversation()
  const { id } = await send('killed after the call')
  await pass(0)
  // State after a crash: sent on the platform, the intent committed here, and no response stored.
  await db`update messages set status = 'queued', external_id = null, intent_at = ${ctx.clock.now()} where id = ${id}`
  await db`update account_feeds set cursor = null, due_at = ${ctx.clock.now()} where feed = 'messages'`
  await pass(HOUR)
  assert.equal((await message(id)).status, 'sent')
  assert.equal(await copies('killed after the call'), 1)
  const before = await list(live, `${path}/messages`)
  assert.equal(before.length, 2)

  const other = await send('killed before the call')
  await pass(0)
  await db`delete from sandbox_items where data ->> 'body' = 'killed before the call'`
  await db`update messages set status = 'queued', external_id = null, intent_at = ${ctx.clock.now()} where id = ${other.id}`
  for (let n = 0; n < 6; n++) await pass(600_000)
  assert.deepEqual((await message(other.id)).error.outcome, 'unknown')
  assert.equal(await copies('killed before the call'), 0)
})

test('a message waits for a rate-limited platform, and fails with the reason when it is refused', async () => {
  const { send, message } = await newConversation()
  await scriptFault(live, 'messages.send', 'rate_limit', { times: 2 })
  const busy = await send('busy')
  const { id } = await send('behind it')
  for (let n = 0; n < 4; n++) await pass(10_000)
  assert.deepEqual([(await message(busy.id)).status, (await message(id)).status], ['sent', 'sent'])
  assert.equal(await copies('busy'), 1)
  await scriptFault(live, 'messages.send', 'reject')
  const refused = await send('refused')
  await pass(0)
  const { status, error } = await message(refused.id)
  assert.deepEqual([status, error.code, error.platform_response.code], ['failed', 'invalid', 'rejected'])
})

test('a status that arrives before its message is applied, and a message sent elsewhere is stored', async () => {
  const { conversation, messages } = await newConversation()
  const moment = ctx.clock.now().toISOString()
  const elsewhere = {
    kind: 'message',
    entity_id: page,
    id: 'from-the-phone',
    conversation_id: conversation.external_id,
    participant: { id: 'p', name: 'p' },
    direction: 'outbound',
    body: 'From the phone',
    attachments: [],
    created_at: moment,
  }
  const status = (name: string) => ({
    kind: 'message_status',
    entity_id: page,
    message_id: 'from-the-phone',
    status: name,
    created_at: moment,
  })
  await push([status('read'), status('delivered')])
  await pass(0)
  await push([elsewhere])
  await pass(0)
  const found = (await messages()).find(({ body }: { body: string }) => body === 'From the phone')
  assert.deepEqual([found.status, found.sent_via, found.direction], ['read', 'platform', 'outbound'])
})

test("the window closes a day after the other person's last message: free text is then refused before anything is stored", async () => {
  const { send, get, path, messages, from } = await newConversation()
  await send('within')
  await pass(DAY)
  const { window_open, window_expires_at } = await get()
  assert.equal(window_open, false)
  const refused = await live('POST', `${path}/messages`, { body: 'too late' })
  assertCode(refused, 409, 'wrong_state')
  assert.deepEqual([refused.body.rule, refused.body.window_expires_at], ['sandbox.message.window', window_expires_at])
  assert.equal(refused.body.send_instead, 'template')
  assert.match(refused.body.detail, /24 hours .* Send an approved template instead/)
  assert.equal((await messages()).length, 2)
  await write(from, 'Still there?')
  await pass()
  assert.equal((await get()).window_open, true)
  await send('yes')
})

test('only keys of its profile see a conversation; another workspace gets 404', async () => {
  const { path, conversation } = await newConversation()
  assert.equal((await insider('GET', path)).status, 200)
  assert.deepEqual(await list(stranger, '/v1/conversations'), [])
  const neighbour = (await scene.neighbour()).live
  const calls: [string, string, object?][] = [
    ['GET', path],
    ['PATCH', path, { status: 'archived' }],
    ['POST', `${path}/read`],
    ['GET', `${path}/messages`],
    ['POST', `${path}/messages`, { body: 'Hm' }],
  ]
  for (const [method, at, body] of calls) {
    assertCode(await stranger(method, at, body), 403, 'out_of_scope')
    assertCode(await neighbour(method, at, body), 404, 'not_found')
  }
  assert.deepEqual((await live('GET', path)).body, conversation)
})

test('messages from long before the account was connected are stored without an event and are not unread', async () => {
  const before = new Date(Date.parse(account.created_at) - 3 * DAY).toISOString()
  const eventCount = (await listEvents('message.received')).length
  await push([
    {
      kind: 'message',
      entity_id: page,
      id: 'old-message',
      conversation_id: 'old-conversation',
      participant: { id: 'p', name: 'p' },
      direction: 'inbound',
      body: 'Long ago',
      attachments: [],
      created_at: before,
    },
  ])
  await pass(0)
  const all = await list(live, '/v1/conversations?limit=100')
  assert.equal(all.at(-1).external_id, 'old-conversation', 'it sorts by when it happened')
  assert.deepEqual([all.at(-1).unread_count, all.at(-1).window_open], [0, false])
  assert.equal((await listEvents('message.received')).length, eventCount)
})

/** Returns the account's page, and another one that it may act as. */
async function pages() {
  const { data } = (await live('GET', `/v1/accounts/${account.id}/entities`)).body
  const isOther = (one: { external_id: string; selectable: boolean }) => one.selectable && one.external_id !== page
  return { own: data.find((one: { external_id: string }) => one.external_id === page), other: data.find(isOther) }
}

async function switchTo({ id }: { id: string }) {
  const reply = await live('PUT', `/v1/accounts/${account.id}/active-entity`, { entity_id: id })
  assert.equal(reply.status, 200, reply.text)
  await pass()
}

test('replies come from the page that the person wrote to, even while the account acts as another page', async () => {
  const { own, other } = await pages()
  const conversation = await newConversation()
  const { externalId } = await scene.publish('Of the first page')
  await actOnSandbox(live, 'comments', { post_external_id: externalId, from: 'cora', body: 'Nice' })
  await actOnSandbox(live, 'reviews', { entity_external_id: page, from: 'cora', rating: 4 })
  await pass()
  const [comment] = await list(live, `/v1/comments?external_media_id=${externalId}`)
  const [review] = await list(live, '/v1/reviews')
  await switchTo(other)
  const { id } = await conversation.send('As the first page')
  await pass()
  const sent = await conversation.message(id)
  assert.equal(sent.status, 'sent', JSON.stringify(sent.error))
  const of = (what: string, one: { id: string }, act: string) => `/v1/${what}/${one.id}/${act}`
  const answers = [
    await live('POST', of('comments', comment, 'moderate'), { action: 'hide' }),
    await live('POST', of('comments', comment, 'reply'), { body: 'Thank you' }),
    await live('POST', of('comments', comment, 'moderate'), { action: 'delete' }),
    await live('PUT', of('reviews', review, 'reply'), { body: 'Thank you' }),
    await live('DELETE', of('reviews', review, 'reply')),
  ]
  assert.deepEqual(
    answers.map(({ status }) => status),
    [200, 201, 200, 200, 200],
    answers.map(({ text }) => text).join('\n'),
  )
  await switchTo(own)
})

test('after a switch to another page, its older messages and reviews emit no events; later ones do', async () => {
  const { own, other } = await pages()
  const there = { entity_external_id: other.external_id, from: 'olga' }
  const countEvents = async () => [
    (await listEvents('message.received')).length,
    (await listEvents('review.new')).length,
  ]
  const unread = async () =>
    (await list(live, '/v1/conversations?limit=100')).find(
      ({ participant }: { participant: { name: string } }) => participant.name === 'olga',
    )?.unread_count
  await actOnSandbox(live, 'messages', { ...there, body: 'Old' })
  await actOnSandbox(live, 'reviews', { ...there, rating: 5, body: 'Old' })
  await pass(2 * DAY)
  const before = await countEvents()
  await switchTo(other)
  assert.deepEqual([await countEvents(), await unread()], [before, 0])
  await actOnSandbox(live, 'messages', { ...there, body: 'New' })
  await actOnSandbox(live, 'reviews', { ...there, from: 'nina', rating: 5, body: 'New' })
  await pass()
  assert.deepEqual([await countEvents(), await unread()], [before.map((count) => count + 1), 1])
  await switchTo(own)
})
