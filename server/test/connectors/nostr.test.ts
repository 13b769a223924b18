import assert from 'node:assert/strict'
import { test } from 'node:test'
import { connector as nostr } from '../../src/connectors/nostr/connector.ts'
import type { CommittedAttempt } from '../../src/connectors/publish.ts'
import type { Session, UnexpectedShape } from '../../src/connectors/session.ts'
import { catchPlatformError, picture, videoFile } from '../support/connectors/loopback.ts'
import { createAttempt, startNostr, Visitor } from '../support/connectors/nostr.ts'
import { type FakeEvent, FakePerson, type FakeRelay } from '../support/connectors/nostr-fake.ts'

const { publish, comments, metrics, auth } = nostr
assert.ok(publish?.find && publish.unpublish && comments?.onPost && comments.recheck && metrics && auth.signIn)
const { find, unpublish, mutate } = publish
const { fake, call, signIn } = await startNostr()

async function prepared(session: Session, attempt: CommittedAttempt): Promise<CommittedAttempt> {
  return { ...attempt, prepared: (await publish!.prepare(session, attempt, null)).prepared }
}
const post = async (session: Session, text: string) => mutate(session, await prepared(session, createAttempt(text)))
const notesOn = (relay: FakeRelay) => [...relay.events.values()].filter(({ kind }) => kind === 1)
const noteOn = (relay: FakeRelay): FakeEvent => {
  const [note, ...more] = notesOn(relay)
  assert.ok(note && more.length === 0)
  return note
}

test('a private key is accepted as nsec or in hexadecimal, and the error for a mistyped or public key does not repeat it', async () => {
  const relay = fake.addRelay()
  const signInWith = (private_key: string) => auth.signIn!(call, { private_key, relays: [relay.url] })
  // The example of NIP-19.
  const grant = await signInWith(' nsec1vl029mgpspedva04g90vltkh6fvh240zqtv9k0t9af8935ke9laqsnlfe5 ')
  assert.equal(grant.tokens.access, '67dea2ed018072d675f5415ecfaed7d2597555e202d85b3d65ea4e58d2d92ffa')
  assert.equal(grant.identity.externalId, '7e7e9c42a91bfef19fa929e5fda1b72e0ebc1a4c1141673e2794234d86addf4e')
  assert.equal(grant.identity.username, 'npub10elfcs4fr0l0r8af98jlmgdh9c8tcxjvz9qkw038js35mp4dma8qzvjptg')
  assert.deepEqual([grant.tokens.expiresAt, grant.tokens.reauthAt], [null, null])
  assert.deepEqual((await signInWith(grant.tokens.access.toUpperCase())).identity, grant.identity)
  for (const wrong of [
    'nsec1vl029mgpspedva04g90vltkh6fvh240zqtv9k0t9af8935ke9laqsnlfe6',
    'npub10elfcs4fr0l0r8af98jlmgdh9c8tcxjvz9qkw038js35mp4dma8qzvjptg',
    '0'.repeat(64),
    'f'.repeat(64),
  ]) {
    const error = await catchPlatformError(signInWith(wrong))
    assert.deepEqual([error.kind, error.rule], ['invalid', 'nostr.key.invalid'])
    assert.ok(!JSON.stringify([error.message, error.stack, error.remediation]).includes(wrong))
  }
})

