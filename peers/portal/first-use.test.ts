import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createSetUpLink } from '../../server/src/domains/identity/sign-in/set-up.ts'
import { NO_PORTAL, openPortal, type Portal } from '../../server/src/http/portal/portal.ts'
import { skip } from '../browser.ts'
import { assertStill, bootPortal, inspect, type PortalWorld } from './portal-world.ts'

const world = skip ? (undefined as unknown as PortalWorld) : await bootPortal()
const building: { -readonly [K in keyof Portal]: Portal[K] } = { ...NO_PORTAL, build: 'running' }
const builder = skip ? (undefined as unknown as PortalWorld) : await bootPortal({ portal: building })
const PASSWORD = 'correct horse battery'

test('the set-up link creates the first user, who publishes a first post and creates a key that is shown once', {
  skip,
}, async () => {
  const link = await createSetUpLink(world.ctx, world.db)
  const { page, problems } = await world.visit(link ?? '')
  await page.getByLabel('Your name').fill('Ada Example')
  await page.getByLabel('Email').fill('ada@example.com')
  assert.equal(new URL(page.url()).hash, '', 'the token is out of the address')
  await page.getByLabel('Password', { exact: true }).fill('short')
  await page.getByRole('button', { name: 'Create account' }).click()
  await page
    .getByText(/at least 10 characters/i)
    .nth(1)
    .waitFor()
  await inspect(page, 'set-up')
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Create account' }).click()

  await page.getByRole('heading', { name: 'Welcome, Ada' }).waitFor()
  await page.getByRole('button', { name: /Test workspace/ }).waitFor()
  await page.getByText('0 of 5 done').waitFor()
  await page.getByRole('button', { name: 'Connect sandbox' }).click()
  await page.getByText('1 of 5 done').waitFor()
  await page.getByRole('link', { name: 'Write a post' }).click()
  await page.getByLabel(/^test-workspace/).check()
  await page.getByText('Ready to publish.').waitFor()
  await page.getByRole('button', { name: 'Publish now' }).click()
  await page.locator('.post-facts').getByText('Published', { exact: true }).waitFor()
  await page.getByRole('link', { name: 'API keys' }).click()
  await page.getByRole('button', { name: 'Create API key' }).click()
  await page.getByLabel('Name', { exact: true }).fill('Production server')
  await inspect(page, 'create key')
  await page.getByRole('button', { name: 'Create key' }).click()
  const secret = (await page.getByLabel('Secret value').textContent()) ?? ''
  assert.match(secret, /^qk_live_\w{40,}$/)
  await inspect(page, 'secret')
  assert.equal((await world.client(secret)('GET', '/v1/credits')).body.available, 50)
  await page.getByRole('button', { name: 'I have saved it' }).click()
  await page.getByText('Production server').waitFor()
  await page.reload()
  await page.getByText('Production server').waitFor()
  assert.doesNotMatch(await page.content(), new RegExp(secret))

  await page.getByRole('button', { name: 'Actions for Production server' }).click()
  await page.getByRole('button', { name: 'Revoke…' }).click()
  await page.getByRole('button', { name: 'Revoke key' }).click()
  await page.getByText('Production server revoked').waitFor()
  await page.getByRole('row', { name: /Production server.*Revoked/ }).waitFor()
  assert.equal((await world.client(secret)('GET', '/v1/credits')).status, 401)
  // The one 422 is for the password that was too short.
  assert.deepEqual(
    problems.filter((text) => !text.includes('/v1/auth/links/use')),
    [],
  )
})

test('a user signs out and in again, and returns to the requested page', { skip }, async () => {
  await world.session({ email: 'grace@example.com', password: PASSWORD })
  const { page, problems } = await world.visit('/keys')
  await page.getByLabel('Email').fill('grace@example.com')
  await page.getByLabel('Password', { exact: true }).fill('not the password')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByText('wrong_credentials').waitFor({ state: 'attached' })
  await inspect(page, 'sign-in')
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByRole('heading', { name: 'API keys' }).waitFor()
  await page.getByRole('button', { name: /account and appearance/ }).click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  const expected = /\/v1\/(session|auth\/sign-in)$/
  assert.deepEqual(
    problems.filter((text) => !expected.test(text)),
    [],
  )
})

