import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { createProfile } from '../../server/test/support/account-scene.ts'
import { until } from '../../server/test/support/harness.ts'
import { totpCode } from '../../server/test/support/totp-code.ts'
import { skip } from '../browser.ts'
import { assertStill, bootPortal, inspect, type PortalWorld } from './portal-world.ts'

const world = skip ? (undefined as unknown as PortalWorld) : await bootPortal()
const PASSWORD = 'correct horse battery'

async function signIn(page: Page, email: string): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

/** Asserts that there are no problems except the refusals that the test causes. */
function assertNone(problems: readonly string[], expected = /\/v1\/session$/): void {
  assert.deepEqual(
    problems.filter((text) => !expected.test(text)),
    [],
  )
}

test('an invitation link adds a viewer, who sees everything and changes nothing until the owner changes the role', {
  skip,
}, async () => {
  await createProfile(world.live, 'Example harbour')
  const { page, problems } = await world.open('/members', { email: 'owner@example.com' })
  await page.getByRole('heading', { name: 'No invitations' }).waitFor()
  await page.getByRole('button', { name: 'Invite member' }).click()
  await page.getByLabel('Email').fill('grace@example.com')
  await page.getByLabel('Viewer').check()
  await inspect(page, 'invite')
  await page.getByRole('button', { name: 'Create invitation' }).click()
  const link = (await page.getByLabel('Secret value', { exact: true }).textContent()) ?? ''
  await page.getByRole('img', { name: /QR code/ }).waitFor()
  await inspect(page, 'invitation link')
  await page.getByRole('button', { name: 'I have saved it' }).click()
  await page.getByRole('row', { name: /grace@example.com.*Viewer.*Open/ }).waitFor()

  const { pathname, hash } = new URL(link)
  const { page: viewer } = await world.visit(`${pathname}${hash}`)
  await viewer.getByLabel('Your name').fill('Grace Example')
  await viewer.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await viewer.getByRole('button', { name: 'Create account and join' }).click()
  await viewer.getByRole('heading', { name: 'Welcome, Grace' }).waitFor()
  await viewer.getByRole('link', { name: 'API keys' }).click()
  const create = viewer.getByRole('button', { name: 'Create API key' })
  await create.waitFor()
  assert.equal(await create.getAttribute('aria-disabled'), 'true')
  assert.match((await create.getAttribute('title')) ?? '', /You are a viewer of this workspace/)
  const refused = await viewer.evaluate(`fetch('/v1/profiles', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-quoin-workspace': '${world.workspaceId}' },
    body: '{"name":"Not allowed"}',
  }).then(async (reply) => [reply.status, (await reply.json()).code])`)
  assert.deepEqual(refused, [403, 'role_required'])
  await viewer.getByRole('link', { name: 'Members' }).click()
  await viewer.getByRole('heading', { name: 'Only owners can see invitations' }).waitFor()
  await inspect(viewer, 'members of a viewer')

  await page.reload()
  await page.getByRole('row', { name: /grace@example.com.*Viewer.*Accepted/ }).waitFor()
  await assertStill(page)
  await inspect(page, 'members')
  await page.getByRole('button', { name: 'Actions for Grace Example' }).click()
  await page.getByRole('button', { name: 'Edit permissions…' }).click()
  await page.getByLabel('Member', { exact: true }).check()
  await page.getByRole('checkbox', { name: 'Example harbour' }).check()
  await page.getByRole('heading', { name: 'Edit permissions of Grace Example' }).click()
  await inspect(page, 'change a member')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('row', { name: /Grace Example.*Member.*Example harbour/ }).waitFor()
  await page.getByRole('button', { name: 'Actions for Grace Example' }).click()
  const [grace] = await world.db<{ id: string }[]>`select id from users where email = 'grace@example.com'`
  const theirs = { createdBy: grace?.id ?? null, memberId: grace?.id ?? null, role: 'member' } as const
  await world.key({ name: 'Harbour importer', ...theirs })
  await page.getByRole('button', { name: 'Remove member…' }).click()
  await page.getByRole('listitem').filter({ hasText: 'API key Harbour importer' }).waitFor()
  await page.getByLabel('Keep their keys for the workspace').check()
  await inspect(page, 'remove a member')
  await page.getByRole('button', { name: 'Remove member', exact: true }).click()
  await page.getByText('Grace Example removed').waitFor()
  assertNone(problems)
})

