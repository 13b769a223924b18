import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { createBrowser } from '../../server/test/support/harness.ts'
import { type Mailbox, openMailbox } from '../../server/test/support/mailbox.ts'
import { skip } from '../browser.ts'
import { assertStill, bootPortal, inspect, type PortalWorld } from './portal-world.ts'

const mailbox = skip ? (undefined as unknown as Mailbox) : await openMailbox()
const world = skip ? (undefined as unknown as PortalWorld) : await bootPortal({ env: mailbox.env })
const PASSWORD = 'correct horse battery'

/** Signs up as a stranger with an address that is not theirs, and creates a workspace with a key. */
async function squat(email: string, name: string): Promise<string> {
  const anyone = world.client()
  const signUp = await anyone('POST', '/v1/auth/sign-up', { email, name: 'Stranger', password: PASSWORD })
  assert.equal(signUp.status, 200, signUp.text)
  const cookie = signUp.headers.get('set-cookie')
  const workspaceId: string = (await createBrowser(world.url, { cookie })('POST', '/v1/workspaces', { name })).body.id
  const made = await createBrowser(world.url, { cookie, workspaceId })('POST', '/v1/api-keys', { name: 'Deployed' })
  assert.equal(made.status, 201, made.text)
  return made.body.key
}

/** Signs in with a mailed link, which proves the address. */
async function signInByMail(email: string): Promise<Page> {
  await world.client()('POST', '/v1/auth/links', { email, kind: 'magic' })
  const { page } = await world.visit(await mailbox.takeLink(email))
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('heading', { name: 'Review earlier activity' }).waitFor()
  return page
}

test('a person reviews a workspace that was created with their address, and takes it over without its keys', {
  skip,
}, async () => {
  const key = await squat('victim@example.com', 'Harbour studio')
  const page = await signInByMail('victim@example.com')
  assert.equal(new URL(page.url()).pathname, '/review')
  const workspace = page.getByRole('region', { name: 'Harbour studio' })
  await workspace.getByText('Deployed').waitFor()
  await assertStill(page)
  await inspect(page, 'review')
  await workspace.getByRole('button', { name: 'Take over' }).click()
  await page.getByText('Harbour studio taken over').waitFor()
  await page.getByRole('heading', { name: /Welcome/ }).waitFor()
  assert.equal((await world.client(key)('GET', '/v1/profiles')).status, 401)
})

test('a person discards a workspace that was created with their address', { skip }, async () => {
  await squat('other-victim@example.com', 'Trap')
  const page = await signInByMail('other-victim@example.com')
  await page.getByRole('region', { name: 'Trap' }).getByRole('button', { name: 'Discard' }).click()
  await page.getByRole('dialog', { name: 'Discard Trap?' }).waitFor()
  await inspect(page, 'discard')
  await page.getByRole('button', { name: 'Discard workspace' }).click()
  await page.getByText('Trap discarded').waitFor()
  await page.getByRole('region', { name: 'Trap' }).waitFor({ state: 'detached' })
})

test('a user verifies their address in the settings, and keeps what they created', { skip }, async () => {
  const email = 'unverified@example.com'
  const key = await squat(email, 'Own studio')
  const { page } = await world.visit('/sign-in')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByRole('heading', { name: /Welcome/ }).waitFor()
  await page.goto(`${world.url}/settings`)
  await page.getByRole('button', { name: 'Verify email address' }).click()
  await page.getByText(`Link sent to ${email}. Open it in this browser.`).waitFor()
  await inspect(page, 'verify address')
  await page.goto(new URL(await mailbox.takeLink(email), world.url).href)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('heading', { name: /Welcome/ }).waitFor()
  await page.goto(`${world.url}/settings`)
  await page.getByRole('heading', { name: 'Personal settings' }).waitFor()
  assert.equal(await page.getByRole('button', { name: 'Verify email address' }).count(), 0)
  assert.equal((await world.client(key)('GET', '/v1/profiles')).status, 200)
})

test('before a member is removed, the dialog lists what they created and offers to keep their keys', {
  skip,
}, async () => {
  const member = await world.session({ email: 'leaving@example.com', role: 'member' })
  const made = await member('POST', '/v1/api-keys', { name: 'Nightly export' })
  assert.equal(made.status, 201, made.text)
  const { page } = await world.open('/members', { email: 'chief@example.com', role: 'owner' })
  const row = page.getByRole('row', { name: /leaving@example.com/ })
  await row.getByRole('button', { name: /^Actions for/ }).click()
  await page.getByRole('button', { name: 'Remove member…' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Nightly export').waitFor()
  await inspect(page, 'remove member')
  await dialog.getByLabel('Keep their keys for the workspace').check()
  await dialog.getByRole('button', { name: 'Remove member' }).click()
  await row.waitFor({ state: 'detached' })
  assert.equal((await world.client(made.body.key)('GET', '/v1/profiles')).status, 200)
})
