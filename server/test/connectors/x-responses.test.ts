import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Http, Session, UnexpectedShape } from '../../src/connectors/session.ts'
import { connector as x } from '../../src/connectors/x/connector.ts'
import { catchPlatformError } from '../support/connectors/loopback.ts'
import { createAttempt, prepare, startX } from '../support/connectors/x.ts'

const { publish, comments, messages } = x
assert.ok(publish?.find && comments?.findReply && messages?.find)
const { find } = publish
const { findReply } = comments
const { fake, signIn } = await startX()

/** Returns the session with every response rewritten, and the responses that the connector reports to the operator. */
function rewriteResponses(session: Session, rewrite: (body: string) => string) {
  const fields: string[] = []
  const http: Http = async (request) => {
    const reply = await session.http(request)
    return { ...reply, body: Buffer.from(rewrite(reply.body.toString())) }
  }
  const report = ({ field }: UnexpectedShape) => void fields.push(field)
  return { session: { ...session, http, report }, fields }
}

test('a post that cannot be read may be ours: it is not treated as absent, and the operator sees the response', async () => {
  const session = await signIn()
  const attempt = await prepare(session, createAttempt('Unreadable'))
  await publish.mutate(session, attempt)
  const unreadable = rewriteResponses(session, (body) => body.replace('"text":"Unreadable"', '"text":{}'))
  const failure = await catchPlatformError(find(unreadable.session, attempt))
  assert.deepEqual([failure.kind, failure.rule], ['unavailable', 'x.response.unexpected'])
  assert.deepEqual(unreadable.fields, ['data.0.text'])
})

test('a response with errors instead of posts does not make a post, a reply or a message absent', async () => {
  const session = await signIn()
  const attempt = await prepare(session, createAttempt('Hidden'))
  const { externalId } = await publish.mutate(session, attempt)
  const intentAt = new Date()
  const later = new Date(intentAt.getTime() + 120_000)
  const refused = rewriteResponses({ ...session, now: () => later }, () => '{"errors":[{"title":"Not Found Error"}]}')
  const to = { externalId, mediaExternalId: externalId }
  const participant = { externalId: '1', name: null, username: null, avatarUrl: null }
  const message = { conversationExternalId: '1-2', participant, body: 'Hello', handle: 'a' }
  const lookups = [
    () => find(refused.session, attempt),
    () => findReply(refused.session, to, { body: 'Hello', handle: 'a', intentAt, otherIds: [] }),
    () => messages.find!(refused.session, message, { intentAt, otherIds: [] }),
  ]
  for (const look of lookups) assert.equal((await catchPlatformError(look())).rule, 'x.response.unexpected')
  assert.deepEqual(refused.fields, ['meta', 'meta', 'meta'])
})

test('nothing is treated as absent when the account has more new posts than are read', async () => {
  const session = await signIn()
  const attempt = await prepare(session, createAttempt('Busy'))
  const { externalId } = await publish.mutate(session, attempt)
  fake.pageMax = 1
  for (let count = 0; count < 4; count++) fake.reply(session.identity.username ?? '', externalId, `Other ${count}`)
  const to = { externalId, mediaExternalId: externalId }
  const later = { ...session, now: () => new Date(Date.now() + 120_000) }
  const reply = { body: 'Hello', handle: 'a', intentAt: new Date(), otherIds: [] }
  const failures = [
    await catchPlatformError(findReply(later, to, reply)),
    await catchPlatformError(publish.mutate(session, attempt)),
  ]
  const finding = await find(session, attempt)
  fake.pageMax = 100
  assert.deepEqual([...failures.map(({ kind }) => kind), finding.state], ['unavailable', 'ambiguous', 'unknown'])
})

test('a created post, reply or message without an id is ambiguous, and the operator sees the response', async () => {
  const session = await signIn()
  const attempt = await prepare(session, createAttempt('Nameless'))
  const { externalId } = await publish.mutate(session, await prepare(session, createAttempt('Root')))
  const friend = fake.signUp('friend')
  const participant = { externalId: friend.id, name: null, username: null, avatarUrl: null }
  const nameless = rewriteResponses(session, (body) => body.replaceAll(/"(?:dm_event_)?id":"\d+",/g, ''))
  const mutations = [
    () => publish.mutate(nameless.session, attempt),
    () => comments.reply(nameless.session, { externalId, mediaExternalId: externalId }, { body: 'Reply', handle: 'a' }),
    () => messages.send(nameless.session, { conversationExternalId: '1-2', participant, body: 'Hello', handle: 'a' }),
  ]
  for (const mutate of mutations) {
    const failure = await catchPlatformError(mutate())
    assert.deepEqual([failure.kind, failure.rule], ['ambiguous', 'x.response.unexpected'])
  }
  assert.deepEqual(nameless.fields, ['data.id', 'data.id', 'data.dm_event_id'])
})

test('a post is found when its links contain characters that JavaScript or HTML give a meaning', async () => {
  const session = await signIn()
  const attempt = await prepare(session, createAttempt("See https://example.com/?price=$&a=$'b&amp;c=1"))
  await publish.mutate(session, attempt)
  assert.equal((await find(session, attempt)).state, 'published')
})
