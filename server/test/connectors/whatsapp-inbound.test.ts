import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { FoundMessage, FoundStatus } from '../../src/connectors/inbox.ts'
import { connector } from '../../src/connectors/whatsapp/connector.ts'
import { signPush } from '../support/connectors/whatsapp-pushes.ts'

const { inbound } = connector
if (!inbound) throw new Error('WhatsApp has webhooks')

const PERSON = '15550100123'

/** Reads a push of one change. */
function readChange(field: string, value: object, businessAccountId = '77') {
  return inbound!.read(signPush('any', { businessAccountId, field, value }))
}

const metadata = { display_phone_number: '15550100100', phone_number_id: '501' }
const contacts = [{ profile: { name: 'Ada Example' }, wa_id: PERSON, user_id: 'US.5' }]
const readMessage = (message: object) =>
  readChange('messages', {
    messaging_product: 'whatsapp',
    metadata,
    contacts,
    messages: [{ from: PERSON, id: 'wamid.1', timestamp: '1768469400', ...message }],
  })[0] as FoundMessage | undefined

const KINDS: readonly (readonly [string, object, string | null, object])[] = [
  ['text', { text: { body: 'Hello' } }, 'Hello', {}],
  [
    'image',
    { image: { id: '9', mime_type: 'image/jpeg', sha256: 'x', caption: 'Look' } },
    'Look',
    { type: 'image', id: '9', mime: 'image/jpeg', sha256: 'x', caption: 'Look' },
  ],
  [
    'document',
    { document: { id: '9', mime_type: 'application/pdf', sha256: 'x', filename: 'a.pdf' } },
    null,
    { type: 'document', id: '9', mime: 'application/pdf', sha256: 'x', filename: 'a.pdf' },
  ],
  [
    'audio',
    { audio: { id: '9', mime_type: 'audio/ogg', sha256: 'x', voice: true } },
    null,
    { type: 'audio', id: '9', mime: 'audio/ogg', sha256: 'x', voice: true },
  ],
  [
    'location',
    { location: { latitude: 1.5, longitude: 2.5, name: 'Here' } },
    null,
    { type: 'location', latitude: 1.5, longitude: 2.5, name: 'Here' },
  ],
  [
    'contacts',
    { contacts: [{ name: { formatted_name: 'Bob' } }] },
    null,
    { type: 'contact', contact: { name: { formatted_name: 'Bob' } } },
  ],
  [
    'reaction',
    { reaction: { message_id: 'wamid.0', emoji: '👍' } },
    '👍',
    { type: 'reaction', emoji: '👍', message_id: 'wamid.0' },
  ],
  ['button', { button: { text: 'Yes', payload: 'yes' } }, 'Yes', { type: 'button', text: 'Yes', payload: 'yes' }],
  [
    'interactive',
    { interactive: { type: 'list_reply', list_reply: { id: '1', title: 'One', description: 'The first' } } },
    'One',
    { type: 'interactive', reply: 'list_reply', id: '1', title: 'One', description: 'The first' },
  ],
  [
    'order',
    { order: { catalog_id: '3', text: 'Please', product_items: [{ quantity: 2 }] } },
    'Please',
    { type: 'order', catalog_id: '3', product_items: [{ quantity: 2 }] },
  ],
  [
    'unsupported',
    { errors: [{ code: 131_051, title: 'Message type unknown', error_data: { details: 'Not supported' } }] },
    null,
    { type: 'unsupported', code: '131051', message: 'Not supported' },
  ],
]

for (const [type, content, body, attachment] of KINDS)
  test(`an inbound message of type ${type} keeps its text and its attachments`, () => {
    const found = readMessage({ type, ...content })
    assert.equal(found?.body, body)
    assert.deepEqual(found?.attachments, Object.keys(attachment).length > 0 ? [attachment] : [])
    assert.equal(found?.conversationExternalId, `501:${PERSON}`)
    assert.deepEqual(found?.participant, {
      externalId: PERSON,
      name: 'Ada Example',
      username: `+${PERSON}`,
      avatarUrl: null,
    })
    assert.deepEqual(found?.occurredAt, new Date(1_768_469_400_000))
  })

