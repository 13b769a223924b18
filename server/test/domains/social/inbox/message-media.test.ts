import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sandbox } from '../../../../src/connectors/sandbox/platform.ts'
import { assertCode } from '../../../support/account-scene.ts'
import { lacking } from '../../../support/capabilities.ts'
import { actOnSandbox, bootInbox } from '../../../support/inbox-scene.ts'
import { ingestImage } from '../../../support/post-scene.ts'

const scene = await bootInbox()
const { live, db, page, pass, queue, stranger } = scene
await actOnSandbox(live, 'messages', { entity_external_id: page, from: 'asker', body: 'Have you a picture?' })
await pass()
const [conversation] = (await live('GET', '/v1/conversations')).body.data
const path = `/v1/conversations/${conversation.id}/messages`
const key = await scene.key()
const uses = async () => (await db`select from media_uses`).length

test('a file is sent with a text under it, once, and is kept until then', async () => {
  const media_id = await ingestImage(live, queue)
  const sent = await live('POST', path, { media_id, body: 'Here it is' })
  assert.equal(sent.status, 201, sent.text)
  const [attachment] = sent.body.attachments
  assert.deepEqual([sent.body.body, attachment.media_id, attachment.type], ['Here it is', media_id, 'image'])
  assert.equal(await uses(), 1)
  await pass()
  const [latest] = (await live('GET', path)).body.data
  assert.deepEqual([latest.id, latest.status, latest.body], [sent.body.id, 'sent', 'Here it is'])
  assert.equal(await uses(), 0)
  const file = await fetch(`${scene.url}/v1/messages/${latest.id}/attachments/0`, {
    headers: { authorization: `Bearer ${key}` },
  })
  assert.deepEqual([file.status, file.headers.get('content-disposition')], [200, 'attachment'])
  assert.equal((await file.arrayBuffer()).byteLength, attachment.bytes)
  assertCode(await live('GET', `/v1/messages/${latest.id}/attachments/1`), 404, 'not_found')
  assertCode(await stranger('GET', `/v1/messages/${latest.id}/attachments/0`), 403, 'out_of_scope')
})

test('a file that cannot be sent is refused before anything is stored', async () => {
  const before = (await live('GET', path)).body.data.length
  assertCode(await live('POST', path, { media_id: 'med_missing' }), 404, 'not_found')
  const media_id = await ingestImage(live, queue)
  assertCode(await live('POST', path, { media_id, template: { name: 'a', language: 'en' } }), 422, 'validation_error')
  assertCode(await live('POST', path, {}), 422, 'validation_error')
  const { body: pending } = await live('POST', '/v1/media', { url: 'https://example.com/picture.png' })
  assertCode(await live('POST', path, { media_id: pending.id }), 409, 'wrong_state')
  await lacking(sandbox, ['messages.media'], async () => {
    assertCode(await live('POST', path, { media_id }), 422, 'unsupported_by_platform')
  })
  assert.equal((await live('GET', path)).body.data.length, before)
})

test('a received file with its own URL is not copied', async () => {
  const attachments = [{ type: 'image', url: 'https://example.com/picture.png' }, { type: 'location' }]
  await actOnSandbox(live, 'messages', { entity_external_id: page, from: 'asker', body: 'Mine', attachments })
  await pass()
  const [received] = (await live('GET', path)).body.data
  for (const [index, reason] of [/its own `url`/i, /the platform has none/i].entries()) {
    const reply = await live('GET', `/v1/messages/${received.id}/attachments/${index}`)
    assertCode(reply, 404, 'not_found')
    assert.match(reply.body.detail, reason)
  }
})
