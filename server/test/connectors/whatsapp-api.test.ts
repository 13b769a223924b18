import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertCode, signIn, startConnection } from '../support/account-scene.ts'
import { FakeWhatsApp } from '../support/connectors/whatsapp-fake.ts'
import { bootPlatform } from '../support/platform-scene.ts'
import { ingestImage } from '../support/post-scene.ts'

const fake = await new FakeWhatsApp().start()
const world = await bootPlatform(fake.origins, {
  META_CLIENT_ID: fake.app.client_id,
  META_CLIENT_SECRET: fake.app.client_secret,
})
const { live, queue, listEvents, ctx } = world
fake.now = () => ctx.clock.now()

let delivered = 0
/** Delivers the pending webhooks in order, and waits until the worker has read them. */
async function deliver(): Promise<void> {
  const pushes = fake.signed(delivered)
  delivered = fake.pushes.length
  for (const { body, headers } of pushes) {
    const reply = await world.client()('POST', '/v1/inbound/whatsapp', body, headers)
    assert.equal(reply.status, 200, reply.text)
  }
  await queue.idle()
}

async function connect(number: object = {}) {
  const business = fake.newBusiness(number)
  const { id } = await startConnection(live, world.profile, { platform: 'whatsapp' })
  const waiting = await signIn(live, id, { access_token: business.token, business_account_id: business.id })
  assert.equal(waiting.status, 'awaiting_selection')
  const [entity] = (await live('GET', `/v1/connections/${id}/entities`)).body.data
  const reply = await live('POST', `/v1/connections/${id}/select`, { external_id: entity.external_id })
  assert.equal(reply.status, 200, reply.text)
  return { ...business, account: reply.body, entity }
}

async function make(path: string, body: object) {
  const reply = await live('POST', path, body)
  assert.ok(reply.status === 200 || reply.status === 201, reply.text)
  return reply.body
}

const fetchMessages = async (conversation: string) =>
  (await live('GET', `/v1/conversations/${conversation}/messages`)).body.data

const fetchMessage = async (conversation: string, id: string) =>
  (await fetchMessages(conversation)).find((one: { id: string }) => one.id === id)

/** Creates a template with one parameter and approves it. */
async function createApprovedTemplate(accountId: string, name: string) {
  const example = { body_text: [['1001']] }
  const components = [{ type: 'BODY', text: 'Your order {{1}} is on its way.', example }]
  const template = await make(`/v1/accounts/${accountId}/templates`, {
    name,
    language: 'en',
    category: 'UTILITY',
    components,
  })
  assert.equal(template.status, 'pending')
  fake.review(template.external_id, 'APPROVED')
  await deliver()
  assert.equal((await live('GET', `/v1/accounts/${accountId}/templates/${template.id}`)).body.status, 'approved')
  return {
    ...template,
    send: { name, language: 'en', components: [{ type: 'body', parameters: [{ type: 'text', text: '1001' }] }] },
  }
}

