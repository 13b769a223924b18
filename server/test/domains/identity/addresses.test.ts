import assert from 'node:assert/strict'
import { test } from 'node:test'
import { boot, type Client, type Reply } from '../../support/harness.ts'
import { startIssuer } from '../../support/oidc-issuer.ts'

const issuer = await startIssuer()
const world = await boot({ env: { ...issuer.env, LOG_LEVEL: 'silent' } })
const owner = await world.session({ isOperator: true })
const anyone = world.client()
const PASSWORD = 'correct horse battery'

const REFUSED = {
  'a comment': 'ada(comment)@example.com',
  'a group': 'team:ada@example.com;',
  'a quoted local part': '"ada"@example.com',
  'a display name': 'Ada <ada@example.com>',
  'two addresses': 'ada@example.com,eve@example.net',
  'a full-width at sign': 'ada\uff20example.com',
  'full-width letters': 'ad\uff41@example.com',
  'a long s': 'u\u017fer@example.com',
  'a Kelvin sign': '\u212aay@example.com',
  'a dotless i': 'adm\u0131n@example.com',
  'letters outside ASCII': 'm\u00fcller@example.com',
  'a domain outside ASCII': 'ada@ex\u00e4mple.com',
  'an ideographic full stop': 'ada@example\u3002com',
  'a zero-width space': 'ada\u200b@example.com',
  'two at signs': 'ada@eve@example.com',
  'an address literal': 'ada@[127.0.0.1]',
  'a number as its domain': 'ada@127.0.0.1',
  'a dot at the end': 'ada@example.com.',
  'two dots': 'ada..eve@example.com',
  'a dot in front': '.ada@example.com',
  'a domain without a dot': 'ada@example',
  'a hyphen at the end of a label': 'ada@example-.com',
  'a percent route with a colon': '@relay.example:ada@example.com',
  'a local part of 65 characters': `${'a'.repeat(65)}@example.com`,
  'more than 254 characters': `ada@${'a.'.repeat(124)}example`,
}

const PLACES: Record<string, (email: string) => Promise<Reply>> = {
  'sign-up': (email) => anyone('POST', '/v1/auth/sign-up', { email, name: 'Ada', password: PASSWORD }),
  'sign-in': (email) => anyone('POST', '/v1/auth/sign-in', { email, password: PASSWORD }),
  'a link by mail': (email) => anyone('POST', '/v1/auth/links', { email, kind: 'magic' }),
  'an invitation': (email) => owner('POST', '/v1/invitations', { email, role: 'viewer' }),
  'the set-up link': (email) => anyone('POST', '/v1/auth/links/use', { token: 'x'.repeat(43), email }),
  "an operator's workspace": (owner_email) =>
    owner('POST', '/v1/operator/workspaces', { name: 'New', owner_email, reason: 'test' }),
}

for (const [place, send] of Object.entries(PLACES))
  test(`${place} accepts one plain mailbox, and nothing that only looks like one`, async () => {
    const taken = []
    for (const [what, email] of Object.entries(REFUSED)) {
      const reply = await send(email)
      const isRefused = reply.status === 422 && reply.body.detail[0].loc.at(-1).endsWith('email')
      if (!isRefused) taken.push(`${what}: ${reply.status}`)
    }
    assert.deepEqual(taken, [])
  })

test('single sign-on does not match a user by a lookalike address', async () => {
  await world.session({ email: 'user@example.com' })
  for (const email of [REFUSED['a long s'], REFUSED['a full-width at sign'], REFUSED['two addresses']]) {
    const started = await fetch(`${world.url}/v1/auth/oidc/start`, { redirect: 'manual' })
    const cookie = (started.headers.getSetCookie()[0] ?? '').replace(/;.*/s, '')
    const person = { sub: `subject of ${email}`, email, email_verified: true }
    const back = issuer.signIn(started.headers.get('location') ?? '', person)
    const reply = await fetch(back.href, { redirect: 'manual', headers: { cookie } })
    assert.equal(reply.headers.get('location'), '/sign-in?error=sso_email_unverified', email)
  }
})

test('a name from the provider is stored as one visible line', async () => {
  const started = await fetch(`${world.url}/v1/auth/oidc/start`, { redirect: 'manual' })
  const cookie = (started.headers.getSetCookie()[0] ?? '').replace(/;.*/s, '')
  const person = { sub: 'odd', email: 'odd@example.com', email_verified: true, name: 'Od\r\nd\u202e Na\0me' }
  const reply = await fetch(issuer.signIn(started.headers.get('location') ?? '', person).href, {
    redirect: 'manual',
    headers: { cookie },
  })
  assert.equal(reply.headers.get('location'), '/')
  const [row] = await world.db<{ name: string }[]>`select name from users where email = 'odd@example.com'`
  assert.equal(row?.name, 'Od d Na me')
})

const LONGEST = `${'a'.repeat(64)}@${'b'.repeat(60)}.example.com`

test('ordinary addresses are accepted, and upper and lower case do not make a second user', async () => {
  const signUp = (client: Client, email: string) =>
    client('POST', '/v1/auth/sign-up', { email, name: 'Ada', password: PASSWORD })
  for (const email of ['first.last+tag@mail.example.com', "o'neill_1@xn--exmple-cua.com", LONGEST])
    assert.equal((await signUp(anyone, email)).status, 200, email)
  const again = await signUp(anyone, 'FIRST.LAST+TAG@MAIL.EXAMPLE.COM')
  assert.equal(again.body.code, 'wrong_state')
})
