import assert from 'node:assert/strict'
import { test } from 'node:test'
import { connector as nostr } from '../../src/connectors/nostr/connector.ts'
import type { Session } from '../../src/connectors/session.ts'
import { catchPlatformError } from '../support/connectors/loopback.ts'
import { createAttempt, startNostr, Visitor } from '../support/connectors/nostr.ts'
import { FakePerson, type FakeRelay } from '../support/connectors/nostr-fake.ts'

const { publish, comments, metrics } = nostr
assert.ok(publish && comments?.onPost && comments.recheck && metrics)
const { fake, signIn } = await startNostr()

async function post(session: Session, text: string) {
  const attempt = createAttempt(text)
  const { prepared } = await publish!.prepare(session, attempt, null)
  return publish!.mutate(session, { ...attempt, prepared })
}
const notesOn = (relay: FakeRelay) => [...relay.events.values()].filter(({ kind }) => kind === 1)

test('replies are read page by page, from each relay at its own position, and none twice', async () => {
  const [fast, slow] = [fake.addRelay(), fake.addRelay()]
  fast.information = { limitation: { max_limit: 10 } }
  const session = await signIn([fast, slow])
  const { externalId: postId } = await post(session, 'Discuss')
  const bob = new Visitor(fast)
  const seen: string[] = []
  let cursor: string | null = null
  const read = async () => {
    for (let more = true; more; ) {
      const batch = await comments.list(session, { cursor, posts: [postId] })
      seen.push(...batch.items.map(({ body }) => body ?? ''))
      cursor = batch.cursor
      more = batch.hasMore
    }
  }
  const write = (relays: readonly FakeRelay[], body: string, at = 0) => {
    const { tags } = bob.comment(postId, session.identity.externalId, body)
    const event = bob.sign({ kind: 1, tags, content: body, created_at: Math.floor(Date.now() / 1000) + at })
    for (const relay of relays) relay.add(event)
  }
  write([fast, slow], 'first', -100)
  await read()
  slow.isDown = true
  // More than a page, many of them in one second, while one relay is down.
  for (let at = 0; at < 35; at++) write([fast], `many ${at}`, at < 8 ? -50 : -40 + at)
  write([slow], 'only on the slow one', -90)
  await read()
  slow.isDown = false
  write([fast], 'from the future', 100_000)
  await read()
  write([slow], 'after the future', -1)
  await read()
  const expected = ['first', 'only on the slow one', 'from the future', 'after the future']
  assert.deepEqual(seen.toSorted(), [...expected, ...Array.from({ length: 35 }, (_, at) => `many ${at}`)].toSorted())
})

test('a reply belongs to the thread that it names, and only threads of the account are shown', async () => {
  const relay = fake.addRelay()
  const session = await signIn([relay])
  const me = session.identity.externalId
  const { externalId: postId } = await post(session, 'Root')
  const bob = new Visitor(relay)
  const first = relay.add(bob.comment(postId, me, 'Direct'))
  const nested = relay.add(
    bob.sign({
      kind: 1,
      content: 'Nested',
      tags: [
        ['e', postId, '', 'root'],
        ['e', first.id, '', 'reply'],
        ['p', me],
      ],
    }),
  )
  const old = relay.add(
    bob.sign({
      kind: 1,
      content: 'Old form',
      tags: [
        ['e', postId],
        ['e', nested.id],
        ['p', me],
      ],
    }),
  )
  const foreign = relay.add(bob.sign({ kind: 1, content: 'A note of bob' }))
  relay.add(bob.comment(foreign.id, me, 'In his own thread'))
  relay.add(bob.sign({ kind: 1, content: 'Only a mention', tags: [['p', me]] }))
  // `posts` is empty: the author of the root must be read from the relay.
  const { items } = await comments.list(session, { cursor: null, posts: [] })
  const shown = new Map(items.map((item) => [`${item.body}`, item]))
  assert.deepEqual([...shown.keys()].toSorted(), ['Direct', 'Nested', 'Old form'])
  assert.deepEqual(shown.get('Direct')?.parentExternalId, null)
  assert.deepEqual(shown.get('Nested')?.parentExternalId, first.id)
  assert.deepEqual(
    [shown.get('Old form')?.parentExternalId, shown.get('Old form')?.mediaExternalId],
    [nested.id, postId],
  )
  assert.deepEqual([shown.get('Direct')?.author.name, old.pubkey], ['bob', shown.get('Direct')?.author.externalId])
  const reply = await comments.reply(
    session,
    { externalId: nested.id, mediaExternalId: postId },
    { body: 'Thanks', handle: 'cmt_1', writtenAt: new Date() },
  )
  assert.deepEqual([reply.mediaExternalId, reply.parentExternalId], [postId, nested.id])
  assert.deepEqual(relay.events.get(reply.externalId)?.tags.slice(0, 3), [
    ['e', postId, '', 'root'],
    ['e', nested.id, '', 'reply', bob.publicKey],
    ['p', bob.publicKey],
  ])
})

