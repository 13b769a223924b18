import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertCode, scriptFault } from '../../support/account-scene.ts'
import { actOnSandbox, bootInbox, list } from '../../support/inbox-scene.ts'

const scene = await bootInbox()
const { live, insider, stranger, db, account, page, pass, push, listEvents } = scene
const path = `/v1/accounts/${account.id}/templates`
const request = {
  name: 'order_update',
  language: 'en',
  category: 'UTILITY',
  components: [{ type: 'BODY', text: 'Your order {{1}} is on its way.' }],
}
let names = 0

async function newTemplate() {
  const reply = await live('POST', path, { ...request, name: `template_${names++}` })
  assert.equal(reply.status, 201, reply.text)
  return reply.body
}

test('a template is created on the platform as pending, and its approval emits one event', async () => {
  const reply = await live('POST', path, request)
  assert.equal(reply.status, 201, reply.text)
  const template = reply.body
  assert.deepEqual(template, {
    id: template.id,
    account_id: account.id,
    external_id: template.external_id,
    ...request,
    status: 'pending',
    rejection_reason: null,
    created_at: template.created_at,
    updated_at: template.created_at,
  })
  await pass()
  assert.deepEqual(await list(live, path), [template])
  assert.deepEqual(await listEvents('template.status_changed'), [], 'nothing has changed yet')

  const status = { template_external_id: template.external_id, status: 'approved' }
  const item = await actOnSandbox(live, 'template-statuses', status)
  await push([{ ...item.data, id: item.id, kind: 'template', entity_id: page, created_at: item.created_at }])
  await pass(0)
  await pass()
  const approved = (await live('GET', `${path}/${template.id}`)).body
  assert.equal(approved.status, 'approved')
  assert.deepEqual(await listEvents('template.status_changed'), [{ template: approved }])
  await actOnSandbox(live, 'template-statuses', { ...status, status: 'rejected', reason: 'Too loud' })
  await pass()
  const [, second] = await listEvents('template.status_changed')
  assert.deepEqual([second.template.status, second.template.rejection_reason], ['rejected', 'Too loud'])
})

const named = async (wanted: string) => (await list(live, path)).filter(({ name }: { name: string }) => name === wanted)

test('a refusal gives 422; an existing template is returned when its content is the same and refused otherwise', async () => {
  const other = await live('POST', path, { ...request, components: [{ type: 'BODY', text: 'Another' }] })
  assertCode(other, 422, 'validation_error')
  assert.equal(other.body.detail[0].ctx.rule, 'sandbox.template_exists')
  const same = await live('POST', path, request)
  assert.deepEqual([same.status, [same.body]], [201, await named(request.name)], same.text)
  await scriptFault(live, 'templates.create', 'reject')
  assertCode(await live('POST', path, { ...request, name: 'refused' }), 422, 'validation_error')
})

test('a template whose response was lost is looked up at once, and when the call is repeated', async () => {
  await scriptFault(live, 'templates.create', 'timeout_after')
  const found = await live('POST', path, { ...request, name: 'found' })
  assert.deepEqual([found.status, [found.body]], [201, await named('found')], found.text)

  await scriptFault(live, 'templates.create', 'timeout_after')
  await scriptFault(live, 'templates.list', 'fail_before')
  const lost = await live('POST', path, { ...request, name: 'lost' })
  assertCode(lost, 504, 'upstream_timeout')
  assert.equal(lost.body.outcome, 'unknown')
  assert.deepEqual(await named('lost'), [])
  const again = await live('POST', path, { ...request, name: 'lost' })
  assert.deepEqual([again.status, [again.body]], [201, await named('lost')], again.text)
  await pass()
  assert.deepEqual(await named('lost'), [again.body])

  await scriptFault(live, 'templates.create', 'timeout_before')
  const never = await live('POST', path, { ...request, name: 'never' })
  assertCode(never, 504, 'upstream_timeout')
  assert.deepEqual(await named('never'), [])
})

test('a deleted template is gone from the platform and from lists, and a late copy does not restore it', async () => {
  const template = await newTemplate()
  const deleted = await live('DELETE', `${path}/${template.id}`)
  assert.deepEqual([deleted.status, deleted.body.status], [200, 'deleted'])
  const eventCount = (await listEvents('template.status_changed')).length
  await db`update account_feeds set cursor = null where feed = 'templates'`
  const late = { ...template, kind: 'template', id: template.external_id, entity_id: page }
  await push([late])
  await pass(0)
  await pass()
  const ids = (await list(live, path)).map(({ id }: { id: string }) => id)
  assert.ok(!ids.includes(template.id))
  assert.equal((await live('GET', `${path}/${template.id}`)).body.status, 'deleted')
  assert.equal((await live('DELETE', `${path}/${template.id}`)).body.status, 'deleted')
  assert.equal((await listEvents('template.status_changed')).length, eventCount)
})

