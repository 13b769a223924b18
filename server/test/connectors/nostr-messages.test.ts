import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { test } from 'node:test'
import type { InboxItem } from '../../src/connectors/inbox.ts'
import { connector as nostr } from '../../src/connectors/nostr/connector.ts'
import { conversationKey, decrypt, encrypt } from '../../src/connectors/nostr/encryption.ts'
import { derivePublicKey } from '../../src/connectors/nostr/event.ts'
import { unwrap } from '../../src/connectors/nostr/gift-wrap.ts'
import type { Session } from '../../src/connectors/session.ts'
import { readAll } from '../support/connectors/fixture.ts'
import { catchPlatformError } from '../support/connectors/loopback.ts'
import { startNostr, Visitor } from '../support/connectors/nostr.ts'
import { type FakeEvent, FakePerson, type FakeRelay } from '../support/connectors/nostr-fake.ts'

const { messages } = nostr
assert.ok(messages?.list && messages.find)
const { fake, signIn } = await startNostr()

const list = async (session: Session, cursor: string | null = null) => {
  const { items, ...rest } = await readAll(async (since) => messages.list!(session, since), cursor)
  return { ...rest, items: items as Extract<InboxItem, { kind: 'message' }>[] }
}
const wrapsOn = (relay: FakeRelay) => [...relay.events.values()].filter(({ kind }) => kind === 1059)
const to = (person: FakePerson) => ({
  conversationExternalId: person.publicKey,
  participant: { externalId: person.publicKey, name: null, username: null, avatarUrl: null },
})

const seal = (from: FakePerson, recipient: string, payload: unknown) =>
  encrypt(
    typeof payload === 'string' ? payload : JSON.stringify(payload),
    conversationKey(Buffer.from(from.privateKey), recipient),
    randomBytes(32),
  )

/** Wraps any content that a sender chooses. */
function wrapped(
  sender: FakePerson,
  recipient: string,
  rumor: object,
  change: (seal: FakeEvent) => object = (it) => it,
) {
  const inner = change(sender.sign({ kind: 13, content: seal(sender, recipient, rumor) }))
  const once = new FakePerson()
  return once.sign({ kind: 1059, tags: [['p', recipient]], content: seal(once, recipient, inner) })
}

test('encryption matches the published examples of NIP-44', () => {
  const keys = [1, 2].map((number) => Buffer.alloc(32).fill(number, 31))
  const [one, two] = keys as [Buffer, Buffer]
  const key = conversationKey(one, derivePublicKey(two) ?? '')
  assert.equal(key.toString('hex'), 'c41c775356fd92eadc63ff5a0dc1da211b268cbea22316767095b2871ea1412d')
  assert.deepEqual(conversationKey(two, derivePublicKey(one) ?? ''), key)
  const nonce = one
  const payload =
    'AgAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAABee0G5VSK0/9YypIObAtDKfYEAjD35uVkHyB0F4DwrcNaCXlCWZKaArsGrY6M9wnuTMxWfp1RTN9Xga8no+kF5Vsb'
  assert.equal(encrypt('a', key, nonce), payload)
  assert.equal(decrypt(payload, key), 'a')
  const lengths = {
    65535: '6d8c2810d1e870fbaa1f0a0937126cca837a15f9260e27060c331d70a3c0bc84',
    65536: 'b7b4edb36ba92e267d322d56d9aebc22e7fa96ff52e3c12adc07f07a43cbc616',
    65537: 'eeb7c7c5373894ea2c1547cfd3ccb15d5a0b2d619da852e5c79df792dcc9e435',
  }
  for (const [length, checksum] of Object.entries(lengths)) {
    const text = 'a'.repeat(Number(length))
    const long = encrypt(text, key, nonce)
    assert.equal(createHash('sha256').update(long).digest('hex'), checksum)
    assert.equal(decrypt(long, key), text)
  }
  for (const text of ['ü', 'x'.repeat(32), 'x'.repeat(33), 'x'.repeat(257), '🦩'.repeat(3000)])
    assert.equal(decrypt(encrypt(text, key, randomBytes(32)), key), text)
  const changed = Buffer.from(payload, 'base64')
  changed[50] = (changed[50] ?? 0) ^ 1
  for (const wrong of [
    changed.toString('base64'),
    '',
    '#',
    'A'.repeat(131),
    `${payload}=`,
    payload.slice(4),
    `#${payload}`,
  ])
    assert.equal(decrypt(wrong, key), undefined)
  assert.throws(() => conversationKey(one, 'f'.repeat(64)))
})

