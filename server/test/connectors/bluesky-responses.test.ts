import assert from 'node:assert/strict'
import { test } from 'node:test'
import { connector as bluesky } from '../../src/connectors/bluesky/connector.ts'
import type { CommittedAttempt } from '../../src/connectors/publish.ts'
import type { Http, Session, UnexpectedShape } from '../../src/connectors/session.ts'
import { startBluesky } from '../support/connectors/bluesky.ts'
import { catchPlatformError, serve } from '../support/connectors/loopback.ts'

const { publish, comments, auth, checkHealth } = bluesky
assert.ok(publish?.find && comments && auth.signIn && auth.refresh)
const { fake, call, signIn } = await startBluesky(1500)

async function createAttempt(session: Session, text: string): Promise<CommittedAttempt> {
  const moment = new Date()
  const attempt = { draft: { text, media: [], options: {} }, handle: `tgt_${text}`, createdAt: moment }
  const { prepared } = await publish!.prepare(session, attempt, null)
  return { ...attempt, intentAt: moment, prepared }
}

const withBody =
  (session: Session, change: (body: string) => string): Http =>
  async (request) => {
    const reply = await session.http(request)
    return { ...reply, body: Buffer.from(change(reply.body.toString())) }
  }

test('a record that cannot be read may be ours: the post is neither absent nor failed, and the operator sees the response', async () => {
  const session = await signIn()
  const attempt = await createAttempt(session, 'Unreadable')
  await publish.mutate(session, attempt)
  const http = withBody(session, (body) => body.replace('"text":"Unreadable"', '"text":{}'))
  const reported: UnexpectedShape[] = []
  const report = (unexpected: UnexpectedShape) => void reported.push(unexpected)
  const failure = await catchPlatformError(publish.find!({ ...session, http, report }, attempt))
  assert.deepEqual([failure.kind, failure.rule], ['unavailable', 'bluesky.response.unexpected'])
  assert.equal(reported[0]?.field, 'value.text')
})

test('without an id in the response the outcome of publishing is unknown, and the post is found afterwards', async () => {
  const session = await signIn()
  const attempt = await createAttempt(session, 'No id')
  const http = withBody(session, (body) => body.replace('"uri":', '"other":'))
  const failure = await catchPlatformError(publish.mutate({ ...session, http }, attempt))
  assert.deepEqual([failure.kind, failure.rule], ['ambiguous', 'bluesky.response.unexpected'])
  assert.equal((await publish.find!(session, attempt)).state, 'published')
})

test('a list of hidden replies that cannot be read is not overwritten', async () => {
  const session = await signIn()
  const { externalId } = await publish.mutate(session, await createAttempt(session, 'Ask me'))
  const root = { uri: externalId, cid: fake.records.get(externalId)?.cid }
  const { did } = fake.signUp('asker.test')
  const [first, second] = ['One', 'Two'].map((text) => fake.write(did, { text, reply: { root, parent: root } }))
  await comments.hide!(session, first!)
  const http = withBody(session, (body) => body.replace(/"hiddenReplies":\[[^\]]*\]/, '"hiddenReplies":{}'))
  const failure = await catchPlatformError(comments.hide!({ ...session, http }, second!))
  assert.equal(failure.rule, 'bluesky.response.unexpected')
  assert.deepEqual(fake.findThreadGate(externalId)?.value.hiddenReplies, [first])
})

test('one reply that cannot be read does not hide the others', async () => {
  const session = await signIn()
  const { externalId } = await publish.mutate(session, await createAttempt(session, 'Tell me'))
  const root = { uri: externalId, cid: fake.records.get(externalId)?.cid }
  const { did } = fake.signUp('teller.test')
  for (const text of ['Odd', 'Even']) fake.write(did, { text, reply: { root, parent: root } })
  const http = withBody(session, (body) => body.replace('"text":"Odd"', '"text":{}'))
  const { items } = await comments.list({ ...session, http }, { cursor: null, posts: [] })
  assert.deepEqual(
    items.map(({ body }) => body),
    ['Even'],
  )
})

test('a renewal without tokens is ambiguous, and neither its error nor the log has the token that it did send', async () => {
  const session = await signIn()
  const reported: UnexpectedShape[] = []
  const report = (unexpected: UnexpectedShape) => void reported.push(unexpected)
  let token = ''
  const http = withBody(session, (body) => {
    token = (JSON.parse(body) as { accessJwt: string }).accessJwt
    return body.replace('"refreshJwt"', '"other"')
  })
  const failure = await catchPlatformError(auth.refresh!.renew({ ...session, http, report }))
  assert.deepEqual([failure.kind, failure.rule], ['ambiguous', 'bluesky.response.unexpected'])
  assert.ok(token !== '' && !JSON.stringify([failure, reported]).includes(token))
})

test('an error code that is a name of JavaScript signs no account out', async () => {
  const session = await signIn()
  const host = await serve(() => ({ status: 400, body: { error: 'toString', message: 'Odd' } }))
  const tokens = { ...session.tokens, extra: { pds: host } }
  const failure = await catchPlatformError(checkHealth({ ...session, tokens }))
  assert.deepEqual([failure.kind, failure.rule, failure.message], ['invalid', 'bluesky.to_string', 'Odd'])
})

test('a server of another kind is recognized by every response', async () => {
  for (const body of ['<html>Welcome</html>', null, {}, []]) {
    const service = await serve(() => ({ status: 200, body }))
    const failure = await catchPlatformError(auth.signIn!(call, { identifier: 'a.test', app_password: 'p', service }))
    assert.deepEqual([failure.kind, failure.rule], ['invalid', 'bluesky.service.stranger'])
  }
})
