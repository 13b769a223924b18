import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { type Mailbox, openMailbox } from '../../server/test/support/mailbox.ts'
import { startIssuer } from '../../server/test/support/oidc-issuer.ts'
import { totpCode } from '../../server/test/support/totp-code.ts'
import { skip } from '../browser.ts'
import { bootPortal, inspect, type PortalWorld } from './portal-world.ts'

const mailbox = skip ? (undefined as unknown as Mailbox) : await openMailbox()
const issuer = skip ? (undefined as unknown as Issuer) : await startIssuer()
const world = skip
  ? (undefined as unknown as PortalWorld)
  : await bootPortal({ env: { ...mailbox.env, ...issuer.env } })
type Issuer = Awaited<ReturnType<typeof startIssuer>>
const PASSWORD = 'correct horse battery'
/** Browser errors for refusals that the tests cause. */
const REFUSALS = /\/v1\/(session|auth\/(sign-in|totp|links\/read|links\/use))$/

function assertNone(problems: readonly string[]): void {
  assert.deepEqual(
    problems.filter((text) => !REFUSALS.test(text)),
    [],
  )
}

async function signIn(page: Page, email: string, password = PASSWORD): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

const welcome = (page: Page) => page.getByRole('heading', { name: /Welcome/ }).waitFor()

test('an emailed link signs in once', { skip }, async () => {
  await world.session({ email: 'magic@example.com' })
  const { page, problems } = await world.visit('/sign-in')
  await page.getByRole('link', { name: 'Email me a link' }).waitFor()
  await inspect(page, 'sign-in with mail')
  await page.getByRole('link', { name: 'Email me a link' }).click()
  await page.getByLabel('Email').fill('magic@example.com')
  await inspect(page, 'ask for a link')
  await page.getByRole('button', { name: 'Email me a link' }).click()
  await page.getByRole('heading', { name: 'Check your email' }).waitFor()
  await inspect(page, 'link is sent')
  const link = new URL(await mailbox.takeLink('magic@example.com'), world.url).href
  await page.goto(link)
  await page.getByText('You are about to sign in as magic@example.com').waitFor()
  assert.equal(new URL(page.url()).hash, '', 'the token is out of the address')
  await inspect(page, 'magic link')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await welcome(page)
  await page.goto(link)
  await page.getByRole('heading', { name: 'This link no longer works' }).waitFor()
  await inspect(page, 'gone link')
  assertNone(problems)
})

test('a forgotten password is reset through a link, which ends all other sessions', { skip }, async () => {
  const before = await world.session({ email: 'reset@example.com', password: PASSWORD })
  const { page, problems } = await world.visit('/keys')
  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  await page.getByLabel('Email').fill('reset@example.com')
  await page.getByRole('button', { name: 'Email me a link' }).click()
  await page.getByRole('heading', { name: 'Check your email' }).waitFor()
  await page.goto(new URL(await mailbox.takeLink('reset@example.com'), world.url).href)
  await page.getByLabel('New password').fill('short')
  await page.getByRole('button', { name: 'Set password and sign in' }).click()
  await page
    .getByText(/at least 10 characters/i)
    .nth(1)
    .waitFor()
  await inspect(page, 'reset link')
  await page.getByLabel('New password').fill('another horse battery')
  await page.getByRole('button', { name: 'Set password and sign in' }).click()
  await welcome(page)
  assert.equal((await before('GET', '/v1/session')).status, 401)
  const { page: other } = await world.visit('/sign-in')
  await signIn(other, 'reset@example.com', 'another horse battery')
  await welcome(other)
  assertNone(problems)
})