test('a revoked invitation no longer works', { skip }, async () => {
  const { page, api, problems } = await world.open('/members')
  const { url } = (await api('POST', '/v1/invitations', { email: 'late@example.com', role: 'member' })).body
  await page.getByRole('heading', { name: 'Members' }).waitFor()
  await page.reload()
  await page.getByRole('button', { name: 'Revoke invitation of late@example.com' }).click()
  await page.getByRole('row', { name: /late@example.com.*Revoked/ }).waitFor()
  const { pathname, hash } = new URL(url)
  const { page: late } = await world.visit(`${pathname}${hash}`)
  await late.getByRole('heading', { name: 'This link no longer works' }).waitFor()
  assertNone(problems)
})

test("the workspace is renamed, and times are shown in the user's time zone and language", {
  skip,
}, async () => {
  const { page, problems } = await world.open('/settings')
  await page.getByRole('heading', { name: 'Workspace', exact: true }).waitFor()
  await page.getByLabel('Name').first().fill('Example harbour')
  await page.getByRole('button', { name: 'Rename' }).click()
  await page.getByRole('button', { name: /Workspace Example harbour/ }).waitFor()
  await page.getByLabel('Time zone').fill('tokyo')
  await page.getByLabel('Time zone').blur()
  assert.equal(await page.getByLabel('Time zone').inputValue(), 'Asia/Tokyo')
  await page.getByLabel('Date and number format').selectOption('de-DE')
  await page.getByText('1.234.567,8').waitFor()
  await inspect(page, 'settings')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Settings saved').waitFor()
  await page.getByRole('link', { name: 'Calendar' }).click()
  await page.getByText('Times are in Asia/Tokyo.').waitFor()
  await world.db`update workspaces set name = 'Test workspace'`
  assertNone(problems)
})

test('a member can leave the workspace, but not rename it', { skip }, async () => {
  const { page, problems } = await world.open('/settings', { role: 'member' })
  const rename = page.getByRole('button', { name: 'Rename' })
  await rename.waitFor()
  assert.match((await rename.getAttribute('title')) ?? '', /Only an owner/)
  await page.getByRole('button', { name: 'Leave workspace…' }).click()
  await inspect(page, 'leave')
  await page.getByRole('button', { name: 'Leave workspace', exact: true }).click()
  await page.getByRole('heading', { name: 'Create your workspace' }).waitFor()
  assertNone(problems)
})

