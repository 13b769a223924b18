import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { SMTPServer } from 'smtp-server'
import { startQueue } from '../../../src/queue/start.ts'
import { jobs } from '../../../src/worker/worker.ts'
import { atEnd, boot, createBrowser, type Reply } from '../../support/harness.ts'

interface ReceivedMail {
  readonly to: string
  readonly text: string
}

const inbox: ReceivedMail[] = []
let isRefusing = false
const smtp = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  onAuth: ({ username, password }, _session, done) =>
    username === 'quoin' && password === 'hidden word' ? done(null, { user: username }) : done(new Error('wrong')),
  onMailFrom: (_address, _session, done) => done(isRefusing ? new Error('try again later') : null),
  onData(stream, session, done) {
    const parts: Buffer[] = []
    stream.on('data', (part: Buffer) => parts.push(part))
    stream.on('end', () => {
      const text = Buffer.concat(parts).toString().replaceAll('=\r\n', '').replaceAll('=3D', '=')
      inbox.push({ to: session.envelope.rcptTo.map(({ address }) => address).join(), text })
      done()
    })
  },
})
const listening = smtp.listen(0, '127.0.0.1')
await once(listening, 'listening')
atEnd(() => new Promise<void>((closed) => smtp.close(() => closed())))
const { port } = listening.address() as AddressInfo
const world = await boot({
  env: {
    SMTP_URL: `smtp://quoin:${encodeURIComponent('hidden word')}@127.0.0.1:${port}`,
    MAIL_FROM: 'Quoin <quoin@example.com>',
  },
})
const { ctx, url } = world
const queue = await startQueue(ctx, { jobs })
atEnd(() => queue.stop())
const anyone = world.client()
const PASSWORD = 'correct horse battery'

/** Returns the token of the link in the newest message to an address. */
async function tokenFor(to: string): Promise<string> {
  await queue.idle()
  const message = inbox.findLast((each) => each.to === to)
  return /#([\w-]{43})/.exec(message?.text ?? '')?.[1] ?? ''
}

const readSetCookie = (reply: Reply) => reply.headers.get('set-cookie')
const use = (body: object) => anyone('POST', '/v1/auth/links/use', body)
const ask = (email: string, kind: string) => anyone('POST', '/v1/auth/links', { email, kind })
const signIn = (email: string, password = PASSWORD) => anyone('POST', '/v1/auth/sign-in', { email, password })

test('an invitation is sent by mail, and its link is not shown to the inviter', async () => {
  const owner = await world.session()
  const made = await owner('POST', '/v1/invitations', { email: 'grace@example.com', role: 'member' })
  assert.deepEqual([made.status, made.body.url], [201, null])
  const invitation = await tokenFor('grace@example.com')
  assert.match(inbox.at(-1)?.text ?? '', /From: Quoin <quoin@example\.com>/)
  const person = { email: 'grace@example.com', name: 'Grace', password: PASSWORD, invitation }
  const joined = await anyone('POST', '/v1/auth/sign-up', person)
  assert.equal(joined.status, 200, joined.text)
  const { workspaces } = (await createBrowser(url, { cookie: readSetCookie(joined) })('GET', '/v1/session')).body
  assert.equal(workspaces[0].role, 'member')
})

test('a magic link signs in once, within 15 minutes; an unknown address gets the same response and no mail', async () => {
  assert.equal((await anyone('GET', '/v1/auth/methods')).body.has_mail, true)
  assert.deepEqual((await ask('GRACE@example.com', 'magic')).body, { status: 'sent_if_known' })
  const before = inbox.length + 1
  assert.deepEqual((await ask('unknown@example.com', 'magic')).body, { status: 'sent_if_known' })
  const token = await tokenFor('grace@example.com')
  assert.equal(inbox.length, before)
  const read = await anyone('POST', '/v1/auth/links/read', { token })
  assert.deepEqual([read.body.kind, read.body.email], ['magic', 'grace@example.com'])
  const both = await Promise.all([use({ token }), use({ token })])
  assert.deepEqual(
    both.map(({ status }) => status).toSorted((a, b) => a - b),
    [200, 404],
  )
  assert.equal((await signIn('grace@example.com')).status, 200, 'the password of a proved address stays')
  await ask('grace@example.com', 'magic')
  const late = await tokenFor('grace@example.com')
  ctx.clock.advance(900_000)
  assert.equal((await use({ token: late })).status, 404)
})

test('a reset link sets a new password and ends every session', async () => {
  const before = await signIn('grace@example.com')
  const client = createBrowser(url, { cookie: readSetCookie(before) })
  assert.equal((await client('GET', '/v1/session')).status, 200)
  await ask('grace@example.com', 'reset')
  const token = await tokenFor('grace@example.com')
  const missing = await use({ token })
  assert.deepEqual(missing.body.detail[0].loc, ['body', 'password'])
  const password = 'another horse battery'
  const reset = await use({ token, password })
  assert.deepEqual([reset.status, reset.body.status], [200, 'signed_in'])
  assert.equal((await client('GET', '/v1/session')).status, 401)
  assert.equal((await signIn('grace@example.com')).body.code, 'wrong_credentials')
  assert.equal((await signIn('grace@example.com', password)).status, 200)
})

test("a user who signs up with another person's address loses it to that person", async () => {
  const email = 'victim@example.com'
  const squatter = await anyone('POST', '/v1/auth/sign-up', { email, name: 'Squatter', password: PASSWORD })
  const client = createBrowser(url, { cookie: readSetCookie(squatter) })
  await ask(email, 'magic')
  assert.equal((await use({ token: await tokenFor(email) })).status, 200)
  assert.equal((await client('GET', '/v1/session')).status, 401)
  assert.equal((await signIn(email)).body.code, 'wrong_credentials')
})

test('a mailbox cannot be flooded: links for one address are sent at growing intervals', async () => {
  const codes = []
  for (let n = 0; n < 5; n++) codes.push((await ask('flooded@example.com', 'magic')).status)
  assert.deepEqual(codes, [200, 200, 200, 200, 429])
})

test('a message that the mail server refuses is retried', async () => {
  const owner = await world.session()
  isRefusing = true
  await owner('POST', '/v1/invitations', { email: 'retried@example.com', role: 'viewer' })
  await queue.idle()
  assert.equal(await tokenFor('retried@example.com'), '')
  isRefusing = false
  ctx.clock.advance(60_000)
  await queue.idle()
  assert.match(await tokenFor('retried@example.com'), /^[\w-]{43}$/)
})

test('no link and no password of the mail server is stored in plain text', async () => {
  const owner = await world.session()
  isRefusing = true
  await owner('POST', '/v1/invitations', { email: 'sealed@example.com', role: 'viewer' })
  const [row] = await world.db<{ text: string }[]>`select string_agg(payload::text, ' ') as text from jobs`
  assert.match(row?.text ?? '', /sealed/)
  assert.doesNotMatch(row?.text ?? '', /#[\w-]{43}|sealed@example/)
})

test('without a mail server nothing is sent, and the response says so', async () => {
  const silent = await boot()
  const reply = await silent.client()('POST', '/v1/auth/links', { email: 'a@example.com', kind: 'magic' })
  assert.deepEqual([reply.status, reply.body], [200, { status: 'no_mail' }])
  const [row] = await silent.db<{ count: number }[]>`select count(*)::int as count from jobs`
  assert.equal(row?.count, 0)
})