test('an account with an authenticator app asks for a code after the password, or for a recovery code', {
  skip,
}, async () => {
  const email = 'totp@example.com'
  const client = await world.session({ email, password: PASSWORD })
  const { secret } = (await client('POST', '/v1/me/totp')).body
  const { recovery_codes: codes } = (
    await client('POST', '/v1/me/totp/confirm', { code: totpCode(secret, Date.now() - 30_000) })
  ).body
  const { page, problems } = await world.visit('/keys')
  await signIn(page, email)
  await page.getByRole('heading', { name: 'Enter your code' }).waitFor()
  await page.reload()
  await page.getByLabel('Code').fill('000000')
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByText('This code is wrong, or was already used.').waitFor()
  await inspect(page, 'second factor')
  await page.getByLabel('Code').fill(totpCode(secret))
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('heading', { name: 'API keys' }).waitFor()
  const { page: other } = await world.visit('/sign-in')
  await signIn(other, email)
  await other.getByRole('button', { name: 'Use a recovery code instead' }).click()
  await other.getByLabel('Recovery code').fill(codes[0])
  await inspect(other, 'recovery code')
  await other.getByRole('button', { name: 'Continue' }).click()
  await welcome(other)
  assertNone(problems)
})

test('a person signs in through single sign-on, and a refusal of the provider is shown', { skip }, async () => {
  const { page, problems } = await world.visit('/sign-in?next=/keys')
  const person = { sub: 'one', email: 'sso@example.com', email_verified: false, name: 'Sam Example' }
  // The person confirms at the provider at once.
  await page.route('**/v1/auth/oidc/start*', async (route) => {
    const reply = await route.fetch({ maxRedirects: 0 })
    const headers = reply.headers()
    const location = issuer.signIn(headers['location'] ?? '', person).href
    await route.fulfill({ response: reply, headers: { ...headers, location } })
  })
  await page.getByRole('link', { name: 'Continue with Example ID' }).click()
  await page.getByText('Your email address is not verified').waitFor()
  await inspect(page, 'single sign-on')
  person.email_verified = true
  await page.getByRole('link', { name: 'Continue with Example ID' }).click()
  await page.getByRole('heading', { name: 'Create your workspace' }).waitFor()
  assertNone(problems)
})

test('a new user accepts an invitation and joins the workspace', { skip }, async () => {
  const owner = await world.session({ email: 'owner@example.com' })
  await owner('POST', '/v1/invitations', { email: 'grace@example.com', role: 'viewer' })
  const { page, problems } = await world.visit(await mailbox.takeLink('grace@example.com'))
  await page.getByRole('heading', { name: 'Join Test workspace' }).waitFor()
  await page.getByText('owner@example.com invited grace@example.com to join as a viewer').waitFor()
  await page.getByLabel('Your name').fill('Grace Example')
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await inspect(page, 'invitation')
  await page.getByRole('button', { name: 'Create account and join' }).click()
  await page.getByRole('heading', { name: 'Welcome, Grace' }).waitFor()
  await page.getByRole('button', { name: /Test workspace/ }).waitFor()
  assertNone(problems)
})

test('an existing user accepts an invitation after signing in; another user is asked to sign out', {
  skip,
}, async () => {
  const { workspaceId } = await world.neighbour()
  const owner = await world.session({ workspaceId })
  await world.session({ email: 'lin@example.com', password: PASSWORD })
  await owner('POST', '/v1/invitations', { email: 'lin@example.com', role: 'member' })
  const { page, problems } = await world.open(await mailbox.takeLink('lin@example.com'))
  await page.getByText('The invitation is for lin@example.com.').waitFor()
  await inspect(page, 'invitation of another user')
  await page.getByRole('button', { name: 'Sign out and continue' }).click()
  await page.getByRole('button', { name: 'Sign in to accept' }).click()
  assert.equal(await page.getByLabel('Email').inputValue(), 'lin@example.com')
  await signIn(page, 'lin@example.com')
  await page.getByRole('button', { name: 'Accept as Test user' }).waitFor()
  await inspect(page, 'invitation to accept')
  await page.getByRole('button', { name: 'Accept as Test user' }).click()
  await page.getByRole('button', { name: /Other workspace/ }).waitFor()
  assertNone(problems)
})