test('an owner closes the workspace after reading the consequences, and lands in a new one', { skip }, async () => {
  const { workspaceId, live } = await world.neighbour()
  await createProfile(live, 'Example harbour')
  const { page, api, problems } = await world.open('/settings', { workspaceId })
  await page.getByRole('button', { name: 'Close workspace…' }).click()
  const ends = page.getByRole('list', { name: 'Consequences of closing' })
  await ends.getByText('2 API keys stop working.').waitFor()
  await ends.getByText('50 credits are kept but cannot be spent while the workspace is closed.').waitFor()
  const close = page.getByRole('button', { name: 'Close workspace', exact: true })
  assert.equal(await close.isDisabled(), true)
  await page.getByLabel('Type Other workspace to confirm').fill('Other workspace')
  await inspect(page, 'close')
  await close.click()
  await page.getByRole('heading', { name: 'Create your workspace' }).waitFor()
  assert.equal((await live('GET', '/v1/credits')).status, 403)
  const { closed_at } = (await api('GET', `/v1/workspaces/${workspaceId}`)).body
  assert.notEqual(closed_at, null)
  assertNone(problems, /\/v1\//)
})

test('a session that is revoked elsewhere signs that browser out, and so does a new password', { skip }, async () => {
  const email = 'sessions@example.com'
  const { page, problems } = await world.open('/security', { email, password: PASSWORD })
  await page.getByText('This device').waitFor()
  const { page: other } = await world.visit('/security')
  await signIn(other, email)
  await other.getByRole('heading', { name: 'Security' }).waitFor()
  await page.getByRole('button', { name: /^Sign out Chrome/ }).waitFor()
  await inspect(page, 'security')
  await page.getByRole('button', { name: /^Sign out Chrome/ }).click()
  await page.getByText(/Chrome on \w+ signed out/).waitFor()
  await other.getByRole('heading', { name: 'Sign in' }).waitFor()
  assert.match(other.url(), /next=%2Fsecurity/)

  await signIn(other, email)
  await other.getByRole('heading', { name: 'Security' }).waitFor()
  await page.getByLabel('New password').fill('another horse battery')
  await page.getByRole('button', { name: 'Change password' }).click()
  await page.getByText('You are signed out everywhere else.').waitFor()
  await other.getByRole('heading', { name: 'Sign in' }).waitFor()
  assertNone(problems)
})

test('an authenticator app is set up with a QR code; its recovery codes are shown once', { skip }, async () => {
  const email = 'app@example.com'
  const { page, problems } = await world.open('/security', { email, password: PASSWORD })
  await page.getByRole('button', { name: 'Set up app…' }).click()
  await page.getByRole('img', { name: /QR code/ }).waitFor()
  const secret = (await page.locator('.security-secret').textContent()) ?? ''
  await inspect(page, 'set up the app')
  await page.getByLabel(/Enter the six digits/).fill(totpCode(secret))
  await page.getByRole('button', { name: 'Turn on' }).click()
  const codes = ((await page.getByLabel('Secret value', { exact: true }).textContent()) ?? '').split('\n')
  assert.equal(new Set(codes).size, 10)
  await inspect(page, 'recovery codes')
  await page.getByRole('button', { name: 'I have saved it' }).click()
  await page.getByRole('button', { name: 'Turn off…' }).waitFor()
  assert.doesNotMatch(await page.content(), new RegExp(codes[0] ?? ''))
  const { page: other } = await world.visit('/sign-in')
  await signIn(other, email)
  await other.getByRole('button', { name: 'Use a recovery code instead' }).click()
  await other.getByLabel('Recovery code').fill(codes[0] ?? '')
  await other.getByRole('button', { name: 'Continue' }).click()
  await other.getByRole('heading', { name: /Welcome/ }).waitFor()
  await page.getByRole('button', { name: 'Turn off…' }).click()
  await page.getByRole('button', { name: 'Turn off', exact: true }).click()
  await page.getByRole('button', { name: 'Set up app…' }).waitFor()
  assertNone(problems)
})

test('a passkey is added, renamed, used to sign in and to confirm a dangerous action, and removed', {
  skip,
}, async () => {
  const email = 'passkey@example.com'
  await world.session({ email, password: PASSWORD })
  // Passkeys belong to a host name, which an IP address is not.
  const localhost = world.url.replace('127.0.0.1', 'localhost')
  const { page, problems } = await world.visit(`${localhost}/security`)
  const device = await page.context().newCDPSession(page)
  await device.send('WebAuthn.enable')
  await device.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  await signIn(page, email)
  await page.getByRole('button', { name: 'Add passkey' }).click()
  await page.getByLabel('Name', { exact: true }).fill('My laptop')
  await inspect(page, 'add a passkey')
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByText('Passkey added').waitFor()
  await page.getByRole('button', { name: 'Rename My laptop' }).click()
  await page.getByLabel('Name', { exact: true }).fill('My old laptop')
  await page.getByRole('button', { name: 'Rename', exact: true }).click()
  await page.getByText('My old laptop').waitFor()
  await page.reload()
  await page.getByText('My old laptop').waitFor()
  await page.getByText('This device').waitFor()
  await assertStill(page)
  await inspect(page, 'passkeys')
  await page.getByRole('button', { name: /account and appearance/ }).click()
  await page.getByRole('button', { name: 'Sign out', exact: true }).click()
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await page.getByRole('heading', { name: 'Security' }).waitFor()
  await page.getByText('with a passkey').waitFor()
  await page.getByRole('button', { name: 'Remove My old laptop' }).click()
  await world.db`update sessions set sudo_at = now() - interval '1 hour'`
  await world.ctx.invalidation.announce(world.db, 'sessions')
  await until('the proof to be too old', () =>
    page.evaluate<boolean>(
      `fetch('/v1/me/passkeys/options', { method: 'POST' }).then(async (reply) => (await reply.json()).code === 'sudo_required')`,
    ),
  )
  await page.getByRole('button', { name: 'Remove passkey' }).click()
  await page.getByRole('button', { name: 'Use a passkey' }).waitFor()
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await page.getByText('No passkeys yet.').waitFor()
  await page.getByText('This device').waitFor()
  assertNone(problems, /\/v1\/(session|me\/passkeys\/\w+)$/)
})

test('where the server sends no mail, the page says whom to ask', { skip }, async () => {
  const { page, problems } = await world.visit('/sign-in')
  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  await page.getByText('Ask the operator of this server for a link.').waitFor()
  await inspect(page, 'no mail')
  assertNone(problems)
})
