import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import type { Event, Filter } from 'nostr-tools'
import { connector as nostr } from '../server/src/connectors/nostr/connector.ts'
import { conversationKey, decrypt, encrypt } from '../server/src/connectors/nostr/encryption.ts'
import type { CommittedAttempt } from '../server/src/connectors/publish.ts'
import type { Session } from '../server/src/connectors/session.ts'
import { catchPlatformError, openCall } from '../server/test/support/connectors/loopback.ts'
import { atEnd } from '../server/test/support/harness.ts'
import { fromNpm } from './peer.ts'

const { skip } = fromNpm('@nostr-relay/core', 'package.json')
const tools = skip ? undefined : await import('nostr-tools')
const url = skip ? '' : await startRelay()
const call = openCall({ deadlineMs: 20_000 })
const { publish, comments, messages, metrics, auth } = nostr

/** Starts a third-party relay, with its checks and its sign-in (NIP-42), on an in-memory database. */
async function startRelay(): Promise<string> {
  const { NostrRelay } = await import('@nostr-relay/core')
  const { Validator } = await import('@nostr-relay/validator')
  const { EventRepositorySqlite } = await import('@nostr-relay/event-repository-sqlite')
  const { WebSocketServer } = await import('ws')
  const repository = new EventRepositorySqlite(':memory:')
  await repository.init()
  const relay = new NostrRelay(repository, { hostname: '127.0.0.1', filterResultCacheTtl: 0 })
  const validator = new Validator()
  const server = createServer((_request, response) => response.writeHead(404).end())
  const sockets = new WebSocketServer({ server })
  sockets.on('connection', (client) => {
    relay.handleConnection(client)
    client.on('error', () => {})
    client.on('close', () => relay.handleDisconnect(client))
    client.on('message', (data: Buffer) => {
      const handle = async () => relay.handleMessage(client, await validator.validateIncomingMessage(data))
      handle().catch((error: Error) => client.send(JSON.stringify(['NOTICE', error.message])))
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  atEnd(async () => {
    for (const client of sockets.clients) client.terminate()
    server.close()
    await relay.destroy()
    await repository.destroy()
  })
  return `ws://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** Creates a person who uses another client: nostr-tools. */
async function newPerson(name: string) {
  const { generateSecretKey, getPublicKey, finalizeEvent, nip19, Relay } = tools!
  const secret = generateSecretKey()
  const relay = await Relay.connect(url)
  relay.onauth = async (template) => finalizeEvent(template, secret)
  atEnd(() => relay.close())
  const sign = (kind: number, content: string, tags: string[][] = []): Event =>
    finalizeEvent({ kind, content, tags, created_at: Math.floor(Date.now() / 1000) }, secret)
  const read = (filter: Filter) =>
    new Promise<Event[]>((resolve, reject) => {
      const found: Event[] = []
      const subscription = relay.subscribe([filter], {
        onevent: (event) => void found.push(event),
        oneose: () => {
          resolve(found)
          subscription.close()
        },
        onclose: (reason) => reject(new Error(reason)),
      })
    })
  await relay.publish(sign(0, JSON.stringify({ name })))
  await relay.publish(sign(10_050, '', [['relay', url]]))
  return { secret, publicKey: getPublicKey(secret), nsec: nip19.nsecEncode(secret), relay, sign, read }
}

async function connect(nsec: string): Promise<Session> {
  const grant = await auth.signIn!(call, { private_key: nsec, relays: [url] })
  const [entity] = await auth.listEntities({ ...call, ...grant })
  assert.ok(entity)
  return { ...call, ...grant, entity: { ...entity, secret: undefined } }
}

let handles = 0
async function prepareAttempt(session: Session, text: string): Promise<CommittedAttempt> {
  const moment = new Date()
  const draft = { text, media: [], options: {} }
  const attempt = { draft, handle: `tgt_${handles++}`, createdAt: moment, intentAt: moment, prepared: null }
  return { ...attempt, prepared: (await publish!.prepare(session, attempt, null)).prepared }
}

test('another client reads and verifies a note on a real relay, once, and the note is gone when it is unpublished', {
  skip,
}, async () => {
  const alice = await newPerson('alice')
  const session = await connect(alice.nsec)
  assert.equal(session.identity.externalId, alice.publicKey)
  assert.equal(session.identity.username, tools!.nip19.npubEncode(alice.publicKey))
  assert.equal(session.identity.displayName, 'alice')
  const text = 'Line one\nLine "two" \\ \t ü 🦩 \u2028 #Peers'
  const attempt = await prepareAttempt(session, text)
  assert.equal((await publish!.find!(session, attempt)).state, 'absent')
  const { externalId, externalUrl } = await publish!.mutate(session, attempt)
  await publish!.mutate(session, attempt)
  assert.equal((await publish!.find!(session, attempt)).state, 'published')
  const found = await alice.read({ kinds: [1], authors: [alice.publicKey] })
  assert.deepEqual(
    found.map(({ id, content }) => [id, content]),
    [[externalId, text]],
  )
  assert.ok(found.every((event) => tools!.verifyEvent(event)))
  const named = tools!.nip19.decode(externalUrl?.split('/').at(-1) ?? '')
  assert.deepEqual(named, {
    type: 'nevent',
    data: { id: externalId, author: alice.publicKey, relays: [url], kind: undefined },
  })
  assert.deepEqual((await nostr.checkHealth(session)).issues, [])
  await publish!.unpublish!(session, externalId)
  assert.deepEqual(await alice.read({ ids: [externalId] }), [])
})

test('the relay refuses a note with a signature of another key, and the refusal is reported', {
  skip,
}, async () => {
  const alice = await newPerson('alice')
  const session = await connect(alice.nsec)
  const attempt = await prepareAttempt(session, 'Tampered')
  const { event } = attempt.prepared as { event: Event }
  const prepared = { event: { ...event, sig: alice.sign(1, 'Other').sig } } as never
  const error = await catchPlatformError(publish!.mutate(session, { ...attempt, prepared }))
  assert.deepEqual([error.kind, error.rule], ['invalid', 'nostr.event.invalid'])
  assert.match(error.platformResponse?.message ?? '', /signature/i)
})

test('replies and reactions from another client arrive, and our reply is in its thread', { skip }, async () => {
  const [alice, bob] = [await newPerson('alice'), await newPerson('bob')]
  const session = await connect(alice.nsec)
  const { externalId: postId } = await publish!.mutate(session, await prepareAttempt(session, 'Discuss'))
  const reply = bob.sign(1, 'I agree', [
    ['e', postId, url, 'root', alice.publicKey],
    ['p', alice.publicKey],
  ])
  await bob.relay.publish(reply)
  const [note] = await bob.read({ ids: [postId] })
  assert.ok(note)
  const reaction = { content: '+', created_at: reply.created_at }
  await bob.relay.publish(tools!.nip25.finishReactionEvent(reaction, note, bob.secret))
  const { items, cursor } = await comments!.list(session, { cursor: null, posts: [postId] })
  assert.deepEqual(
    items.map(({ externalId, body, author }) => [externalId, body, author.name]),
    [[reply.id, 'I agree', 'bob']],
  )
  assert.deepEqual((await comments!.list(session, { cursor, posts: [postId] })).items, [])
  const to = { externalId: reply.id, mediaExternalId: postId }
  const answer = await comments!.reply(session, to, { body: 'Thanks', handle: 'cmt_1', writtenAt: new Date() })
  const [ours] = await bob.read({ ids: [answer.externalId] })
  assert.ok(ours)
  const thread = tools!.nip10.parse(ours)
  assert.deepEqual([thread.root?.id, thread.reply?.id], [postId, reply.id])
  assert.deepEqual(
    thread.profiles.map(({ pubkey }) => pubkey),
    [bob.publicKey],
  )
  const [counted] = await metrics!.posts.read(session, [postId])
  assert.deepEqual(counted?.metrics, { likes: 1, comments: 2, shares: 0, quotes: 0 })
})

test('direct messages go both ways between us and another implementation of NIP-17', { skip }, async () => {
  const [alice, bob] = [await newPerson('alice'), await newPerson('bob')]
  const session = await connect(alice.nsec)
  for (const gift of tools!.nip17.wrapManyEvents(bob.secret, [{ publicKey: alice.publicKey }], 'Are you there? 🦩'))
    await bob.relay.publish(gift)
  const { items } = await messages!.list!(session, { cursor: null })
  const [found] = items
  assert.ok(found?.kind === 'message' && items.length === 1)
  assert.deepEqual([found.direction, found.body, found.participant.name], ['inbound', 'Are you there? 🦩', 'bob'])
  const { conversationExternalId, participant } = found
  const message = { conversationExternalId, participant, body: 'Yes, ü\nhere', handle: 'msg_1', writtenAt: new Date() }
  const sent = await messages!.send(session, message)
  await messages!.find!(session, message, { intentAt: new Date(), otherIds: [] })
  const gifts = await bob.read({ kinds: [1059], '#p': [bob.publicKey] })
  const opened = gifts.map((gift) => tools!.nip17.unwrapEvent(gift, bob.secret))
  const ours = opened.filter(({ pubkey }) => pubkey === alice.publicKey)
  assert.deepEqual(
    ours.map(({ id, content, kind }) => [id, content, kind]),
    [[sent.externalId, 'Yes, ü\nhere', 14]],
  )
  // Another app of the same account finds its copy.
  const copies = await alice.read({ kinds: [1059], '#p': [alice.publicKey] })
  assert.ok(copies.some((copy) => tools!.nip17.unwrapEvent(copy, alice.secret).content === 'Yes, ü\nhere'))
})

test('encryption matches another implementation in both directions, for every padding length', { skip }, () => {
  const { generateSecretKey, getPublicKey, nip44 } = tools!
  const [one, two] = [generateSecretKey(), generateSecretKey()]
  const theirs = nip44.getConversationKey(two, getPublicKey(one))
  const ours = conversationKey(Buffer.from(one), getPublicKey(two))
  assert.deepEqual(Buffer.from(theirs), ours)
  for (const length of [1, 31, 32, 33, 64, 65, 255, 256, 257, 1000, 4096, 65_535, 65_536, 100_000]) {
    const text = randomBytes(length)
      .toString('latin1')
      .replaceAll(/[\u0080-\u00ff]/g, 'é')
      .slice(0, length)
    assert.equal(decrypt(nip44.encrypt(text, theirs), ours), text)
    assert.equal(nip44.decrypt(encrypt(text, ours, randomBytes(32)), theirs), text)
  }
})