test('a note has its hashtags, mentions, media and warning as tags, and is signed', async () => {
  const relay = fake.addRelay()
  const session = await signIn([relay])
  const named = '7e7e9c42a91bfef19fa929e5fda1b72e0ebc1a4c1141673e2794234d86addf4e'
  const npub = 'npub10elfcs4fr0l0r8af98jlmgdh9c8tcxjvz9qkw038js35mp4dma8qzvjptg'
  const text = `Hello nostr:${npub} #Nostr and #Grüße, not a#tag. Lone \ud800`
  const options = { tags: ['More'], content_warning: 'spoiler', alt_texts: ['a red dot'] }
  const { externalId, externalUrl } = await mutate(
    session,
    await prepared(session, createAttempt(text, options, [picture(), videoFile()])),
  )
  const note = noteOn(relay)
  assert.equal(note.id, externalId)
  assert.match(externalUrl ?? '', /^https:\/\/njump\.me\/nevent1[a-z0-9]+$/)
  const [first, ...urls] = note.content.split('\n')
  assert.equal(first, text.toWellFormed())
  assert.equal(urls.length, 2)
  for (const url of urls) assert.match(url, /^https:\/\/media\.example\.com\/[0-9a-f]{64}\.(png|mp4)$/)
  const tagged = (name: string) => note.tags.filter(([key]) => key === name).map(([, ...values]) => values)
  assert.deepEqual(tagged('p'), [[named]])
  assert.deepEqual(tagged('t'), [['nostr'], ['grüße'], ['more']])
  assert.deepEqual(tagged('content-warning'), [['spoiler']])
  const [image] = tagged('imeta')
  assert.ok(image?.includes(`url ${urls[0]}`) && image?.includes('m image/png') && image?.includes('dim 1x1'))
  assert.ok(image?.includes('alt a red dot'))
  assert.equal(fake.blobs.size, 2)
})

test('two posts with the same text in the same second are two notes, and a repeat of one stays one', async () => {
  const relay = fake.addRelay()
  const session = await signIn([relay])
  const attempt = createAttempt('Again')
  const other = { ...attempt, handle: 'tgt_another' }
  const [first, second] = [await prepared(session, attempt), await prepared(session, other)]
  const [one, two] = [await mutate(session, first), await mutate(session, second)]
  assert.notEqual(one.externalId, two.externalId)
  // Killed after the request and prepared from the start: still the same event.
  assert.equal((await mutate(session, await prepared(session, attempt))).externalId, one.externalId)
  assert.equal(notesOn(relay).length, 2)
})

test('one relay that accepts is enough, and the health check names the others', async () => {
  const relays = [fake.addRelay(), fake.addRelay(), fake.addRelay(), fake.addRelay()]
  const [good, dead, refusing, late] = relays as [FakeRelay, FakeRelay, FakeRelay, FakeRelay]
  const session = await signIn(relays)
  dead.isDown = true
  refusing.refuses = 'blocked: you are banned from posting here'
  late.faults.push('drop_after')
  await post(session, 'To whom it concerns')
  assert.deepEqual([notesOn(good).length, notesOn(late).length, notesOn(refusing).length], [1, 1, 0])
  const { issues } = await nostr.checkHealth(session)
  const about = (url: string) => issues.filter(({ message }) => message.includes(url)).map(({ code }) => code)
  assert.deepEqual(about(dead.url), ['nostr_relay_failed'])
  assert.deepEqual(about(refusing.url), ['nostr_relay_lacks_notes'])
  assert.deepEqual(about(good.url), [])
})

test('when no relay accepts, the outcome that is still possible decides, and the error quotes each relay', async () => {
  const relays = [fake.addRelay(), fake.addRelay()]
  const [one, two] = relays as [FakeRelay, FakeRelay]
  const session = await signIn(relays)
  const attempt = await prepared(session, createAttempt('Unwanted'))
  const tries: [string, string, string, string?][] = [
    ['blocked: spam', 'pow: 26 is less than 30', 'invalid', 'nostr.relay.blocked'],
    ['pow: 26 is less than 30', 'blocked: spam', 'invalid', 'nostr.relay.pow'],
    ['restricted: not a member', 'restricted: not a member', 'invalid', 'nostr.relay.restricted'],
    ['invalid: bad tag', 'mute: ignored', 'invalid', 'nostr.event.invalid'],
    ['payment-required: pay', 'something else', 'invalid', 'nostr.relay.payment'],
    ['no prefix at all', 'no prefix at all', 'invalid', 'nostr.relay.refused'],
    ['constructor: unknown word', 'blocked: spam', 'invalid', 'nostr.relay.refused'],
    ['rate-limited: slow down', 'blocked: spam', 'rate_limited', 'nostr.rate_limit'],
    ['error: disk full', 'rate-limited: slow down', 'ambiguous', 'nostr.relay.error'],
  ]
  for (const [first, second, kind, rule] of tries) {
    one.refuses = first
    two.refuses = second
    const error = await catchPlatformError(mutate(session, attempt))
    assert.deepEqual([error.kind, error.rule], [kind, rule], first)
    assert.ok(error.platformResponse?.message?.includes(`${one.url}: ${first}`), error.platformResponse?.message)
    if (kind === 'rate_limited') assert.ok((error.retryAfterSeconds ?? 0) > 0)
  }
  one.isDown = true
  two.refuses = 'blocked: spam'
  assert.equal((await catchPlatformError(mutate(session, attempt))).kind, 'unavailable', 'the first may take it later')
  two.isDown = true
  assert.equal((await catchPlatformError(find(session, attempt))).kind, 'unavailable')
})

