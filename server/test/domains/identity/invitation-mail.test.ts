import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startQueue } from '../../../src/queue/start.ts'
import { jobs } from '../../../src/worker/worker.ts'
import { atEnd, boot, createBrowser, type World } from '../../support/harness.ts'
import { openMailbox } from '../../support/mailbox.ts'

const mailbox = await openMailbox()
const PASSWORD = 'correct horse battery'

async function start(env: Record<string, string> = {}): Promise<World> {
  const world = await boot({ env: { ...mailbox.env, ...env } })
  const queue = await startQueue(world.ctx, { jobs })
  atEnd(() => queue.stop())
  return world
}

const world = await start()
const { url } = world

/** Creates a user with a verified address and a new workspace. Returns a function that sends invitations. */
async function openWorkspace(at: World, email: string, name = 'Example workspace') {
  const client = await at.session({ email })
  const made = await client('POST', '/v1/workspaces', { name })
  assert.equal(made.status, 201, made.text)
  const headers = { 'x-quoin-workspace': made.body.id }
  return (to: string) => client('POST', '/v1/invitations', { email: to, role: 'viewer' }, headers)
}

test('a user with an unverified address cannot send invitations, and the error says how to verify it', async () => {
  const email = 'unverified@example.com'
  const signUp = await world.client()('POST', '/v1/auth/sign-up', { email, name: 'Eve', password: PASSWORD })
  assert.equal(signUp.body.user.email_verified, false)
  const client = createBrowser(url, { cookie: signUp.headers.get('set-cookie') })
  const workspaceId = (await client('POST', '/v1/workspaces', { name: 'New' })).body.id
  const invite = () =>
    client('POST', '/v1/invitations', { email: 'to@example.com', role: 'viewer' }, { 'x-quoin-workspace': workspaceId })
  const refused = await invite()
  assert.deepEqual([refused.status, refused.body.code], [403, 'email_unverified'], refused.text)
  assert.match(refused.body.detail, /link/)
  await world.client()('POST', '/v1/auth/links', { email, kind: 'magic' })
  const token = (await mailbox.takeLink(email)).replace(/^.*#/, '')
  const used = await client('POST', '/v1/auth/links/use', { token })
  assert.deepEqual([used.status, used.body.user.email_verified], [200, true])
  assert.equal((await invite()).status, 201, 'the browser that signed up opened the link: nothing is taken from it')
  assert.equal((await world.client()('POST', '/v1/auth/sign-in', { email, password: PASSWORD })).status, 200)
})

test('without a mail server the link is shown to the inviter, whose address cannot be verified', async () => {
  const silent = await boot()
  const signUp = await silent.client()('POST', '/v1/auth/sign-up', {
    email: 'ada@example.com',
    name: 'Ada',
    password: PASSWORD,
  })
  const client = createBrowser(silent.url, { cookie: signUp.headers.get('set-cookie') })
  const { id } = (await client('POST', '/v1/workspaces', { name: 'New' })).body
  const made = await client(
    'POST',
    '/v1/invitations',
    { email: 'to@example.com', role: 'viewer' },
    { 'x-quoin-workspace': id },
  )
  assert.equal(made.status, 201)
  assert.match(made.body.url, /#[\w-]{43}$/)
})

test('a name never becomes a link, a second line or a header of a message', async () => {
  const names = [
    'Visit https://evil.example/login now',
    'www.evil.example',
    'evil。example',
    'write to eve@evil.example',
    'https:\\\\evil.example',
    'x'.repeat(255),
  ]
  for (const [at, name] of names.entries()) {
    const invite = await openWorkspace(world, `namer-${at}@example.com`, name)
    const to = `named-${at}@example.com`
    assert.equal((await invite(to)).status, 201)
    const { subject, text } = await mailbox.take(to)
    const links = text.match(/https?:\/\/\S+|\S+[.。]\S+/g) ?? []
    const own = links.filter(
      (link) => link.startsWith(url.replace('127.0.0.1', 'localhost')) || /^namer-\d@example\.com$/.test(link),
    )
    assert.deepEqual(links, own, `${name}: ${text}`)
    assert.doesNotMatch(subject.replace(`namer-${at}@example.com`, ''), /[@/:\\。]|\.\S|\n/)
    assert.ok(subject.length < 200, subject)
  }
})

test('in messages, hidden characters are removed from names that were stored before names were checked', async () => {
  const invite = await openWorkspace(world, 'old@example.com', 'Replaced')
  await world.db`update workspaces set name = ${'A\r\nBcc: eve@example.com\u202e\u200b end'} where name = 'Replaced'`
  await invite('of-old@example.com')
  const { subject, headers } = await mailbox.take('of-old@example.com')
  assert.match(subject, /to A Bcc: eve example com end$/)
  assert.doesNotMatch(headers, /^Bcc:/im)
})

type Invite = Awaited<ReturnType<typeof openWorkspace>>

const LIMITS = {
  workspace: { INVITATIONS_PER_WORKSPACE_PER_DAY: '3' },
  inviter: { INVITATIONS_PER_USER_PER_DAY: '3' },
  recipient: { INVITATIONS_PER_RECIPIENT_PER_DAY: '3' },
  server: { INVITATIONS_PER_DAY: '3' },
}
for (const [what, env] of Object.entries(LIMITS))
  test(`invitations per ${what} are counted before any is sent, even concurrent ones`, async () => {
    const limited = await start(env)
    const inviters: Invite[] = []
    const inviterCount = what === 'workspace' || what === 'inviter' ? 1 : 4
    for (let n = 0; n < inviterCount; n++) inviters.push(await openWorkspace(limited, `inviter-${n}@example.com`))
    const replies = await Promise.all(
      Array.from({ length: what === 'recipient' ? 4 : 8 }, (_, n) => {
        const invite = inviters[n % inviters.length] as Invite
        return invite(what === 'recipient' ? 'one@example.com' : `to-${n}@example.com`)
      }),
    )
    const sent = replies.filter((reply) => reply.status === 201)
    assert.equal(sent.length, 3)
    const late = await inviters[0]?.('one@example.com')
    assert.deepEqual([late?.status, late?.body.code], [429, 'rate_limited'], late?.text)
    assert.ok(Number(late?.headers.get('retry-after')) > 80_000)
    // Changes the row, not the clock: a day later the inviter would need sudo again.
    await limited.db`update invitation_counts set started_at = started_at - interval '1 day'`
    const client = inviters[0]
    assert.equal((await client?.('one@example.com'))?.status, 201, 'a day later there is room again')
  })

test('these limits do not apply to an operator', async () => {
  const limited = await start({ INVITATIONS_PER_DAY: '1', INVITATIONS_PER_RECIPIENT_PER_DAY: '1' })
  for (let n = 0; n < 3; n++) {
    const body = { name: 'New', owner_email: 'owner@example.com', actor: 'billing system', reason: 'sold' }
    assert.equal((await limited.operator('POST', '/v1/operator/workspaces', body)).status, 201)
  }
})