test('a gift wrap of another implementation is opened', () => {
  // The example of NIP-59.
  const privateKey = Buffer.from('e108399bd8424357a710b606ae0c13166d853d327e47a6e5e038197346bdbf45', 'hex')
  const signer = { privateKey, publicKey: derivePublicKey(privateKey) ?? '', call: undefined as never }
  const content =
    'AhC3Qj/QsKJFWuf6xroiYip+2yK95qPwJjVvFujhzSguJWb/6TlPpBW0CGFwfufCs2Zyb0JeuLmZhNlnqecAAalC4ZCugB+I9ViA5pxLyFfQjs1lcE6KdX3euCHBLAnE9GL/+IzdV9vZnfJH6atVjvBkNPNzxU+OLCHO/DAPmzmMVx0SR63frRTCz6Cuth40D+VzluKu1/Fg2Q1LSst65DE7o2efTtZ4Z9j15rQAOZfE9jwMCQZt27rBBK3yVwqVEriFpg2mHXc1DDwHhDADO8eiyOTWF1ghDds/DxhMcjkIi/o+FS3gG1dG7gJHu3KkGK5UXpmgyFKt+421m5o++RMD/BylS3iazS1S93IzTLeGfMCk+7IKxuSCO06k1+DaasJJe8RE4/rmismUvwrHu/HDutZWkvOAhd4z4khZo7bJLtiCzZCZ74lZcjOB4CYtuAX2ZGpc4I1iOKkvwTuQy9BWYpkzGg3ZoSWRD6ty7U+KN+fTTmIS4CelhBTT15QVqD02JxfLF7nA6sg3UlYgtiGw61oH68lSbx16P3vwSeQQpEB5JbhofW7t9TLZIbIW/ODnI4hpwj8didtk7IMBI3Ra3uUP7ya6vptkd9TwQkd/7cOFaSJmU+BIsLpOXbirJACMn+URoDXhuEtiO6xirNtrPN8jYqpwvMUm5lMMVzGT3kMMVNBqgbj8Ln8VmqouK0DR+gRyNb8fHT0BFPwsHxDskFk5yhe5c/2VUUoKCGe0kfCcX/EsHbJLUUtlHXmTqaOJpmQnW1tZ/siPwKRl6oEsIJWTUYxPQmrM2fUpYZCuAo/29lTLHiHMlTbarFOd6J/ybIbICy2gRRH/LFSryty3Cnf6aae+A9uizFBUdCwTwffc3vCBae802+R92OL78bbqHKPbSZOXNC+6ybqziezwG+OPWHx1Qk39RYaF0aFsM4uZWrFic97WwVrH5i+/Nsf/OtwWiuH0gV/SqvN1hnkxCTF/+XNn/laWKmS3e7wFzBsG8+qwqwmO9aVbDVMhOmeUXRMkxcj4QreQkHxLkCx97euZpC7xhvYnCHarHTDeD6nVK+xzbPNtzeGzNpYoiMqxZ9bBJwMaHnEoI944Vxoodf51cMIIwpTmmRvAzI1QgrfnOLOUS7uUjQ/IZ1Qa3lY08Nqm9MAGxZ2Ou6R0/Z5z30ha/Q71q6meAs3uHQcpSuRaQeV29IASmye2A2Nif+lmbhV7w8hjFYoaLCRsdchiVyNjOEM4VmxUhX4VEvw6KoCAZ/XvO2eBF/SyNU3Of4SO'
  const pubkey = '18b1a75918f1f2c90c23da616bce317d36e348bcf5f7ba55e75949319210c87c'
  const gift = { id: '', pubkey, created_at: 0, kind: 1059, tags: [], content, sig: '' }
  // The message names no recipient, so it is not for this person; it counts as a message of the author to themselves.
  assert.equal(unwrap(signer, gift), undefined)
  const author = '611df01bfcf85c26ae65453b772d8f1dfd25c264621c0277e1fc1518686faef9'
  const opened = unwrap({ ...signer, publicKey: author }, gift)
  assert.equal(opened?.content, 'Are you going to the party tonight?')
  assert.equal(opened?.id, '9dd003c6d3b73b74a85a9ab099469ce251653a7af76f523671ab828acd2a0ef9')
})

