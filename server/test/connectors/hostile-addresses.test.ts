import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkAddresses, readAddress } from '../../src/connectors/addresses.ts'
import { createProfile, signIn, startConnection } from '../support/account-scene.ts'
import { FakeBluesky } from '../support/connectors/bluesky-fake.ts'
import { FakeMastodon } from '../support/connectors/mastodon-fake.ts'
import { MASTODON } from '../support/connectors/mastodon-kinds.ts'
import { connectAs } from '../support/connectors/mastodon-scene.ts'
import { bootPlatform } from '../support/platform-scene.ts'
import { PUSH_CASES } from '../support/push-cases.ts'
import { type Json, startRewritingProxy } from '../support/rewriting-proxy.ts'

const HOSTILE: readonly unknown[] = [
  'javascript:alert(1)',
  ' JavaScript:alert(1)',
  'java\nscript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:x',
  'file:///etc/passwd',
  'blob:https://example.com/1',
  '//example.com/a.png',
  'not an address',
  'https://user:password@example.com/a.png',
  `https://example.com/${'a'.repeat(5000)}`,
  { href: 'https://example.com/' },
  42,
]

test('a Mastodon server that sends hostile addresses gets none of them stored, and nothing else is lost', async () => {
  const fake = await new FakeMastodon(MASTODON).start()
  let sent: unknown = HOSTILE[0]
  const proxy = await startRewritingProxy(fake.origin, (found: Json) => {
    if ('acct' in found) return { ...found, avatar: sent }
    if ('content' in found) {
      const attachment = { id: '1', type: 'image', url: sent, description: 'A harbour' }
      return { ...found, url: sent, uri: sent, media_attachments: [attachment] }
    }
    return found
  })
  const world = await bootPlatform(new Map([[fake.origin, proxy]]), {})
  const { live } = world
  fake.now = () => world.ctx.clock.now()
  const { id } = await connectAs(fake, world, world.profile, 'brand')
  const readAccount = async () => (await live('GET', `/v1/accounts/${id}`)).body
  for (const value of HOSTILE) {
    sent = value
    const health = await live('POST', `/v1/accounts/${id}/health`)
    assert.deepEqual([health.status, health.body.health.status], [200, 'healthy'], health.text)
    assert.equal((await readAccount()).avatar_url, null, JSON.stringify(value).slice(0, 80))
  }

  sent = HOSTILE[0]
  const post = await (await world.publish({ content: 'Fresh paint', targets: [{ account_id: id }] }))()
  assert.deepEqual([post.status, post.targets[0].external_url], ['published', null])
  fake.comment('asker', post.targets[0].external_id, 'Is it dry?')
  fake.sendDirect('asker', 'brand', 'Are you open?')
  await world.pass(600, 20)
  const [comment] = (await live('GET', '/v1/comments')).body.data
  assert.deepEqual([comment?.body, comment?.author.avatar_url], ['Is it dry?', null])
  const [conversation] = (await live('GET', '/v1/conversations')).body.data
  assert.equal(conversation?.participant.avatar_url, null)
  const [message] = (await live('GET', `/v1/conversations/${conversation.id}/messages`)).body.data
  assert.equal(message.body, 'Are you open?')
  assert.deepEqual([message.attachments[0].type, message.attachments[0].url], ['image', null])
  const answered = await live('POST', `/v1/comments/${comment.id}/reply`, { body: 'Nearly' })
  assert.deepEqual([answered.status, answered.body.author?.avatar_url], [201, null], answered.text)
  const stored = await world.db`select * from accounts, comments, conversations, messages, post_targets`
  assert.ok(!JSON.stringify(stored).includes('alert(1)'))

  sent = 'https://example.com/pictures/brand.png?size=1'
  await live('POST', `/v1/accounts/${id}/health`)
  assert.equal((await readAccount()).avatar_url, sent)
})

test('a Bluesky server that sends hostile addresses gets none of them stored', async () => {
  const fake = await new FakeBluesky().start()
  let sent: unknown = HOSTILE[0]
  const proxy = await startRewritingProxy(fake.pds, (found: Json) =>
    'did' in found && 'handle' in found ? { ...found, avatar: sent } : found,
  )
  const world = await bootPlatform(new Map([[fake.pds, proxy]]), {
    BLUESKY_URL: fake.entryway,
    BLUESKY_PLC_URL: fake.app.plcUrl,
  })
  const { live } = world
  const { handle, password } = fake.signUp('front.test')
  const { id } = await startConnection(live, await createProfile(live), { platform: 'bluesky' })
  const { account_id } = await signIn(live, id, { identifier: handle, app_password: password })
  const readPicture = async () => (await live('GET', `/v1/accounts/${account_id}`)).body.avatar_url
  assert.equal(await readPicture(), null)
  for (const value of [...HOSTILE, 'https://example.com/a.png']) {
    sent = value
    const health = await live('POST', `/v1/accounts/${account_id}/health`)
    assert.equal(health.status, 200, health.text)
    assert.equal(await readPicture(), value === 'https://example.com/a.png' ? value : null)
  }
})

test('a message that is pushed with hostile attachments is stored without their addresses', async () => {
  const { world, app, sign, connect } = await PUSH_CASES['facebook']!()
  const account = await connect(world)
  const page = account.active_entity.external_id
  const attachments = [...HOSTILE, 'https://example.com/a.png'].map((url) => ({ type: 'image', payload: { url } }))
  const message = { mid: 'm_1', text: 'Look', attachments }
  const messaging = [{ sender: { id: '77' }, recipient: { id: page }, timestamp: 1_768_469_400_000, message }]
  const body = JSON.stringify({ object: 'page', entry: [{ id: page, messaging }] })
  const headers = { ...sign(app.client_secret, body) }
  assert.equal((await world.client()('POST', '/v1/inbound/facebook', body, headers)).status, 200)
  await world.queue.idle()
  const [conversation] = (await world.live('GET', '/v1/conversations')).body.data
  const [received] = (await world.live('GET', `/v1/conversations/${conversation.id}/messages`)).body.data
  assert.equal(received.body, 'Look')
  const urls = received.attachments.map(({ url }: { url: unknown }) => url)
  assert.deepEqual(urls, [...HOSTILE.map(() => null), 'https://example.com/a.png'])
})

test('an address that programs could read in two ways is stored as URLs write it, and templates keep their placeholders', () => {
  for (const [sent, stored] of [
    ['https://example.com/{{1}}?a=b#c', 'https://example.com/{{1}}?a=b#c'],
    ['HTTP://example.com', 'HTTP://example.com'],
    ['https:example.com/a', 'https://example.com/a'],
    ['https://example.com\\@example.org/', 'https://example.com/@example.org/'],
    [' https://example.com/a\n', 'https://example.com/a'],
    ['https://example.com/\u202Egnp.exe', 'https://example.com/%E2%80%AEgnp.exe'],
    [`https://example.com/${'\u00e9'.repeat(3000)}`, null],
    ['https://', null],
    ['', null],
    [undefined, null],
  ] as const)
    assert.equal(readAddress(sent), stored)
  const kept = { tokens: { extra: { url: 'wss://a' } }, prepared: { url: 'x' }, cursor: 'x', at: new Date(0) }
  assert.deepEqual(checkAddresses({ ...kept, relays: [{ url: 'wss://a' }], items: [{ avatar_url: 'x' }] }), {
    ...kept,
    relays: [{ url: 'wss://a' }],
    items: [{ avatar_url: null }],
  })
})
