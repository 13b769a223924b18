import assert from 'node:assert/strict'
import { test } from 'node:test'
import { verifyWebhook } from '../../sdk/src/webhooks.ts'
import { reviewNew } from '../../server/src/domains/social/inbox/reviews/contract/review.ts'
import { emit } from '../../server/src/webhooks/emit.ts'
import { RETRY_SECONDS } from '../../server/src/webhooks/retry-schedule.ts'
import { type Client, until } from '../../server/test/support/harness.ts'
import { answers, startReceiver } from '../../server/test/support/receiver.ts'
import { createWebhook } from '../../server/test/support/webhook-scene.ts'
import { skip } from '../browser.ts'
import { MovableClock } from './movable-clock.ts'
import { assertStill, bootPortal, inspect, type PortalWorld } from './portal-world.ts'

const clock = new MovableClock()
const world = skip ? (undefined as unknown as PortalWorld) : await bootPortal({ clock })

interface Delivery {
  readonly id: string
  readonly status: string
  readonly attempt: number
}

async function listDeliveries(live: Client, query = ''): Promise<Delivery[]> {
  return (await live('GET', `/v1/webhooks/deliveries?limit=100${query}`)).body.data
}

/** Makes every retry of a delivery due at once, until none is left. */
async function untilDead(live: Client, id: string): Promise<void> {
  const read = async (): Promise<Delivery> => (await live('GET', `/v1/webhooks/deliveries/${id}`)).body
  for (const [retries, seconds] of RETRY_SECONDS.entries()) {
    await until(`attempt ${retries + 1}`, async () => (await read()).attempt > retries)
    clock.advance(1.1 * seconds * 1000)
  }
  await until('the end', async () => (await read()).status === 'dead')
}

test('a secret is rotated and shown once; both secrets are valid during the countdown', { skip }, async () => {
  const { workspaceId, live } = await world.neighbour()
  const receiver = await startReceiver()
  const { id, secret: before } = await createWebhook(live, receiver)
  const { page, problems } = await world.open(`/webhooks/${id}`, { workspaceId })
  await page.getByText('No deliveries yet').waitFor()
  await assertStill(page)
  await page.getByRole('button', { name: 'Rotate secret…' }).click()
  await page.getByRole('button', { name: 'Create new secret' }).click()
  const secret = (await page.getByLabel('Secret value', { exact: true }).textContent()) ?? ''
  assert.match(secret, /^whsec_/)
  assert.notEqual(secret, before)
  await page.getByRole('button', { name: 'I have saved it' }).click()
  await page
    .getByRole('timer')
    .getByText(/^23:5\d:\d\d$|^24:00:00$/)
    .waitFor()
  await page.getByRole('button', { name: 'Send test event' }).click()
  await page.getByText('Responded 204').waitFor()
  const [hit] = receiver.hits
  for (const each of [before, secret]) assert.ok(await verifyWebhook(hit?.body ?? '', hit?.headers ?? {}, each))
  await page.reload()
  await page.getByRole('timer').waitFor()
  assert.doesNotMatch(await page.content(), new RegExp(secret))
  const rotate = page.getByRole('button', { name: 'Rotate secret…' })
  assert.equal(await rotate.getAttribute('aria-disabled'), 'true')
  await inspect(page, 'rotated secret')
  assert.deepEqual(problems, [])
})

test('an endpoint is paused and enabled again; events it missed are redriven, selected or all', { skip }, async () => {
  const { workspaceId, live } = await world.neighbour()
  const receiver = await startReceiver()
  const { id } = await createWebhook(live, receiver)
  const { page, problems } = await world.open('/webhooks', { workspaceId })
  await page.getByRole('button', { name: /^Actions for/ }).click()
  await page.getByRole('button', { name: 'Pause' }).click()
  await page.getByRole('row', { name: /Paused/ }).waitFor()
  for (let n = 0; n < 5; n++) await emit(world.ctx, world.db, reviewNew, reviewNew.example, { workspaceId })
  await until('dead deliveries', async () => (await listDeliveries(live, '&status=dead')).length === 5)
  await inspect(page, 'webhooks')
  await page.getByRole('link', { name: /127.0.0.1/ }).click()
  await page.getByText('This endpoint is paused').waitFor()
  await inspect(page, 'paused webhook')
  await page.getByRole('button', { name: 'Resume' }).click()
  await page.getByText('This endpoint is paused').waitFor({ state: 'detached' })

  await page.getByRole('link', { name: 'All deliveries' }).click()
  await page.waitForURL(`**/webhooks/deliveries?endpoint=${id}`)
  const boxes = page.getByRole('checkbox', { name: /^Select review.new/ })
  await boxes.nth(0).check()
  await boxes.nth(1).check()
  await page.getByText('2 selected').waitFor()
  await inspect(page, 'deliveries')
  await page.getByRole('button', { name: 'Redrive selected' }).click()
  await page.getByText('2 deliveries redriven.').waitFor()
  await receiver.received(2)
  await page.getByRole('button', { name: 'Redrive…' }).click()
  await page.getByRole('dialog').getByLabel('Since').waitFor()
  await inspect(page, 'redrive')
  await page.getByRole('button', { name: 'Redrive all matching' }).click()
  await page.getByText('3 deliveries redriven.').waitFor()
  await receiver.received(5)
  await until('all delivered', async () => (await listDeliveries(live, '&status=delivered')).length === 5)
  assert.deepEqual(problems, [])
})