test('a reply names the message it answers; groups, system notes and unknown kinds are skipped', () => {
  const found = readMessage({ type: 'text', text: { body: 'Yes' }, context: { from: '1', id: 'wamid.0' } })
  assert.deepEqual(found?.attachments, [{ type: 'reply_to', message_id: 'wamid.0' }])
  assert.equal(readMessage({ type: 'system', system: { body: 'changed number' } }), undefined)
  assert.equal(readMessage({ type: 'text', text: { body: 'All' }, group_id: 'g1' }), undefined)
  assert.equal(readMessage({ type: 'hologram', hologram: {} }), undefined)
  for (const odd of ['{}', '[]', 'null', '{"entry":[null,{"changes":[{"field":"messages"}]},{"changes":4}]}'])
    assert.deepEqual(inbound.read({ body: odd, headers: {}, query: {} }), [])
  assert.deepEqual(readChange('flows', { event: 'FLOW_STATUS_CHANGE' }), [])
})

test('malformed parts of a push do not hide the others, and nothing is read for an unnamed number or account', () => {
  const message = { from: PERSON, id: 'wamid.1', timestamp: '1', type: 'text' }
  const value = {
    metadata,
    contacts: [null, 'Ada', ...contacts],
    messages: [null, 4, { ...message, id: 9 }, { ...message, text: 'Hi' }, { ...message, text: { body: 'Hello' } }],
    statuses: [null, { id: 'wamid.0', status: 'sent', errors: [null] }, { id: 'wamid.0', status: {} }],
  }
  const items = readChange('messages', value).map(({ kind, ...item }) => [kind, 'body' in item ? item.body : ''])
  assert.deepEqual(items, [
    ['message', null],
    ['message', 'Hello'],
    ['message_status', ''],
  ])
  assert.deepEqual(readChange('messages', { ...value, metadata: {} }), [])
  const changes = [
    { field: 'message_template_status_update', value: { event: 'APPROVED', message_template_id: 42 } },
    { field: 'account_update', value: { event: 'DISABLED_UPDATE' } },
  ]
  assert.deepEqual(inbound.read({ body: JSON.stringify({ entry: [{ changes }] }), headers: {}, query: {} }), [])
})

test('a status has our handle, the reason of a failure and the id of the person', () => {
  const read = (status: object) =>
    readChange('messages', {
      metadata,
      statuses: [{ id: 'wamid.1', timestamp: '1768469400', recipient_id: PERSON, ...status }],
    })[0] as (FoundStatus & { kind: string }) | undefined
  const failed = read({
    status: 'failed',
    biz_opaque_callback_data: 'msg_1',
    errors: [{ code: 131_026, title: 'Undeliverable', error_data: { details: 'Message Undeliverable.' } }],
  })
  assert.deepEqual(failed, {
    kind: 'message_status',
    entityExternalId: '501',
    messageExternalId: 'wamid.1',
    status: 'failed',
    error: { code: '131026', message: 'Message Undeliverable.' },
    occurredAt: new Date(1_768_469_400_000),
    handle: 'msg_1',
    conversationExternalId: `501:${PERSON}`,
  })
  assert.equal(read({ status: 'played' })?.status, 'read')
  assert.equal(read({ status: 'warning' }), undefined)
})

test('a message sent from the phone of the business is outbound', () => {
  const value = {
    metadata,
    message_echoes: [{ from: '1', to: PERSON, id: 'w', timestamp: '1', type: 'text', text: { body: 'Hi' } }],
  }
  const [found] = readChange('smb_message_echoes', value) as readonly FoundMessage[]
  assert.deepEqual([found?.direction, found?.body, found?.participant.externalId], ['outbound', 'Hi', PERSON])
})

test('changes of a business account reach all its numbers; those that do not affect access or status are skipped', () => {
  const status = (event: string, reason = 'NONE') =>
    readChange('message_template_status_update', { event, message_template_id: 42, reason })
  const about = { kind: 'template', parentEntityExternalId: '77', externalId: '42' }
  assert.deepEqual(status('APPROVED'), [{ ...about, status: 'approved', rejectionReason: null }])
  assert.deepEqual(status('REJECTED', 'ABUSIVE_CONTENT'), [
    { ...about, status: 'rejected', rejectionReason: 'ABUSIVE_CONTENT' },
  ])
  assert.deepEqual(status('FLAGGED'), [])
  assert.deepEqual(readChange('account_update', { event: 'PARTNER_REMOVED', waba_info: { waba_id: '78' } }), [
    { kind: 'deauthorized', parentEntityExternalId: '78' },
  ])
  assert.deepEqual(readChange('account_update', { event: 'DISABLED_UPDATE' }), [
    { kind: 'deauthorized', parentEntityExternalId: '77' },
  ])
  assert.deepEqual(readChange('account_update', { event: 'VERIFIED_ACCOUNT' }), [])
})