test('a message is shown only when its seal is signed by the author that it names', async () => {
  const relay = fake.addRelay()
  const session = await signIn([relay])
  const me = session.identity.externalId
  const [bob, eve] = [new Visitor(relay), new Visitor(relay)]
  const rumor = (pubkey: string, content: string, more: object = {}) => ({
    pubkey,
    created_at: Math.floor(Date.now() / 1000),
    kind: 14,
    tags: [['p', me]],
    content,
    ...more,
  })
  const { wrapped: good, id } = bob.message(me, 'From bob')
  relay.add(good)
  // Eve writes in the name of bob: in her own seal, in a seal with his key, and with his signature of another event.
  relay.add(wrapped(eve, me, rumor(bob.publicKey, 'Impersonated')))
  relay.add(wrapped(eve, me, rumor(bob.publicKey, 'Renamed seal'), (it) => ({ ...it, pubkey: bob.publicKey })))
  relay.add(
    wrapped(eve, me, rumor(eve.publicKey, 'Wrong signature'), (it) => ({ ...it, sig: bob.sign({ kind: 13 }).sig })),
  )
  relay.add(wrapped(eve, me, rumor(eve.publicKey, 'No seal'), (it) => ({ ...it, kind: 1 })))
  // None of these is a message to the account.
  relay.add(wrapped(eve, me, rumor(eve.publicKey, 'To another person', { tags: [['p', bob.publicKey]] })))
  relay.add(
    wrapped(
      eve,
      me,
      rumor(eve.publicKey, 'A room', {
        tags: [
          ['p', me],
          ['p', bob.publicKey],
        ],
      }),
    ),
  )
  relay.add(wrapped(eve, me, rumor(eve.publicKey, '+', { kind: 7 })))
  relay.add(wrapped(eve, me, { nonsense: true }))
  relay.add(new FakePerson().sign({ kind: 1059, tags: [['p', me]], content: 'not encrypted' }))
  // If the id in the message counted, it could hide or replace the message of another person.
  relay.add(wrapped(eve, me, rumor(eve.publicKey, 'With the id of another', { id })))
  // The same message in a second wrap is one message.
  relay.add(wrapped(bob, me, unwrap(toSigner(session), good) ?? {}))
  const { items } = await list(session)
  assert.deepEqual(items.map(({ body }) => `${body}`).toSorted(), ['From bob', 'With the id of another'])
  const from = (body: string) => items.find((item) => item.body === body)
  assert.deepEqual([from('From bob')?.externalId, from('From bob')?.participant.externalId], [id, bob.publicKey])
  assert.equal(from('With the id of another')?.participant.externalId, eve.publicKey)
  assert.notEqual(from('With the id of another')?.externalId, id)
})

const toSigner = ({ tokens, identity }: Session) => ({
  privateKey: Buffer.from(tokens.access, 'hex'),
  publicKey: identity.externalId,
  call: undefined as never,
})

test('messages arrive whose wraps are dated up to two days back, also from relays that require a sign-in', async () => {
  const [relay, inbox] = [fake.addRelay(), fake.addRelay()]
  const person = new FakePerson()
  inbox.authRequired = 'gift wraps'
  relay.add(person.sign({ kind: 10_050, tags: [['relay', inbox.url]], created_at: Math.floor(Date.now() / 1000) + 5 }))
  const session = await signIn([relay], person)
  const bob = new Visitor(relay)
  // Bob's list is older than the one that the fixture adds for the account.
  const listed = {
    ...session,
    entity: { ...session.entity, metadata: { ...session.entity.metadata, inbox_relays: [inbox.url] } },
  }
  const send = (text: string, daysAgo: number) => {
    const at = Math.floor(Date.now() / 1000) - daysAgo * 86_400
    const { wrapped: gift } = bob.message(person.publicKey, text)
    inbox.add(new FakePerson().sign({ kind: 1059, tags: gift.tags, content: 'x', created_at: at }))
    const once = new FakePerson()
    const rumor = {
      pubkey: bob.publicKey,
      created_at: Math.floor(Date.now() / 1000),
      kind: 14,
      tags: [['p', person.publicKey]],
      content: text,
    }
    const inner = bob.sign({ kind: 13, content: seal(bob, person.publicKey, rumor) })
    inbox.add(
      once.sign({
        kind: 1059,
        created_at: at,
        tags: [['p', person.publicKey]],
        content: seal(once, person.publicKey, inner),
      }),
    )
  }
  send('dated now', 0)
  const first = await list(listed)
  assert.deepEqual(
    first.items.map(({ body }) => body),
    ['dated now'],
  )
  send('dated back', 1.9)
  const second = await list(listed, first.cursor)
  assert.deepEqual(
    second.items.map(({ body }) => body),
    ['dated back'],
  )
  assert.deepEqual((await list(listed, second.cursor)).items, [])
})