test('a note that cannot be read may be ours: it does not count as absent, and the operator sees the response', async () => {
  const relay = fake.addRelay()
  const session = await signIn([relay])
  const attempt = await prepared(session, createAttempt('Unreadable'))
  const { externalId } = await mutate(session, attempt)
  relay.events.set(externalId, { ...noteOn(relay), sig: 'unreadable' })
  const reported: UnexpectedShape[] = []
  const report = (unexpected: UnexpectedShape) => void reported.push(unexpected)
  const error = await catchPlatformError(find({ ...session, report }, attempt))
  assert.deepEqual([error.kind, error.rule], ['unavailable', 'nostr.response.unexpected'])
  assert.equal(reported[0]?.field, 'sig')
})

test('an OK that does not say whether the event was accepted is ambiguous', async () => {
  const relay = fake.addRelay()
  const session = await signIn([relay])
  const attempt = await prepared(session, createAttempt('Perhaps'))
  relay.faults.push('no_verdict')
  const error = await catchPlatformError(mutate(session, attempt))
  assert.deepEqual([error.kind, error.rule], ['ambiguous', 'nostr.response.unexpected'])
  assert.equal((await find(session, attempt)).state, 'published')
})

test('an event that a relay already has counts as accepted, even if the relay calls that a refusal', async () => {
  const relay = fake.addRelay()
  const session = await signIn([relay])
  const attempt = await prepared(session, createAttempt('Once'))
  await mutate(session, attempt)
  relay.refuses = 'duplicate: already have this event'
  await mutate(session, attempt)
  assert.equal(notesOn(relay).length, 1)
})

test('a relay that requires a sign-in gets one, for writing and for reading (NIP-42)', async () => {
  const relay = fake.addRelay()
  relay.authRequired = 'everything'
  const session = await signIn([relay])
  const { externalId } = await post(session, 'From a member')
  const attempt = createAttempt('From a member')
  assert.equal((await find(session, await prepared(session, attempt))).state, 'absent')
  const [found] = await metrics.posts.read(session, [externalId])
  assert.equal(found?.externalId, externalId)
})

test('the limits that a relay states are applied before anything is sent (NIP-11)', async () => {
  const [small, pow] = [fake.addRelay(), fake.addRelay()]
  small.information = { limitation: { max_content_length: 20, max_limit: 5 } }
  pow.information = { limitation: { min_pow_difficulty: 20, restricted_writes: true } }
  const session = await signIn([small, pow])
  const check = (text: string) =>
    nostr.validate({ text, media: [], options: {} }, session.entity).map(({ rule }) => rule)
  assert.deepEqual(check('Short'), [])
  const error = await catchPlatformError(post(session, 'This is more than twenty characters.'))
  assert.deepEqual([error.kind, error.rule], ['invalid', 'nostr.text.relay_max'])
  assert.ok(error.message.includes('proof of work'))
  await post(session, 'Twenty characters...')
  assert.deepEqual([notesOn(small).length, notesOn(pow).length], [1, 0])
  const codes = (await nostr.checkHealth(session)).issues.map(({ code }) => code)
  assert.ok(codes.includes('nostr_relay_pow') && codes.includes('nostr_relay_restricted'))
  // Without the second relay, no relay accepts the text: it is refused when the post is created.
  const alone = await signIn([small])
  const problems = nostr.validate({ text: 'a'.repeat(21), media: [], options: {} }, alone.entity)
  assert.deepEqual(
    problems.map(({ rule }) => rule),
    ['nostr.text.relay_max'],
  )
})

