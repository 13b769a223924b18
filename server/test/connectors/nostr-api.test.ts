import assert from 'node:assert/strict'
import { test } from 'node:test'
import { unwrap } from '../../src/connectors/nostr/gift-wrap.ts'
import { startConnection, submitHosted } from '../support/account-scene.ts'
import { startNostr, Visitor } from '../support/connectors/nostr.ts'
import { FakePerson, type FakeRelay } from '../support/connectors/nostr-fake.ts'
import { bootPlatform } from '../support/platform-scene.ts'
import { ingestImage } from '../support/post-scene.ts'

const { fake } = await startNostr()
const world = await bootPlatform(fake.origins, {})
const { live, queue, ctx } = world

function addRelay(): FakeRelay {
  const relay = fake.addRelay()
  relay.now = () => ctx.clock.now()
  return relay
}

function addPerson(relay: FakeRelay): FakePerson {
  const person = new FakePerson()
  const created_at = Math.floor(ctx.clock.now().getTime() / 1000)
  relay.add(person.sign({ kind: 0, content: JSON.stringify({ name: 'front' }), created_at }))
  relay.add(person.sign({ kind: 10_050, tags: [['relay', relay.url]], created_at }))
  return person
}

async function connect(person: FakePerson, relays: readonly FakeRelay[]) {
  const { id } = await startConnection(live, world.profile, { platform: 'nostr' })
  const credentials = {
    private_key: person.hex,
    relays: relays.map(({ url }) => url),
    media_server: 'https://media.example.com',
  }
  const reply = await live('POST', `/v1/connections/${id}/complete`, { credentials })
  assert.equal(reply.status, 200, reply.text)
  assert.ok(!reply.text.includes(person.hex))
  const accounts = (await live('GET', '/v1/accounts?platform=nostr')).body.data
  return accounts.find((one: { external_identity_id: string }) => one.external_identity_id === person.publicKey)
}

test('through the API: connect, publish with media, replies, direct messages, reactions, health, unpublish', async () => {
  const [relay, refusing] = [addRelay(), addRelay()]
  const person = addPerson(relay)
  const account = await connect(person, [relay, refusing])
  assert.equal(account.display_name, 'front', JSON.stringify(account))
  refusing.refuses = 'blocked: members only'
  const media_ids = [await ingestImage(live, queue)]
  const read = await world.publish({ content: 'Hello #nostr', media_ids, targets: [{ account_id: account.id }] })
  const post = await read()
  assert.equal(post.status, 'published', JSON.stringify(post))
  const [{ external_id: noteId, external_url }] = post.targets
  assert.match(external_url, /^https:\/\/njump\.me\/nevent1/)
  assert.equal(relay.events.get(noteId)?.content.split('\n')[0], 'Hello #nostr')

  const bob = new Visitor(relay)
  const now = () => ctx.clock.now()
  const { tags } = bob.comment(noteId, person.publicKey, '')
  const created_at = Math.floor(now().getTime() / 1000)
  const comment = relay.add(bob.sign({ kind: 1, content: 'Nice', tags, created_at }))
  relay.add(bob.sign({ kind: 7, content: '+', tags: [['e', noteId]], created_at }))
  relay.add(bob.message(person.publicKey, 'A private word', now()).wrapped)
  await world.pass(3700, 3)

  const [found] = (await live('GET', '/v1/comments')).body.data
  assert.deepEqual([found.body, found.author.name], ['Nice', 'bob'])
  const hidden = await live('POST', `/v1/comments/${found.id}/moderate`, { action: 'hide' })
  assert.deepEqual([hidden.status, hidden.body.code], [422, 'unsupported_by_platform'], hidden.text)
  const headers = { 'idempotency-key': 'a-reply' }
  const reply = await live('POST', `/v1/comments/${found.id}/reply`, { body: 'Thanks' }, headers)
  assert.ok(reply.status < 300, reply.text)
  const replies = () => [...relay.events.values()].filter(({ content }) => content === 'Thanks')
  assert.deepEqual(replies()[0]?.tags.slice(0, 2), [
    ['e', noteId, '', 'root'],
    ['e', comment.id, '', 'reply', bob.publicKey],
  ])

  const [conversation] = (await live('GET', '/v1/conversations')).body.data
  assert.equal(conversation.participant.name, 'bob')
  const answered = await live('POST', `/v1/conversations/${conversation.id}/messages`, { body: 'A private answer' })
  assert.ok(answered.status < 300, answered.text)
  await queue.idle()
  const bobs = { privateKey: Buffer.from(bob.privateKey), publicKey: bob.publicKey, call: undefined as never }
  const opened = [...relay.events.values()].flatMap((event) => (event.kind === 1059 ? (unwrap(bobs, event) ?? []) : []))
  assert.ok(opened.some(({ content, pubkey }) => content === 'A private answer' && pubkey === person.publicKey))
  // The copy for the account's other apps is recognized as this message.
  await world.pass(700, 2)
  const talk = (await live('GET', `/v1/conversations/${conversation.id}/messages`)).body.data
  assert.deepEqual(talk.map(({ body }: { body: string }) => body).toSorted(), ['A private answer', 'A private word'])
  assert.equal(
    (await world.listEvents('comment.received')).length + (await world.listEvents('message.received')).length,
    2,
  )

  const analytics = await live('GET', `/v1/posts/analytics?post_ids=${post.id}`)
  assert.deepEqual(analytics.body.data[0]?.metrics.likes, 1, analytics.text)
  const health = (await live('POST', `/v1/accounts/${account.id}/health`)).body.health
  assert.ok(
    JSON.stringify(health.issues).includes(`${refusing.url} does not have the newest note`),
    JSON.stringify(health),
  )
  const removed = await live('POST', `/v1/posts/${post.id}/unpublish`)
  assert.ok(removed.status < 300, removed.text)
  await queue.idle()
  assert.equal(relay.events.has(noteId), false)
})