test('a message goes to the relays that the person named, with a copy for the account, and a repeat is the same event', async () => {
  const [mine, theirs] = [fake.addRelay(), fake.addRelay()]
  const session = await signIn([mine])
  const bob = new Visitor(mine)
  mine.add(bob.sign({ kind: 10_050, tags: [['relay', theirs.url]], created_at: Math.floor(Date.now() / 1000) + 5 }))
  const message = { ...to(bob), body: 'Hello bob', handle: 'msg_1', writtenAt: new Date() }
  theirs.faults.push('drop_after')
  assert.equal((await catchPlatformError(messages.send(session, message))).kind, 'ambiguous')
  const found = await messages.find!(session, message, { intentAt: new Date(), otherIds: [] })
  assert.equal(wrapsOn(theirs).length, 1)
  assert.equal(wrapsOn(mine).length, 1)
  const second = await messages.send(session, { ...message, handle: 'msg_2' })
  assert.notEqual(second.externalId, found?.externalId, 'the same text again is another message')
  assert.equal(wrapsOn(theirs).length, 2)
  const [gift] = wrapsOn(theirs)
  assert.ok(gift)
  assert.notEqual(gift.pubkey, session.identity.externalId, 'the relay does not learn who wrote it')
  const now = Date.now() / 1000
  assert.ok(gift.created_at <= now && gift.created_at > now - 2 * 86_400 - 60)
  const opened = unwrap(
    { privateKey: Buffer.from(bob.privateKey), publicKey: bob.publicKey, call: undefined as never },
    gift,
  )
  assert.deepEqual([opened?.content, opened?.pubkey, opened?.kind], ['Hello bob', session.identity.externalId, 14])
  const { items } = await list(session)
  const copies = items.map(({ externalId, direction, handle }) => `${externalId} ${direction} ${handle}`)
  assert.deepEqual(
    copies.toSorted(),
    [`${found?.externalId} outbound msg_1`, `${second.externalId} outbound msg_2`].toSorted(),
  )
  assert.equal(items[0]?.conversationExternalId, bob.publicKey)
})

test('a message to a person without relays for messages, or to an invalid key, is refused before it is sent', async () => {
  const relay = fake.addRelay()
  const session = await signIn([relay])
  const send = (person: FakePerson, body = 'Hello') =>
    catchPlatformError(messages.send(session, { ...to(person), body, handle: 'msg_x' }))
  assert.equal((await send(new FakePerson())).rule, 'nostr.recipient.no_inbox')
  assert.equal((await send({ publicKey: 'bob' } as FakePerson)).rule, 'nostr.key.invalid')
  assert.equal((await send(new Visitor(relay), 'x'.repeat(40_000))).rule, 'nostr.text.max_bytes')
  assert.deepEqual(wrapsOn(relay), [])
  // A list can name any address: private addresses are refused before anything is sent.
  const eve = new Visitor(relay)
  relay.add(
    eve.sign({
      kind: 10_050,
      tags: [
        ['relay', 'ws://10.0.0.1'],
        ['relay', 'http://x'],
        ['relay', 'ws://a:b@c'],
      ],
      created_at: Math.floor(Date.now() / 1000) + 5,
    }),
  )
  assert.equal((await send(eve)).kind, 'unavailable')
})

test('files in messages are shown with their type and address', async () => {
  const relay = fake.addRelay()
  const session = await signIn([relay])
  const me = session.identity.externalId
  const bob = new Visitor(relay)
  const tags = [
    ['p', me],
    ['file-type', 'image/jpeg'],
    ['encryption-algorithm', 'aes-gcm'],
    ['decryption-key', 'secret'],
  ]
  const rumor = {
    pubkey: bob.publicKey,
    created_at: 1_700_000_000,
    kind: 15,
    tags,
    content: 'https://media.example.com/x',
  }
  relay.add(wrapped(bob, me, rumor))
  const [found] = (await list(session)).items
  assert.deepEqual(found?.attachments, [{ type: 'image', url: 'https://media.example.com/x', mime: 'image/jpeg' }])
  assert.equal(found.body, null)
})

test('a flood of gift wraps does not block messages: every page moves the cursor', async () => {
  const relay = fake.addRelay()
  relay.information = { limitation: { max_limit: 10 } }
  const session = await signIn([relay])
  const me = session.identity.externalId
  const bob = new Visitor(relay)
  const first = await list(session)
  const at = Math.floor(Date.now() / 1000) - 3600
  for (let count = 0; count < 35; count++)
    relay.add(
      new FakePerson().sign({ kind: 1059, tags: [['p', me]], content: 'x', created_at: at + (count % 3) * 100 }),
    )
  relay.add(bob.message(me, 'In the flood').wrapped)
  const { items, cursor } = await list(session, first.cursor)
  assert.deepEqual(
    items.map(({ body }) => body),
    ['In the flood'],
  )
  assert.ok((cursor?.length ?? 0) < 30_000)
  // The first read is one page, and the next ones cover two days: the wrap has a random date, so either may return it, once.
  const page = await messages.list!(session, { cursor: null })
  const rest = await list(session, page.cursor)
  assert.deepEqual(
    [...page.items, ...rest.items].map((item) => item.kind === 'message' && item.body),
    ['In the flood'],
  )
})