test('an endpoint is added with events of the catalogue, receives a test event, fails, and its dead deliveries are redriven', {
  skip,
}, async () => {
  const { workspaceId, live } = await world.neighbour()
  const receiver = await startReceiver(answers.status(200, { 'content-type': 'text/plain' }, 'Thank you.'))
  const { page, problems } = await world.open('/webhooks', { workspaceId })
  await page.getByText('No endpoints yet').waitFor()
  await assertStill(page)
  await page.getByRole('button', { name: 'Add endpoint' }).first().click()
  await page.getByLabel('Endpoint URL').fill('not an address')
  await page.getByText('Choose', { exact: true }).click()
  await page.getByRole('checkbox', { name: 'Posts' }).check()
  await page.getByRole('checkbox', { name: 'review.new' }).check()
  await inspect(page, 'add endpoint')
  await page.getByRole('dialog').getByRole('button', { name: 'Add endpoint' }).click()
  await page.locator('.mantine-InputWrapper-error').waitFor()
  await page.getByLabel('Endpoint URL').fill(`${receiver.url}/hooks`)
  await page.getByLabel('Description').fill('Order service')
  await page.getByRole('dialog').getByRole('button', { name: 'Add endpoint' }).click()
  const secret = (await page.getByLabel('Secret value', { exact: true }).textContent()) ?? ''
  assert.match(secret, /^whsec_/)
  await inspect(page, 'signing secret')
  await page.getByRole('button', { name: 'I have saved it' }).click()
  await page.getByRole('heading', { name: 'Order service' }).waitFor()
  const [endpoint] = (await live('GET', '/v1/webhooks')).body.data
  assert.deepEqual(endpoint.events.toSorted(), ['post.failed', 'post.published', 'review.new'])

  await page.getByRole('button', { name: 'Send test event' }).click()
  await page.getByText('Responded 200').waitFor()
  await page.getByText('Thank you.').waitFor()
  const [hit] = receiver.hits
  assert.ok(await verifyWebhook(hit?.body ?? '', hit?.headers ?? {}, secret))

  receiver.answer(answers.status(500, {}, 'Out of order'))
  await emit(world.ctx, world.db, reviewNew, reviewNew.example, { workspaceId })
  await page.getByRole('row', { name: /review.new.*Failed.*500/ }).waitFor()
  await page.getByLabel('Health').getByText('Failing').waitFor()
  await inspect(page, 'webhook')
  const [failing] = await listDeliveries(live, '&event_type=review.new')
  await untilDead(live, failing?.id ?? '')
  await page.getByRole('row', { name: /review.new.*Dead/ }).waitFor()

  await page.getByRole('link', { name: 'Deliveries', exact: true }).click()
  await page.getByLabel('Status').selectOption('dead')
  await page.waitForURL(/status=dead/)
  await page.getByRole('row', { name: /webhook.test/ }).waitFor({ state: 'detached' })
  await page.getByRole('link', { name: 'review.new' }).click()
  await page.waitForURL(/delivery=dlv_/)
  const drawer = page.getByRole('dialog')
  await drawer.getByText('Attempt 8').waitFor()
  await drawer.getByText('Response and signature headers').first().click()
  await drawer.getByText('Out of order').first().waitFor()
  await drawer
    .getByText(/X-Service-Timestamp: \d+/)
    .first()
    .waitFor()
  await inspect(page, 'delivery')
  receiver.answer(answers.ok)
  await drawer.getByRole('button', { name: 'Redrive' }).click()
  await drawer
    .getByRole('listitem')
    .filter({ hasText: /Attempt 9.*204/ })
    .waitFor()
  await drawer.getByText('Delivered').waitFor()
  await page.goBack()
  await drawer.waitFor({ state: 'hidden' })
  // One 422 is for the invalid URL.
  assert.deepEqual(
    problems.filter((text) => !text.endsWith('/v1/webhooks')),
    [],
  )
})
