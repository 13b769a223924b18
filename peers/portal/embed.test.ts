import assert from 'node:assert/strict'
import { test } from 'node:test'
import { verifyWebhook } from '../../sdk/src/webhooks.ts'
import { createProfile } from '../../server/test/support/account-scene.ts'
import { type Client, until } from '../../server/test/support/harness.ts'
import { answers, startReceiver } from '../../server/test/support/receiver.ts'
import { createWebhook } from '../../server/test/support/webhook-scene.ts'
import { skip } from '../browser.ts'
import { assertStill, bootPortal, inspect, type OpenedPage, type PortalWorld } from './portal-world.ts'
import { picture } from './sample-image.ts'

const world = skip ? (undefined as unknown as PortalWorld) : await bootPortal()
const LOGO = 'https://logo.example.com/logo.png'
const BRANDING = { name: 'Example brand', color: '#0b6e4f', logo_url: LOGO }

/** Opens a link as a visitor. The logo is on the test's own server. */
async function follow(url: string): Promise<OpenedPage> {
  const opened = await world.visit('/embed')
  await opened.page.getByRole('heading', { name: 'This link no longer works' }).waitFor()
  await opened.page.route(LOGO, (route) => route.fulfill({ contentType: 'image/png', body: picture() }))
  await opened.page.goto(`${world.url}/embed${new URL(url).hash}`)
  return opened
}

async function link(live: Client, body: object): Promise<{ id: string; url: string }> {
  const reply = await live('POST', '/v1/portal-links', body)
  assert.equal(reply.status, 201, reply.text)
  return reply.body
}

/** Returns the id of a delivery that failed and is not retried. */
async function deadDelivery(live: Client, endpointId: string): Promise<string> {
  const { id } = (await live('POST', `/v1/webhooks/${endpointId}/test`)).body as { id: string }
  const read = async () => (await live('GET', `/v1/webhooks/deliveries/${id}`)).body
  await until('the first attempt', async () => (await read()).status === 'failed')
  await world.db`update webhook_deliveries set status = 'dead', next_attempt_at = null where id = ${id}`
  return id
}

test('a customer manages their webhooks through a link: branding, a new secret, a test event, a redrive; nothing of others', {
  skip,
}, async () => {
  const { live, workspaceId } = await world.neighbour()
  const owner = await world.session({ workspaceId })
  assert.equal((await owner('PUT', '/v1/branding', BRANDING)).status, 200)
  const receiver = await startReceiver(answers.status(500, {}, 'Out of order'))
  const own = await createWebhook(live, receiver)
  const foreign = await createWebhook(live, receiver)
  await live('PATCH', `/v1/webhooks/${own.id}`, { description: 'Order service' })
  await live('PATCH', `/v1/webhooks/${foreign.id}`, { description: 'Of another customer' })
  await deadDelivery(live, own.id)
  const { id, url } = await link(live, { pages: ['webhooks'], webhook_ids: [own.id] })

  const { page, problems } = await follow(url)
  await page.getByRole('heading', { name: 'Webhooks' }).waitFor()
  await page.getByText('Example brand').waitFor()
  await page.locator(`img[src="${LOGO}"]`).waitFor()
  await page.getByRole('row', { name: /Order service.*0% of 1/ }).waitFor()
  assert.equal(await page.title(), 'Webhooks · Example brand')
  assert.equal(new URL(page.url()).hash, '')
  assert.equal(await page.getByText('Of another customer').count(), 0)
  assert.equal(await page.getByRole('navigation').count(), 0)
  await assertStill(page)
  await inspect(page, 'embed webhooks')

  await page.getByRole('link', { name: /hooks/ }).click()
  await page.getByRole('heading', { name: 'Order service' }).waitFor()
  await page.getByLabel('Health').waitFor()
  assert.equal(await page.getByRole('button', { name: /Copy as|Actions for|Recover deliveries/ }).count(), 0)
  const button = page.getByRole('button', { name: 'Send test event' })
  const color = await page.evaluate(
    "getComputedStyle(document.querySelector('.page-head .mantine-Button-root')).backgroundColor",
  )
  assert.equal(color, 'rgb(11, 110, 79)')
  await inspect(page, 'embed endpoint')
  await page.getByRole('button', { name: 'Rotate secret…' }).click()
  await inspect(page, 'embed rotate')
  await page.getByRole('button', { name: 'Create new secret' }).click()
  const secret = (await page.getByLabel('Secret value', { exact: true }).textContent()) ?? ''
  assert.match(secret, /^whsec_/)
  assert.notEqual(secret, own.secret)
  await page.getByRole('button', { name: 'I have saved it' }).click()
  await page.getByRole('timer').waitFor()

  receiver.answer(answers.status(200, {}, 'Thank you.'))
  await button.click()
  await page.getByText('Responded 200').waitFor()
  await page.getByText('Thank you.').waitFor()
  const hit = receiver.hits.at(-1)
  assert.ok(await verifyWebhook(hit?.body ?? '', hit?.headers ?? {}, secret))

  await page
    .getByRole('row', { name: /webhook.test.*Dead/ })
    .getByRole('link')
    .click()
  const drawer = page.getByRole('dialog')
  await drawer.getByText('Attempt 1').waitFor()
  await inspect(page, 'embed delivery')
  await drawer.getByRole('button', { name: 'Redrive' }).click()
  await drawer
    .getByRole('listitem')
    .filter({ hasText: /Attempt 2.*200/ })
    .waitFor()
  await drawer.getByText('Delivered').waitFor()

  await page.goto(`${world.url}/embed?endpoint=${foreign.id}`)
  await page.getByRole('alert').getByText('not_found').waitFor({ state: 'attached' })
  await page.getByRole('link', { name: 'Webhooks' }).click()
  await page.getByRole('row', { name: /Order service/ }).waitFor()

  assert.equal((await live('DELETE', `/v1/portal-links/${id}`)).status, 200)
  await page.getByRole('heading', { name: 'This link no longer works' }).waitFor()
  await page.getByText('Ask Example brand for a new one').waitFor()
  await inspect(page, 'embed ended')
  await page.reload()
  await page.getByText('Ask the people who sent it to you for a new one').waitFor()
  // The refusals are for the endpoint of another customer, and for the expired link.
  assert.deepEqual(
    problems.filter((text) => !/status of 40[14] /.test(text)),
    [],
  )
})