test('a new number is verified, registered and used for a conversation, from a template to the closed window', async () => {
  const fresh = { status: 'PENDING', code_verification_status: 'NOT_VERIFIED', platform_type: 'NOT_APPLICABLE' }
  const { account, entity, number } = await connect(fresh)
  assert.equal(account.active_entity.external_id, number.id)
  assert.equal(entity.metadata.quality_rating, 'GREEN')
  const at = `/v1/accounts/${account.id}`

  const early = await live('POST', `${at}/register-number`, { pin: '123456' })
  assertCode(early, 422, 'validation_error')
  assert.equal(early.body.detail[0].ctx.rule, 'whatsapp.number.not_verified')
  assert.equal((await make(`${at}/request-code`, { method: 'sms' })).status, 'code_sent')
  const wrong = await live('POST', `${at}/verify-code`, { code: '111111' })
  assert.equal(wrong.body.detail[0].ctx.rule, 'whatsapp.number.code')
  assert.equal((await make(`${at}/verify-code`, { code: '246810' })).status, 'verified')
  const registered = await make(`${at}/register-number`, { pin: '123456', data_localization_region: 'DE' })
  assert.deepEqual(registered, { account_id: account.id, phone_number_id: number.id, status: 'registered' })
  assert.equal(number.storage.data_localization_region, 'DE')
  assert.equal((await live('POST', `${at}/health`)).body.health.status, 'healthy')

  const template = await createApprovedTemplate(account.id, 'on_its_way')
  const [changed] = await listEvents('template.status_changed')
  assert.deepEqual([changed.template.id, changed.template.status], [template.id, 'approved'])
  assert.deepEqual(changed.template.components, template.components, 'a push without them leaves the components')

  const sent = await make(`${at}/messages`, { to: '+15550100123', template: template.send })
  await queue.idle()
  const conversation = sent.conversation_id
  const { external_id } = await fetchMessage(conversation, sent.id)
  assert.match(external_id, /^wamid\./)
  assert.equal(fake.messages.at(-1).handle, sent.id)
  await deliver()
  assert.equal((await fetchMessage(conversation, sent.id)).status, 'sent')
  fake.report(external_id, 'read')
  fake.report(external_id, 'delivered')
  await deliver()
  assert.equal((await fetchMessage(conversation, sent.id)).status, 'read', 'a late status changes nothing')

  assertCode(await live('POST', `/v1/conversations/${conversation}/messages`, { body: 'Hi' }), 409, 'wrong_state')
  const media = fake.addFile(number.id, 'image/jpeg', Buffer.from('jpeg'))
  const image = { id: media, mime_type: 'image/jpeg', sha256: 'x', caption: 'It arrived ✓' }
  const inboundId = fake.receive(number.id, '15550100123', { type: 'image', image })
  await deliver()
  const [received] = await listEvents('message.received')
  assert.equal(received.message.external_id, inboundId)
  assert.equal(received.message.body, 'It arrived ✓')
  assert.equal(received.message.attachments[0].id, media)
  assert.equal(received.conversation.id, conversation, 'the same conversation')
  assert.deepEqual([received.conversation.window_open, received.conversation.unread_count], [true, 1])

  const download = await live('GET', `/v1/messages/${received.message.id}/attachments/0`)
  assert.deepEqual([download.status, download.headers.get('content-type'), download.text], [200, 'image/jpeg', 'jpeg'])
  const place = { type: 'location', location: { latitude: 1, longitude: 2 } }
  await world.pass(60)
  const lastId = fake.receive(number.id, '15550100123', place)
  await deliver()
  const [located] = await fetchMessages(conversation)
  assertCode(await live('GET', `/v1/messages/${located.id}/attachments/0`), 404, 'not_found')

  const media_id = await ingestImage(live, queue)
  const file = await make(`/v1/conversations/${conversation}/messages`, { media_id, body: 'Our shop' })
  await queue.idle()
  await deliver()
  assert.equal((await fetchMessage(conversation, file.id)).status, 'sent')
  assert.equal(fake.messages.at(-1).body.image.caption, 'Our shop')

  const thanks = await make(`/v1/conversations/${conversation}/messages`, { body: 'Enjoy!' })
  await queue.idle()
  await deliver()
  assert.equal((await fetchMessage(conversation, thanks.id)).status, 'sent')
  await make(`/v1/conversations/${conversation}/read`, {})
  await queue.idle()
  assert.equal(number.readUpTo, lastId)

  await world.pass(25 * 3600)
  const closed = await live('POST', `/v1/conversations/${conversation}/messages`, { body: 'Still there?' })
  assertCode(closed, 409, 'wrong_state')
  assert.equal(closed.body.rule, 'whatsapp.message.window')
  await make(`/v1/conversations/${conversation}/messages`, { template: template.send })
})

test('a forged webhook is refused, and a repeated one changes nothing', async () => {
  const { number } = await connect()
  const before = fake.pushes.length
  fake.receive(number.id, '15550100321', { type: 'text', text: { body: 'Once' } })
  const [push] = fake.signed(before)
  const forged = await world.client()(
    'POST',
    '/v1/inbound/whatsapp',
    push?.body.replace('Once', 'Twice'),
    push?.headers,
  )
  assertCode(forged, 400, 'invalid_signature')
  await deliver()
  delivered = before
  await deliver()
  const received = (await listEvents('message.received')).filter(({ message }) => message.body === 'Once')
  assert.equal(received.length, 1)
})

test('a message whose response was lost is recognized by its status and sent once', async () => {
  const { account, number } = await connect()
  const { send } = await createApprovedTemplate(account.id, 'lost_response')
  fake.faults.push({ fault: 'drop_after', matches: ({ path }) => path.endsWith(`/${number.id}/messages`) })
  const before = fake.messages.length
  const sent = await make(`/v1/accounts/${account.id}/messages`, { to: '+15550100456', template: send })
  await queue.idle()
  assert.equal((await fetchMessage(sent.conversation_id, sent.id)).status, 'queued')
  await deliver()
  await world.pass(300, 5)
  assert.equal((await fetchMessage(sent.conversation_id, sent.id)).status, 'sent')
  assert.equal(fake.messages.length, before + 1)
})