test('a note whose response was lost is found and is on the relay once; the error of a refusal quotes the relay', async () => {
  const relay = addRelay()
  const account = await connect(addPerson(relay), [relay])
  relay.faults.push('drop_after')
  const lost = await world.publish({ content: 'Lost and found', targets: [{ account_id: account.id }] })
  await world.pass(120, 4)
  assert.equal((await lost()).status, 'published', JSON.stringify(await lost()))
  const notes = [...relay.events.values()].filter(({ content }) => content === 'Lost and found')
  assert.equal(notes.length, 1)
  relay.refuses = 'pow: difficulty 3 is less than 20'
  const refused = await world.publish({ content: 'Refused', targets: [{ account_id: account.id }] })
  const [target] = (await refused()).targets
  assert.equal(target.status, 'failed')
  assert.ok(JSON.stringify(target.error).includes('pow: difficulty 3 is less than 20'), JSON.stringify(target.error))
  assert.equal(target.error.rule, 'nostr.relay.pow')
  relay.refuses = undefined
  relay.faults.push('rate_limited')
  const limited = await world.publish({ content: 'Later', targets: [{ account_id: account.id }] })
  await world.pass(300, 3)
  assert.equal((await limited()).status, 'published')
})

test('a key is entered on the hosted page, with one relay on each line, and the page says that a key cannot be revoked', async () => {
  const [one, two] = [addRelay(), addRelay()]
  const person = addPerson(one)
  const { id, authorize_url } = await startConnection(live, world.profile, { platform: 'nostr', mode: 'hosted' })
  const page = await (await fetch(`${world.url}${new URL(authorize_url).pathname}`)).text()
  assert.match(page, /<textarea id="relays"/)
  assert.match(page, /type="password"[^>]*>/)
  assert.match(page, /A private key cannot be revoked/)
  const form = { action: 'credentials', private_key: 'npub1nonsense', relays: `${one.url}\n ${two.url}` }
  const wrong = await submitHosted(world.url, authorize_url, form)
  const shown = await wrong.text()
  assert.ok(wrong.status < 500 && shown.includes('role="alert"') && !shown.includes('npub1nonsense'))
  assert.ok(shown.includes(`${one.url}\n ${two.url}`), 'only the secret must be typed again')
  const right = await submitHosted(world.url, authorize_url, { ...form, private_key: person.hex })
  assert.ok(right.status < 400, await right.text())
  const connection = (await live('GET', `/v1/connections/${id}`)).body
  assert.equal(connection.status, 'completed', JSON.stringify(connection))
  const facts = (await live('GET', '/v1/platforms?limit=100')).body.data
  const permanent = facts.filter((platform: { auth: { is_revocable: boolean } }) => !platform.auth.is_revocable)
  assert.deepEqual(
    permanent.map((platform: { id: string }) => platform.id),
    ['nostr'],
  )
})