test('a number is registered with its pin, which is not stored', async () => {
  const at = `/v1/accounts/${account.id}/register-number`
  const reply = await live('POST', at, { pin: '123456', data_localization_region: 'DE' })
  assert.equal(reply.status, 200, reply.text)
  assert.deepEqual(Object.keys(reply.body), ['account_id', 'phone_number_id', 'status'])
  assert.deepEqual([reply.body.account_id, reply.body.status], [account.id, 'registered'])
  assert.deepEqual((await live('POST', at, { pin: '123456' })).body, reply.body)
  const wrong = await live('POST', at, { pin: '654321' })
  assertCode(wrong, 422, 'validation_error')
  assert.equal(wrong.body.detail[0].ctx.rule, 'sandbox.pin_mismatch')
  for (const pin of ['12345', '1234567', 'abcdef', 123456]) {
    const bad = await live('POST', at, { pin })
    assertCode(bad, 422, 'validation_error')
    assert.doesNotMatch(bad.text, /1234567|abcdef/)
  }
  assertCode(await live('POST', at, { pin: '123456', data_localization_region: 'DEU' }), 422, 'validation_error')
})

test('a number is verified with the code that it received, which is not repeated in errors', async () => {
  const at = `/v1/accounts/${account.id}`
  const requested = await live('POST', `${at}/request-code`, { method: 'voice', language: 'de_DE' })
  assert.deepEqual([requested.status, requested.body], [200, { account_id: account.id, status: 'code_sent' }])
  assert.equal((await live('POST', `${at}/request-code`, { method: 'sms' })).status, 200)
  const wrong = await live('POST', `${at}/verify-code`, { code: '654321' })
  assertCode(wrong, 422, 'validation_error')
  assert.equal(wrong.body.detail[0].ctx.rule, 'sandbox.wrong_code')
  const verified = await live('POST', `${at}/verify-code`, { code: '123456' })
  assert.deepEqual([verified.status, verified.body], [200, { account_id: account.id, status: 'verified' }])
  for (const code of ['12345', '1234567', 'abcdef']) {
    const bad = await live('POST', `${at}/verify-code`, { code })
    assertCode(bad, 422, 'validation_error')
    assert.ok(!bad.text.includes(`"${code}"`), bad.text)
  }
  for (const body of [{ method: 'letter' }, { method: 'sms', language: 'english' }, {}])
    assertCode(await live('POST', `${at}/request-code`, body), 422, 'validation_error')
})

test('only keys of its profile see templates; another workspace gets 404', async () => {
  const template = await newTemplate()
  const one = `${path}/${template.id}`
  assert.equal((await insider('GET', one)).status, 200)
  const neighbour = (await scene.neighbour()).live
  const calls: [string, string, object?][] = [
    ['POST', path, request],
    ['GET', path],
    ['GET', one],
    ['DELETE', one],
    ['POST', `/v1/accounts/${account.id}/register-number`, { pin: '123456' }],
    ['POST', `/v1/accounts/${account.id}/request-code`, { method: 'sms' }],
    ['POST', `/v1/accounts/${account.id}/verify-code`, { code: '123456' }],
  ]
  for (const [method, at, body] of calls) {
    assertCode(await stranger(method, at, body), 403, 'out_of_scope')
    assertCode(await neighbour(method, at, body), 404, 'not_found')
  }
  assertCode(await live('GET', `${path}/tpl_unknown`), 404, 'not_found')
})

test('components are returned in the order sent', async () => {
  const components = '[{"type":"BODY","text":"Hello {{1}}","example":{"body_text":[["Ada"]]},"add":{"z":1,"a":2}}]'
  const sent = JSON.stringify({ ...request, name: 'in_order' }).replace(
    /"components":\[.*?\]/,
    `"components":${components}`,
  )
  const created = await live('POST', path, sent)
  assert.equal(created.status, 201, created.text)
  const { text } = await live('GET', `${path}/${created.body.id}`)
  assert.ok(text.includes(components), text)
  const status = { template_external_id: created.body.external_id, status: 'approved' }
  await actOnSandbox(live, 'template-statuses', status)
  await pass()
  const approved = await live('GET', `${path}/${created.body.id}`)
  assert.ok(approved.body.status === 'approved' && approved.text.includes(components), approved.text)
})