test('a visitor signs up and gets a new workspace with 50 credits', { skip }, async () => {
  const { page, problems } = await world.visit('/sign-up')
  await page.getByLabel('Your name').fill('Lin Example')
  await page.getByLabel('Email').fill('lin@example.com')
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await inspect(page, 'sign-up')
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.getByLabel('Name', { exact: true }).fill('Lin and friends')
  await inspect(page, 'new workspace')
  await page.getByRole('button', { name: 'Create workspace' }).click()
  await page.getByRole('button', { name: /Lin and friends/ }).waitFor()
  await page.locator('.balance-amount', { hasText: '50' }).waitFor()
  assert.deepEqual(problems, [])
})

test('an action that a viewer may not take is disabled, says why when it is pressed, and does nothing', {
  skip,
}, async () => {
  const { page } = await world.open('/keys?new', { role: 'viewer' })
  await page.getByRole('table', { name: 'API keys' }).waitFor()
  const create = page.getByRole('button', { name: 'Create API key' })
  assert.equal(await create.getAttribute('aria-disabled'), 'true')
  assert.match((await create.getAttribute('title')) ?? '', /You are a viewer/)
  assert.notEqual(await page.getByRole('button', { name: /^Actions for / }).count(), 0)
  await create.focus()
  await page.keyboard.press('Enter')
  await page.getByRole('alert').getByText('Ask an owner to make you a member.').waitFor()
  await inspect(page, 'keys of a viewer')
  assert.equal(await page.getByRole('dialog').count(), 0)
})

test('Ctrl-K opens pages and actions by name, with the keyboard alone', { skip }, async () => {
  const { page, problems } = await world.open('/')
  await page.getByRole('heading', { name: /Welcome/ }).waitFor()
  await page.keyboard.press('Control+K')
  await page.getByPlaceholder('Search pages and actions').waitFor()
  await inspect(page, 'palette')
  await page.keyboard.type('create api')
  await page.keyboard.press('Enter')
  await page.getByRole('dialog', { name: 'Create API key' }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  assert.equal(new URL(page.url()).search, '')
  assert.deepEqual(problems, [])
})

test('colours follow the system until the user picks a scheme, and the choice is kept', { skip }, async () => {
  const { page } = await world.open('/')
  const shown = (scheme: string) => page.locator(`html[data-mantine-color-scheme="${scheme}"]`).waitFor()
  await shown('light')
  await page.emulateMedia({ colorScheme: 'dark' })
  await shown('dark')
  await page.getByRole('button', { name: /account and appearance/ }).click()
  await page.getByRole('button', { name: 'Light', exact: true }).click()
  await shown('light')
  await page.reload()
  await shown('light')
})

test('on a phone the navigation is behind a button, and closes when a page is selected', { skip }, async () => {
  const { page } = await world.open('/')
  await page.setViewportSize({ width: 375, height: 812 })
  await page.getByRole('button', { name: 'Open menu' }).click()
  await page.getByRole('link', { name: 'API keys' }).click()
  await page.getByRole('heading', { name: 'API keys' }).waitFor()
  await page.getByRole('link', { name: 'Overview' }).waitFor({ state: 'hidden' })
})

test('an unknown address shows a not-found page inside the frame', { skip }, async () => {
  const { page, problems } = await world.open('/nothing-here')
  await page.getByRole('heading', { name: 'Page not found' }).waitFor()
  await page.getByRole('link', { name: 'Go to overview' }).click()
  await page.getByRole('heading', { name: /Welcome/ }).waitFor()
  await assertStill(page)
  assert.deepEqual(problems, [])
})

test('a set-up link that is opened while the portal is being built leads to it once it is ready', {
  skip,
}, async () => {
  const { page } = await builder.visit((await createSetUpLink(builder.ctx, builder.db)) ?? '')
  await page.getByText('The portal is being built.').waitFor()
  Object.assign(building, openPortal())
  await page.getByLabel('Your name').waitFor()
})
