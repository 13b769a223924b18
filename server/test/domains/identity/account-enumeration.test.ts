import assert from 'node:assert/strict'
import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'
import { test } from 'node:test'
import { startQueue } from '../../../src/queue/start.ts'
import { jobs } from '../../../src/worker/worker.ts'
import { boot, type Reply, type World } from '../../support/harness.ts'
import { openMailbox } from '../../support/mailbox.ts'
import { startIssuer } from '../../support/oidc-issuer.ts'
import { recordOrderedStatements } from '../../support/statements.ts'

const PASSWORD = 'correct horse battery'
const issuer = await startIssuer()
const { env: mail } = await openMailbox()
const world = await boot({ env: { ...issuer.env, ...mail, LOG_LEVEL: 'silent' } })
const silent = await boot({ env: { SIGN_UP: 'invited' } })
let people = 0

let hashes = 0
const argon2 = crypto.argon2
crypto.argon2 = (...args) => {
  hashes++
  argon2(...args)
}
syncBuiltinESMExports()

/** One user of each kind, and an address without a user. None has been throttled. */
const ADDRESSES: Record<string, (at: World) => Promise<string>> = {
  'no user': async () => `nobody-${++people}@example.com`,
  'a user': async (at) => addUser(at, PASSWORD),
  'a user without a password': async (at) => addUser(at),
  'a user with an authenticator app': async (at) => {
    const email = await addUser(at, PASSWORD)
    await at.db`update users set totp_secret = 'sealed', totp_confirmed_at = now() where email = ${email}`
    return email
  },
}

async function addUser(at: World, password?: string): Promise<string> {
  const email = `person-${++people}@example.com`
  await at.session({ email, ...(password !== undefined && { password }) })
  return email
}

interface Observation {
  readonly reply: Pick<Reply, 'status' | 'text'> & { headers: string[] }
  readonly statements: readonly string[]
  readonly hashes: number
}

async function watch(email: string, send: () => Promise<Reply>): Promise<Observation> {
  const before = hashes
  const { result, statements } = await recordOrderedStatements(send)
  const hide = (text: string) =>
    text.replaceAll(/req_\w{26}|inv_\w{26}|\d{4}-\d\d-\d\dT[\d:.]+Z/g, '…').replaceAll(email, '…')
  const headers = [...result.headers].filter(([name]) => !/^(?:date|x-request-id|ratelimit)$/.test(name))
  return {
    reply: { status: result.status, text: hide(result.text), headers: headers.map((pair) => hide(pair.join(': '))) },
    statements,
    hashes: hashes - before,
  }
}

const OTHER_LINK = (await silentLink('someone-else@example.com')).replace(/^.*#/, '')

async function silentLink(email: string): Promise<string> {
  const owner = await silent.session()
  return (await owner('POST', '/v1/invitations', { email, role: 'viewer' })).body.url
}

const signUp = (at: World, email: string, more: object) =>
  at.client()('POST', '/v1/auth/sign-up', { email, name: 'Ada', password: PASSWORD, ...more })
const inviter = await world.session()

const CALLS: Record<string, { at: World; send: (email: string) => Promise<Reply> }> = {
  'a sign-up with a wrong invitation': {
    at: silent,
    send: (email) => signUp(silent, email, { invitation: 'x'.repeat(43) }),
  },
  'a sign-up with a wrong invitation where sign-up is open': {
    at: world,
    send: (email) => signUp(world, email, { invitation: 'x'.repeat(43) }),
  },
  'a sign-up with the invitation of another address': {
    at: silent,
    send: (email) => signUp(silent, email, { invitation: OTHER_LINK }),
  },
  'a sign-up without an invitation': { at: silent, send: (email) => signUp(silent, email, {}) },
  'a sign-in with a wrong password': {
    at: world,
    send: (email) => world.client()('POST', '/v1/auth/sign-in', { email, password: 'wrong horse battery' }),
  },
  'requesting a sign-in link': {
    at: world,
    send: (email) => world.client()('POST', '/v1/auth/links', { email, kind: 'magic' }),
  },
  'requesting a password reset link': {
    at: world,
    send: (email) => world.client()('POST', '/v1/auth/links', { email, kind: 'reset' }),
  },
  'requesting a link from a server without mail': {
    at: silent,
    send: (email) => silent.client()('POST', '/v1/auth/links', { email, kind: 'magic' }),
  },
  'starting a passkey sign-in': {
    at: world,
    send: async () => {
      const reply = await world.client()('POST', '/v1/auth/passkey-options')
      return { ...reply, text: reply.text.replace(/"challenge":"[^"]*"/, '') }
    },
  },
  'an invitation': {
    at: world,
    send: (email) => inviter('POST', '/v1/invitations', { email, role: 'viewer' }),
  },
  'single sign-on with an address that the provider has not verified': {
    at: world,
    send: async (email) => {
      const started = await fetch(`${world.url}/v1/auth/oidc/start`, { redirect: 'manual' })
      const cookie = (started.headers.getSetCookie()[0] ?? '').replace(/;.*/s, '')
      const person = { sub: 'stranger', email, email_verified: false }
      const back = issuer.signIn(started.headers.get('location') ?? '', person)
      const reply = await fetch(back.href, { redirect: 'manual', headers: { cookie } })
      return { status: reply.status, headers: reply.headers, text: await reply.text(), body: undefined }
    },
  },
}

/** Invitations tell the inviter about existing members, so their users are removed from the workspace. */
async function prepareAddress(what: string, kind: string, at: World): Promise<string> {
  const email = await (ADDRESSES[kind] as (at: World) => Promise<string>)(at)
  if (what === 'an invitation')
    await at.db`delete from memberships where user_id in (select id from users where email = ${email})`
  return email
}

for (const [what, { at, send }] of Object.entries(CALLS))
  test(`${what} gets the same response, statements and hashes for every kind of address`, async () => {
    // The first call creates rows that every later call finds.
    await send(`first-${++people}@example.com`)
    const seen: [string, Observation][] = []
    for (const kind of Object.keys(ADDRESSES)) {
      const email = await prepareAddress(what, kind, at)
      await at.db`delete from sign_in_attempts`
      seen.push([kind, await watch(email, () => send(email))])
    }
    const [[, stranger]] = seen as [[string, Observation]]
    for (const [kind, each] of seen) assert.deepEqual(each, stranger, kind)
  })

test('a wrong password costs one hash, and the failed sign-in of a known user is still in the audit log', async () => {
  const email = await addUser(world, PASSWORD)
  const send = () => world.client()('POST', '/v1/auth/sign-in', { email, password: 'wrong horse battery' })
  assert.equal((await watch(email, send)).hashes, 1)
  const queue = await startQueue(world.ctx, { jobs })
  await queue.idle()
  await queue.stop()
  const rows = await world.db<{ actor: string }[]>`
    select actor from audit_log where action = 'users.sign_in_refused' and actor = ${email}`
  assert.equal(rows.length, 1)
})