test('a reply whose response was lost is sent again as the same event', async () => {
  const relay = fake.addRelay()
  const session = await signIn([relay])
  const { externalId: postId } = await post(session, 'Root')
  const written = { body: 'First!', handle: 'cmt_lost', writtenAt: new Date(Date.now() - 60_000) }
  const before = notesOn(relay).length
  const send = () => comments.onPost!(session, postId, written)
  // The relay returns the post; its response to the reply is lost.
  relay.faults.push('none', 'drop_after')
  assert.equal((await catchPlatformError(send())).kind, 'ambiguous')
  const first = await send()
  const again = await send()
  assert.equal(again.externalId, first.externalId)
  assert.equal(notesOn(relay).length, before + 1)
})

test('a reply is deleted when its own author deleted it, and only then', async () => {
  const [kept, strict] = [fake.addRelay(), fake.addRelay()]
  const session = await signIn([kept, strict])
  const { externalId: postId } = await post(session, 'Root')
  const [bob, eve] = [new Visitor(kept), new FakePerson()]
  const write = (body: string) => bob.comment(postId, session.identity.externalId, body)
  const [stays, gone, disowned] = [write('Stays'), write('Gone'), write('Disowned')]
  kept.add(stays)
  kept.add(disowned)
  const request = (by: FakePerson, id: string) =>
    by.sign({
      kind: 5,
      tags: [
        ['e', id],
        ['k', '1'],
      ],
    })
  kept.add(request(eve, stays.id))
  strict.add(request(bob, gone.id))
  strict.add(request(bob, disowned.id))
  const ids = [stays.id, gone.id, disowned.id, 'e'.repeat(64)]
  const states = await comments.recheck!.read(session, ids)
  assert.deepEqual(
    states.map(({ externalId, isDeleted }) => [externalId, isDeleted]),
    [
      [stays.id, false],
      [gone.id, true],
      [disowned.id, true],
    ],
  )
  const error = await catchPlatformError(comments.delete!(session, stays.id))
  assert.equal(error.rule, 'nostr.comment.foreign')
})

test("a reply that cannot be read is not taken for deleted at a stranger's request", async () => {
  const relay = fake.addRelay()
  const session = await signIn([relay])
  const { externalId: postId } = await post(session, 'Root')
  const reply = relay.add(new Visitor(relay).comment(postId, session.identity.externalId, 'Still here'))
  relay.events.set(reply.id, { ...reply, sig: 'unreadable' })
  relay.add(new FakePerson().sign({ kind: 5, tags: [['e', reply.id]] }))
  const error = await catchPlatformError(comments.recheck!.read(session, [reply.id]))
  assert.deepEqual([error.kind, error.rule], ['unavailable', 'nostr.response.unexpected'])
})

test('reactions, replies, reposts and quotes are counted across all relays, and each person likes a note once', async () => {
  const [one, two] = [fake.addRelay(), fake.addRelay()]
  const session = await signIn([one, two])
  const { externalId: id } = await post(session, 'Count me')
  const [bob, eve] = [new Visitor(one), new Visitor(two)]
  const react = (by: FakePerson, content: string) => by.sign({ kind: 7, content, tags: [['e', id]] })
  const twice = react(bob, '+')
  one.add(twice)
  two.add(twice)
  one.add(react(bob, '🤙'))
  two.add(react(eve, ''))
  two.add(react(new FakePerson(), '-'))
  two.add(eve.sign({ kind: 6, tags: [['e', id, two.url]] }))
  one.add(bob.sign({ kind: 1, content: 'Look', tags: [['q', id]] }))
  one.add(bob.comment(id, session.identity.externalId, 'A reply'))
  one.add(bob.sign({ kind: 1, content: 'Mentions it', tags: [['e', id, '', 'mention']] }))
  // A reaction to another note, in which this note is only the context.
  one.add(
    eve.sign({
      kind: 7,
      content: '+',
      tags: [
        ['e', id],
        ['e', 'd'.repeat(64)],
      ],
    }),
  )
  const [found] = await metrics.posts.read(session, [id, 'e'.repeat(64), 'gone'])
  assert.deepEqual(found, { externalId: id, metrics: { likes: 2, comments: 1, shares: 1, quotes: 1 } })
})