test('media go to the server that was entered, or to that of the profile, and are refused without a server', async () => {
  const relay = fake.addRelay()
  const person = new FakePerson()
  const connect = async () => {
    const grant = await auth.signIn!(call, { private_key: person.hex, relays: [relay.url] })
    const [entity] = await auth.listEntities({ ...call, ...grant })
    assert.ok(entity)
    return { ...call, ...grant, entity: { ...entity, secret: undefined } }
  }
  const without = await connect()
  const draft = { text: '', media: [picture()], options: {} }
  assert.deepEqual(
    nostr.validate(draft, without.entity).map(({ rule }) => rule),
    ['nostr.media.no_server'],
  )
  const error = await catchPlatformError(publish.prepare(without, createAttempt('', {}, [picture()]), null))
  assert.deepEqual([error.kind, error.rule], ['invalid', 'nostr.media.no_server'])
  relay.add(person.sign({ kind: 10_063, tags: [['server', 'https://media.example.com/']] }))
  const session = await connect()
  assert.deepEqual(nostr.validate(draft, session.entity), [])
  await mutate(session, await prepared(session, createAttempt('', {}, [picture()])))
  assert.match(noteOn(relay).content, /^https:\/\/media\.example\.com\//)
})

test('events of a lying relay are dropped: wrong ids, wrong signatures, and events that do not match the filter', async () => {
  const [honest, liar] = [fake.addRelay(), fake.addRelay()]
  const session = await signIn([honest, liar])
  const { externalId: postId } = await post(session, 'Original')
  const bob = new Visitor(honest)
  const real = honest.add(bob.comment(postId, session.identity.externalId, 'Real'))
  const forged = bob.comment(postId, session.identity.externalId, 'Forged')
  liar.lies.push(
    { ...real, content: 'Changed' },
    { ...forged, sig: real.sig },
    { ...forged, id: 'f'.repeat(64) },
    { ...forged, pubkey: new FakePerson().publicKey },
    new FakePerson().sign({ kind: 7, tags: [['e', 'f'.repeat(64)]], content: '+' }),
    { id: 'nonsense' } as FakeEvent,
  )
  const { items } = await comments.list(session, { cursor: null, posts: [postId] })
  assert.deepEqual(
    items.map(({ externalId, body }) => [externalId, body]),
    [[real.id, 'Real']],
  )
  const [counted] = await metrics.posts.read(session, [postId])
  assert.deepEqual(counted?.metrics, { likes: 0, comments: 1, shares: 0, quotes: 0 })
})

test('unpublishing asks every relay to delete the note, and succeeds while a relay is down', async () => {
  const [one, two] = [fake.addRelay(), fake.addRelay()]
  const session = await signIn([one, two])
  const { externalId } = await post(session, 'Oops')
  two.isDown = true
  await unpublish(session, externalId)
  assert.deepEqual([notesOn(one).length, notesOn(two).length], [0, 1])
  two.isDown = false
  await unpublish(session, externalId)
  assert.deepEqual([notesOn(one).length, notesOn(two).length], [0, 0])
  const [request] = [...one.events.values()].filter(({ kind }) => kind === 5)
  assert.deepEqual(request?.tags, [
    ['e', externalId],
    ['k', '1'],
  ])
})

test("the profile's address is checked with its domain (NIP-05), and names come from the newest profile", async () => {
  const relay = fake.addRelay()
  const person = new FakePerson()
  const session = await signIn([relay], person)
  const profile = (content: object, created_at: number) =>
    relay.add(person.sign({ kind: 0, content: JSON.stringify(content), created_at }))
  const later = Math.floor(Date.now() / 1000) + 10
  profile({ name: 'alice', nip05: 'alice@alice.example.com', picture: 'javascript:alert(1)' }, later)
  const health = () => nostr.checkHealth(session)
  const before = await health()
  assert.ok(before.issues.some(({ code }) => code === 'nostr_address'))
  assert.deepEqual([before.identity?.displayName, before.identity?.avatarUrl], ['alice', null])
  fake.names['alice'] = person.publicKey
  assert.ok((await health()).issues.every(({ code }) => code !== 'nostr_address'))
})
