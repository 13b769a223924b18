import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sendMessage } from '../../../../src/domains/social/inbox/conversations/contract/jobs.ts'
import { assertCode, scriptFault } from '../../../support/account-scene.ts'
import { actOnSandbox, bootInbox, DAY, list } from '../../../support/inbox-scene.ts'
import { loseJobs, pauseJobs } from '../../../support/paused-jobs.ts'

const scene = await bootInbox()
const { live, insider, stranger, db, ctx, account, page, pass, push, listEvents } = scene
const templates = `/v1/accounts/${account.id}/templates`
const outbound = `/v1/accounts/${account.id}/messages`
let names = 0
let numbers = 0

const BODY = { type: 'BODY', text: 'Hello {{1}}, your order {{2}} is on its way.' }
const parameters = [
  { type: 'text', text: 'Ann' },
  { type: 'text', text: '1001' },
]
const filled = [{ type: 'body', parameters }]

/** Creates a template with this status that is known here. */
async function newTemplate(status: string, components: object[] = [BODY]) {
  const request = { name: `template_${names++}`, language: 'en', category: 'UTILITY', components }
  const { status: code, body, text } = await live('POST', templates, request)
  assert.equal(code, 201, text)
  if (status !== 'pending')
    await actOnSandbox(live, 'template-statuses', { template_external_id: body.external_id, status })
  await pass()
  return { name: body.name as string, language: 'en', components: filled }
}

/** Creates a conversation whose window is closed. */
async function closedConversation(from: string) {
  const { data } = await actOnSandbox(live, 'messages', { entity_external_id: page, from, body: 'Hello' })
  await pass()
  const all = await list(live, '/v1/conversations?limit=100')
  const { id } = all.find((one: { external_id: string }) => one.external_id === data.conversation_id)
  await pass(2 * DAY)
  assert.equal((await live('GET', `/v1/conversations/${id}`)).body.window_open, false)
  return `/v1/conversations/${id}/messages`
}

const newNumber = () => `+1555010${String(1000 + numbers++)}`
const find = async (path: string, id: string) =>
  (await list(live, `${path}?limit=100`)).find((one: { id: string }) => one.id === id)
const buildMessagesPath = ({ conversation_id }: { conversation_id: string }) =>
  `/v1/conversations/${conversation_id}/messages`
const copies = async (handle: string) => (await db`select from sandbox_items where handle = ${handle}`).length
const listMessageStatuses = async (id: string) =>
  (await listEvents('message.status_changed'))
    .filter(({ message }: { message: { id: string } }) => message.id === id)
    .map(({ message }: { message: { status: string } }) => message.status)

test('after the window has closed a template can be sent, and its message shows the template and the text', async () => {
  const template = await newTemplate('approved')
  const path = await closedConversation('ann')
  assertCode(await live('POST', path, { body: 'too late' }), 409, 'wrong_state')
  const reply = await live('POST', path, { template })
  assert.equal(reply.status, 201, reply.text)
  const { id, created_at } = reply.body
  assert.deepEqual(reply.body, {
    id,
    conversation_id: path.split('/')[3],
    direction: 'outbound',
    external_id: '',
    status: 'queued',
    body: 'Hello Ann, your order 1001 is on its way.',
    attachments: [],
    sent_via: 'api',
    template,
    error: null,
    occurred_at: null,
    created_at,
  })
  await pass(0)
  const sent = await find(path, id)
  assert.deepEqual([sent.status, sent.template], ['sent', template])
  const [item] = await db<{ data: { body: string } }[]>`select data from sandbox_items where id = ${sent.external_id}`
  assert.equal(item?.data.body, reply.body.body, 'the person reads what the message says')
  const bare = { name: template.name, language: template.language, components: [] }
  const plain = await newTemplate('approved', [{ type: 'BODY', text: 'Hello' }])
  const { name, language } = plain
  const short = await live('POST', path, { template: { name, language } })
  assert.deepEqual(short.body.template, { ...bare, name }, 'components may be left out')
})

test('a message is either free text or a template', async () => {
  const template = await newTemplate('approved')
  const path = await closedConversation('both')
  const neither = await live('POST', path, {})
  assertCode(neither, 422, 'validation_error')
  assert.deepEqual([neither.body.detail[0].type, neither.body.detail[0].loc], ['missing', ['body', 'body']])
  const both = await live('POST', path, { body: 'Hello', template })
  assertCode(both, 422, 'validation_error')
  assert.deepEqual([both.body.detail[0].type, both.body.detail[0].loc], ['value_error', ['body', 'template']])
  const problems: [object, string, (string | number)[]][] = [
    [{ language: 'en' }, 'missing', ['name']],
    [{ name: template.name }, 'missing', ['language']],
    [{ ...template, category: 'x' }, 'extra_forbidden', ['category']],
    [{ ...template, components: [{ parameters }] }, 'missing', ['components', 0, 'type']],
    [{ ...template, components: [{ type: 'body', paramters: [] }] }, 'extra_forbidden', ['components', 0, 'paramters']],
    [{ ...template, components: 'x' }, 'list_type', ['components']],
  ]
  for (const [wrong, type, loc] of problems)
    for (const at of [path, outbound]) {
      const reply = await live('POST', at, { ...(at === outbound && { to: newNumber() }), template: wrong })
      assertCode(reply, 422, 'validation_error')
      assert.deepEqual([reply.body.detail[0].type, reply.body.detail[0].loc], [type, ['body', 'template', ...loc]])
    }
})