test('a person whose id is not the dialed number has one conversation, no matter who writes first', async () => {
  const { account, number } = await connect()
  const { send } = await createApprovedTemplate(account.id, 'brazil')
  fake.knownAs.set('5511987654321', '551187654321')
  fake.knownAs.set('5511900000001', '551100000001')
  const start = async (to: string) => {
    const message = await make(`/v1/accounts/${account.id}/messages`, { to, template: send })
    await queue.idle()
    await deliver()
    return message
  }
  const list = async () => (await live('GET', `/v1/conversations?account_id=${account.id}`)).body.data

  const first = await start('+5511987654321')
  const [renamed] = await list()
  assert.deepEqual([renamed.id, renamed.external_id], [first.conversation_id, `${number.id}:551187654321`])
  fake.receive(number.id, '551187654321', { type: 'text', text: { body: 'Oi' } })
  await deliver()
  assert.equal((await start('+5511987654321')).conversation_id, first.conversation_id, 'the dialed number is an alias')
  assert.equal((await list()).length, 1)
  assert.equal((await fetchMessages(first.conversation_id)).length, 3)

  fake.receive(number.id, '551100000001', { type: 'text', text: { body: 'Oi' } })
  await deliver()
  const theirs = (await list()).find((one: { external_id: string }) => one.external_id.endsWith(':551100000001'))
  const merged = await start('+5511900000001')
  assert.equal((await list()).length, 2)
  const all = await fetchMessages(theirs.id)
  assert.deepEqual(
    all.map(({ direction, status }: { direction: string; status: string }) => `${direction} ${status}`),
    ['outbound sent', 'inbound received'],
  )
  assert.equal(all[0].id, merged.id)
  assert.equal((await live('GET', `/v1/conversations/${merged.conversation_id}`)).status, 404)
  assert.equal((await start('+5511900000001')).conversation_id, theirs.id)
})

test('the health of an account shows that its number is no longer accessible', async () => {
  const { account, id, token } = await connect()
  fake.tokens.get(token)!.businessAccounts.clear()
  const value = { event: 'PARTNER_REMOVED', waba_info: { waba_id: id } }
  fake.pushes.push({ change: { businessAccountId: '1', field: 'account_update', value } })
  await deliver()
  const { health } = (await live('GET', `/v1/accounts/${account.id}`)).body
  assert.deepEqual(
    health.issues.map(({ code }: { code: string }) => code),
    ['whatsapp_number_missing', 'webhooks_not_subscribed'],
  )
})

test('a business account stays subscribed until its last number is disconnected', async () => {
  const { account, id, token } = await connect()
  const business = fake.businessAccounts.get(id)
  fake.addNumber(id)
  const connection = await startConnection(live, world.profile, { platform: 'whatsapp' })
  await signIn(live, connection.id, { access_token: token, business_account_id: id })
  const entities = (await live('GET', `/v1/connections/${connection.id}/entities`)).body.data
  const other = entities.find((one: { external_id: string }) => one.external_id !== account.active_entity.external_id)
  const second = await make(`/v1/connections/${connection.id}/select`, { external_id: other.external_id })
  await queue.idle()
  assert.deepEqual(business.subscribed, {})
  assert.match(fake.appSubscription.callback_url, /\/v1\/inbound\/whatsapp$/)
  const query = new URLSearchParams({
    'hub.mode': 'subscribe',
    'hub.verify_token': fake.appSubscription.verifyToken,
    'hub.challenge': '1158201444',
  })
  const challenged = await world.client()('GET', `/v1/inbound/whatsapp?${query.toString()}`)
  assert.deepEqual([challenged.status, challenged.text], [200, '1158201444'])
  await live('DELETE', `/v1/accounts/${account.id}`)
  await queue.idle()
  assert.deepEqual(business.subscribed, {})
  await live('DELETE', `/v1/accounts/${second.id}`)
  await queue.idle()
  assert.equal(business.subscribed, null)
})

test('messages and conversations of a number are counted by day, and those of other numbers are left out', async () => {
  const { account, number } = await connect()
  const digits = number.display_phone_number.replaceAll(/\D/g, '')
  const today = Date.parse(ctx.clock.now().toISOString().slice(0, 10)) / 1000
  fake.days.push(
    { number: digits, start: today, sent: 7, conversations: [2, 1] },
    { number: '15550199999', start: today, sent: 100, conversations: [50] },
  )
  await world.pass(86_400)
  const { body } = await live('GET', `/v1/accounts/${account.id}/analytics`)
  const readMetricValues = (metric: string) =>
    body.series
      .find((one: { metric: string }) => one.metric === metric)
      .points.map(({ value }: { value: number }) => value)
  assert.deepEqual(
    [body.available, readMetricValues('messages'), readMetricValues('conversations')],
    [['messages', 'conversations'], [7], [3]],
  )
})
