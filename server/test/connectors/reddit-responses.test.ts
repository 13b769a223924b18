import assert from 'node:assert/strict'
import { test } from 'node:test'
import { connector as reddit } from '../../src/connectors/reddit/connector.ts'
import type { Http, Session, UnexpectedShape } from '../../src/connectors/session.ts'
import { catchPlatformError } from '../support/connectors/loopback.ts'
import { createAttempt, prepare, startReddit } from '../support/connectors/reddit.ts'

const { publish, comments, messages } = reddit
const { fake, signIn } = await startReddit()

/** Changes the first occurrence of a part in every response. */
function garble(session: Session, part: string, replacement: string) {
  const reported: UnexpectedShape[] = []
  const http: Http = async (request) => {
    const reply = await session.http(request)
    return { ...reply, body: Buffer.from(reply.body.toString().replace(part, replacement)) }
  }
  return { reported, session: { ...session, http, report: (shape: UnexpectedShape) => void reported.push(shape) } }
}

test('a post that cannot be read may be ours: the post is not absent, and the operator sees the response', async () => {
  const session = await signIn()
  const attempt = await prepare(session, createAttempt('Unreadable'))
  await publish!.mutate(session, attempt)
  for (const [part, replacement, field] of [
    ['"title":"Unreadable"', '"title":{}', 'data.children.0.data.title'],
    ['"created_utc"', '"created"', 'data.children.0.data.created_utc'],
    ['"children"', '"items"', 'data.children'],
  ] as const) {
    const { session: garbled, reported } = garble(session, part, replacement)
    const failure = await catchPlatformError(publish!.find!(garbled, attempt))
    assert.deepEqual([failure.kind, failure.rule], ['unavailable', 'reddit.response.unexpected'])
    assert.equal(reported[0]?.field, field)
  }
})

test('a new post or comment without a name has an unknown outcome', async () => {
  const session = await signIn()
  const { session: garbled } = garble(session, '"name"', '"other"')
  const attempt = await prepare(session, createAttempt('Nameless'))
  const failure = await catchPlatformError(publish!.mutate(garbled, attempt))
  assert.deepEqual([failure.kind, failure.rule], ['ambiguous', 'reddit.response.unexpected'])
  const found = await publish!.find!(session, attempt)
  assert.ok(found.state === 'published')
  const post = found.post.externalId
  const lost = await catchPlatformError(comments!.onPost!(garbled, post, { body: 'Nameless', handle: 'cmt_1' }))
  assert.equal(lost.kind, 'ambiguous')
})

test('a comment or a message that cannot be read may be ours, at every depth', async () => {
  const session = await signIn()
  const { externalId: post } = await publish!.mutate(session, await prepare(session, createAttempt('Talk')))
  const top = fake.comment('visitor', post, 'Top')
  await comments!.reply(session, { externalId: top, mediaExternalId: post }, { body: 'Deep', handle: 'cmt_1' })
  const deep = garble(session, '"body":"Deep"', '"body":7')
  const search = { intentAt: new Date(), otherIds: [], body: 'Deep', handle: 'cmt_1' }
  const to = { externalId: top, mediaExternalId: post }
  assert.equal((await comments!.findReply!(session, to, search))?.body, 'Deep')
  const failure = await catchPlatformError(comments!.findReply!(deep.session, to, search))
  assert.equal(failure.rule, 'reddit.response.unexpected')
  assert.equal(deep.reported[0]?.field, '1.data.children.0.data.replies.data.children.0.data.body')

  fake.message('visitor', session.identity.username ?? '', 'Hi')
  const participant = { externalId: 'visitor', name: null, username: null, avatarUrl: null }
  const message = { conversationExternalId: 'visitor', participant, body: 'Hello', handle: 'msg_1' }
  await messages!.send(session, message)
  const sent = garble(session, '"dest":"visitor"', '"dest":null')
  const unread = await catchPlatformError(messages!.find!(sent.session, message, search))
  assert.equal(unread.rule, 'reddit.response.unexpected')
  assert.equal(sent.reported[0]?.field, 'data.children.0.data.dest')
})

test('requirements that cannot be read do not stop a post: Reddit checks them again', async () => {
  const session = await signIn()
  fake.subreddits.get(session.entity.externalId).requirements = { title_text_max_length: 'many' }
  const { session: watched, reported } = garble(session, '', '')
  await prepare(watched, createAttempt('A title'))
  assert.equal(reported[0]?.field, 'title_text_max_length')
})

test('comments that Reddit leaves out of a discussion are read by their names', async () => {
  const session = await signIn()
  const { externalId: post } = await publish!.mutate(session, await prepare(session, createAttempt('Talk')))
  const omitted = fake.comment('visitor', post, 'Omitted')
  const tree = { data: { children: [{ kind: 'more', data: { children: [omitted.replace('t1_', '')] } }] } }
  const http: Http = async (request) => {
    const reply = await session.http(request)
    return request.url.includes('/comments/') ? { ...reply, body: Buffer.from(JSON.stringify([{}, tree])) } : reply
  }
  const { items } = await comments!.list({ ...session, http }, { cursor: null, posts: [post] })
  assert.deepEqual(
    items.map(({ externalId, body }) => [externalId, body]),
    [[omitted, 'Omitted']],
  )
})