test('a template that is unknown, unapproved or does not fit its parameters is refused before anything is stored', async () => {
  const path = await closedConversation('careful')
  const approved = await newTemplate('approved')
  const pending = await newTemplate('pending')
  const paused = await newTemplate('paused')
  const count = async () => [(await db`select from messages`).length, (await db`select from conversations`).length]
  const before = await count()
  for (const [at, more] of [
    [path, {}],
    [outbound, { to: newNumber() }],
  ] as const) {
    const send = (template: object) => live('POST', at, { ...more, template })
    const unknown = await send({ ...approved, name: 'never_made' })
    assertCode(unknown, 404, 'not_found')
    assert.match(unknown.body.detail, /template "never_made"/)
    assertCode(await send({ ...approved, language: 'de' }), 404, 'not_found')
    for (const [template, status] of [
      [pending, 'pending'],
      [paused, 'paused'],
    ] as const) {
      const refused = await send(template)
      assertCode(refused, 409, 'template_not_approved')
      assert.equal(refused.body.template_status, status)
    }
    const few = await send({ ...approved, components: [{ type: 'body', parameters: parameters.slice(1) }] })
    assertCode(few, 422, 'validation_error')
    assert.deepEqual(few.body.detail[0].loc, ['body', 'template', 'components', 0, 'parameters'])
    assert.match(few.body.detail[0].msg, /takes 2 parameters, not 1/)
    const none = await send({ name: approved.name, language: 'en' })
    assert.deepEqual(none.body.detail[0].loc, ['body', 'template', 'components'])
  }
  assert.deepEqual(await count(), before)
})

test('named placeholders and header media are filled by their own parameters', async () => {
  const named = await newTemplate('approved', [
    { type: 'HEADER', format: 'IMAGE' },
    { type: 'BODY', text: '{{day}}: {{what}}, again {{what}}' },
  ])
  const to = newNumber()
  const header = { type: 'header', parameters: [{ type: 'image', image: { link: 'https://example.com/a.png' } }] }
  const text = (parameter_name: string, value: string) => ({ type: 'text', parameter_name, text: value })
  const send = (components: object[]) => live('POST', outbound, { to, template: { ...named, components } })
  const body = { type: 'body', parameters: [text('what', 'tea'), text('day', 'Monday')] }
  const reply = await send([header, body])
  assert.deepEqual([reply.status, reply.body.body], [201, 'Monday: tea, again tea'], reply.text)
  assertCode(await send([body]), 422, 'validation_error')
  const twice = await send([header, { type: 'body', parameters: [text('what', 'tea'), text('what', 'tea')] }])
  assert.deepEqual(twice.body.detail[0].loc.slice(2), ['components', 1, 'parameters', 1, 'parameter_name'])
})

test('a number that never wrote gets a template in a new conversation, which its reply continues', async () => {
  const template = await newTemplate('approved')
  const to = newNumber()
  const reply = await live('POST', outbound, { to, template })
  assert.equal(reply.status, 201, reply.text)
  assert.equal(reply.headers.get('location'), buildMessagesPath(reply.body))
  const { body: conversation } = await live('GET', `/v1/conversations/${reply.body.conversation_id}`)
  assert.deepEqual(
    [conversation.account_id, conversation.window_open, conversation.last_inbound_at, conversation.unread_count],
    [account.id, false, null, 0],
  )
  await pass(0)
  assert.equal((await find(buildMessagesPath(reply.body), reply.body.id)).status, 'sent')
  await pass(1000)
  await actOnSandbox(live, 'messages', { entity_external_id: page, from: to.slice(1), body: 'Thank you' })
  await pass()
  const bodies = (await list(live, buildMessagesPath(reply.body))).map(({ body }: { body: string }) => body)
  assert.deepEqual(bodies, ['Thank you', 'Hello Ann, your order 1001 is on its way.'])
  const again = await live('POST', outbound, { to, template })
  assert.equal(again.body.conversation_id, reply.body.conversation_id)
  for (const wrong of ['15550100', '+0123456789', '+1 555 0100', '+1555', '+1234567890123456', 'ann', '']) {
    const bad = await live('POST', outbound, { to: wrong, template })
    assertCode(bad, 422, 'validation_error')
    assert.deepEqual(
      [bad.body.detail[0].type, bad.body.detail[0].loc],
      ['string_pattern_mismatch', ['body', 'to']],
      bad.text,
    )
  }
})