test('a customer connects an account on the hosted page and returns to the page of the link', { skip }, async () => {
  const { live } = await world.neighbour()
  const profile = await createProfile(live, 'A customer')
  await createWebhook(live, await startReceiver())
  const { url } = await link(live, { pages: ['connect', 'webhooks'], profile_id: profile, webhook_ids: ['wh_none'] })
  const { page, problems } = await follow(url)
  await page.getByRole('heading', { name: 'Your accounts' }).waitFor()
  const connect = page.getByRole('button', { name: 'Connect Sandbox' })
  await connect.waitFor()
  await inspect(page, 'embed connect')
  await connect.click()
  await page.getByLabel('Username').fill('embed-customer')
  await page.getByRole('button', { name: 'Connect', exact: true }).click()
  await page.getByText('Choose what to connect').waitFor()
  await page.getByRole('button', { name: 'Connect', exact: true }).click()
  await page.getByText('Account connected').waitFor()
  await page.getByText('Connected', { exact: true }).nth(1).waitFor()
  await inspect(page, 'embed connected')
  const [account] = (await live('GET', '/v1/accounts')).body.data
  assert.equal(account.profile_id, profile)
  await page.getByRole('link', { name: 'Webhooks' }).click()
  await page.getByRole('heading', { name: 'No endpoints' }).waitFor()
  assert.deepEqual(problems, [])
})

test('an owner sets the branding and creates a link that is shown once; a member cannot set branding, a viewer can do neither', {
  skip,
}, async () => {
  const { live, workspaceId } = await world.neighbour()
  await createProfile(live, 'A customer')
  await createWebhook(live, await startReceiver())
  const { page } = await world.open('/settings', { workspaceId })
  await page.getByText('No recent portal links.').waitFor()
  await assertStill(page)
  await page.getByLabel('Button color').fill('#ffee00')
  await page.getByRole('button', { name: 'Save branding' }).click()
  await page.getByText(/choose a darker color/).waitFor()
  await page.getByLabel('Button color').fill('#1a56db')
  await page.getByRole('region', { name: 'Branding' }).getByLabel('Name').fill('Example brand')
  await page.getByRole('figure').getByText('Example brand').waitFor()
  await page.getByRole('button', { name: 'Save branding' }).click()
  await page.getByText('Branding saved').waitFor()
  const { updated_at: _, ...saved } = (await live('GET', '/v1/branding')).body
  assert.deepEqual(saved, {
    name: 'Example brand',
    color: '#1a56db',
    logo_url: null,
  })

  await page.getByRole('button', { name: 'Create portal link…' }).click()
  await page.getByRole('button', { name: 'Create link' }).click()
  await page.getByText('the page connect needs the profile').waitFor()
  await page.getByLabel('Profile').selectOption('A customer')
  await page.getByRole('checkbox', { name: 'Webhooks' }).check()
  await page
    .getByRole('checkbox', { name: /hooks$/ })
    .last()
    .check()
  await page.getByLabel('Expires after').selectOption('15 minutes')
  await inspect(page, 'create link')
  await page.getByRole('button', { name: 'Create link' }).click()
  const url = (await page.getByLabel('Secret value', { exact: true }).textContent()) ?? ''
  assert.match(url, /\/embed#ql_/)
  await page.getByRole('button', { name: 'I have saved it' }).click()
  const row = page.getByRole('row', { name: /Connect accounts · Webhooks.*A customer.*Active/ })
  await row.waitFor()
  await inspect(page, 'settings with links')

  const { page: visitor } = await follow(url)
  await visitor.getByText('Connect the accounts that Example brand may use on your behalf.').waitFor()
  await row.getByRole('button', { name: 'Revoke' }).click()
  await page.getByRole('row', { name: /Revoked/ }).waitFor()
  await visitor.reload()
  await visitor.getByRole('heading', { name: 'This link no longer works' }).waitFor()

  const { page: member } = await world.open('/settings', { workspaceId, role: 'member' })
  const save = member.getByRole('button', { name: 'Save branding' })
  assert.match((await save.getAttribute('title')) ?? '', /Only an owner/)
  const { page: viewer } = await world.open('/settings', { workspaceId, role: 'viewer' })
  const create = viewer.getByRole('button', { name: 'Create portal link…' })
  assert.match((await create.getAttribute('title')) ?? '', /You are a viewer/)
})