test("a repeat with the same Idempotency-Key sends one template, even if the platform's response was lost", async () => {
  const template = await newTemplate('approved')
  const to = newNumber()
  await scriptFault(live, 'messages.send', 'timeout_after')
  const send = () => live('POST', outbound, { to, template }, { 'idempotency-key': 'first-contact' })
  const [first, second] = [await send(), await send()]
  assert.deepEqual([first.status, second.body], [201, first.body])
  await pass(0)
  await pass(5000)
  assert.equal((await find(buildMessagesPath(first.body), first.body.id)).status, 'sent')
  assert.equal(await copies(first.body.id), 1)
  assert.equal((await list(live, buildMessagesPath(first.body))).length, 1)
})

test('each status change emits one event with the message and its conversation, in the order of the statuses', async () => {
  const template = await newTemplate('approved')
  const { body: message } = await live('POST', outbound, { to: newNumber(), template })
  await pass(0)
  const { external_id } = await find(buildMessagesPath(message), message.id)
  for (const status of ['delivered', 'delivered', 'read', 'delivered'])
    await actOnSandbox(live, 'message-statuses', { message_external_id: external_id, status })
  await pass()
  await pass()
  assert.deepEqual(await listMessageStatuses(message.id), ['sent', 'delivered', 'read'])
  const all = await listEvents('message.status_changed')
  const last = all.findLast((one: { message: { id: string } }) => one.message.id === message.id)
  assert.deepEqual(last.message, await find(buildMessagesPath(message), message.id))
  assert.equal(last.conversation.id, message.conversation_id)

  await scriptFault(live, 'messages.send', 'reject')
  const { body: refused } = await live('POST', outbound, { to: newNumber(), template })
  await pass(0)
  const { body: undelivered } = await live('POST', outbound, { to: newNumber(), template })
  await pass(0)
  const failing = await find(buildMessagesPath(undelivered), undelivered.id)
  await actOnSandbox(live, 'message-statuses', { message_external_id: failing.external_id, status: 'failed' })
  await pass()
  assert.deepEqual(await listMessageStatuses(refused.id), ['failed'])
  assert.deepEqual(await listMessageStatuses(undelivered.id), ['sent', 'failed'])
  assert.equal((await find(buildMessagesPath(undelivered), undelivered.id)).error.code, 'undeliverable')
})

test('a status with our handle confirms a message whose response was lost, on platforms that list no messages', async () => {
  const template = await newTemplate('approved')
  const resumeJobs = await pauseJobs(scene, sendMessage)
  const { body: message } = await live('POST', outbound, { to: newNumber(), template })
  // State after a crash: the intent committed, and the platform's response lost.
  await loseJobs(db, sendMessage)
  await resumeJobs()
  await db`update messages set intent_at = ${ctx.clock.now()} where id = ${message.id}`
  const created_at = ctx.clock.now().toISOString()
  const status = { kind: 'message_status', entity_id: page, message_id: 'wamid.1', status: 'delivered', created_at }
  await push([{ ...status, message_handle: 'msg_unknown', message_id: 'wamid.0' }])
  await push([{ ...status, message_handle: message.id }])
  await pass(0)
  const found = await find(buildMessagesPath(message), message.id)
  assert.deepEqual([found.status, found.external_id], ['delivered', 'wamid.1'])
  assert.deepEqual(await listMessageStatuses(message.id), ['delivered'])
})

test('platforms without templates, or that cannot write to a number, are refused by name', async () => {
  const template = await newTemplate('approved')
  const path = await closedConversation('elsewhere')
  await db`update accounts set platform = 'mastodon' where id = ${account.id}`
  const first = await live('POST', outbound, { to: newNumber(), template })
  assertCode(first, 422, 'unsupported_by_platform')
  assert.deepEqual(first.body.detail[0].loc, ['body', 'to'])
  assert.match(first.body.detail[0].msg, /^Mastodon cannot write to a phone number/)
  const second = await live('POST', path, { template })
  assertCode(second, 422, 'unsupported_by_platform')
  assert.deepEqual(second.body.detail[0].loc, ['body', 'template'])
  await db`update accounts set platform = 'sandbox' where id = ${account.id}`
})

test('only keys of the profile can write; other workspaces get 404, and signed-out accounts 409', async () => {
  const template = await newTemplate('approved')
  const request = { to: newNumber(), template }
  assert.equal((await insider('POST', outbound, request)).status, 201)
  assertCode(await stranger('POST', outbound, request), 403, 'out_of_scope')
  assertCode(await (await scene.neighbour()).live('POST', outbound, request), 404, 'not_found')
  assert.equal((await live('DELETE', `/v1/accounts/${account.id}`)).status, 200)
  assertCode(await live('POST', outbound, request), 409, 'wrong_state')
})
