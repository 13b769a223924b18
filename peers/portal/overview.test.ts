import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startReceiver } from '../../server/test/support/receiver.ts'
import { skip } from '../browser.ts'
import { assertStill, bootPortal, inspect, type PortalWorld } from './portal-world.ts'

const world = skip ? (undefined as unknown as PortalWorld) : await bootPortal()

test('the first steps complete themselves: a key, the sandbox in one click, a prepared post, a lookup, a webhook', {
  skip,
}, async () => {
  const { page, problems, api } = await world.open('/')
  await page.getByText('0 of 5 done').waitFor()
  await page.getByRole('button', { name: 'Add demo data' }).waitFor()
  await assertStill(page)
  await inspect(page, 'overview-first')
  await page.getByRole('button', { name: 'Connect sandbox' }).click()
  await page.getByText('test-workspace connected').waitFor()
  await page.getByText('1 of 5 done').waitFor()
  assert.equal((await api('POST', '/v1/api-keys', { name: 'First', mode: 'live' })).status, 201)
  await page.getByText('2 of 5 done').waitFor()
  await page.getByRole('link', { name: 'Write a post' }).click()
  await page.waitForURL(/\/compose/)
  assert.match(await page.getByRole('textbox', { name: 'Text', exact: true }).inputValue(), /^Hello from the sandbox/)
  await page.getByLabel(/^test-workspace/).check()
  await page.getByText('Ready to publish.').waitFor()
  await page.getByRole('button', { name: 'Publish now' }).click()
  await page.locator('.post-facts').getByText('Published', { exact: true }).waitFor()
  await page.getByRole('link', { name: 'Overview' }).click()
  await page.getByText('3 of 5 done').waitFor()
  const looked = await api('POST', '/v1/data/search/people', { query: 'Nemo Example', limit: 1 })
  assert.equal(looked.status, 200, looked.text)
  await page.getByText('4 of 5 done').waitFor()
  const receiver = await startReceiver()
  const { id } = (await api('POST', '/v1/webhooks', { url: receiver.url })).body
  await api('POST', `/v1/webhooks/${id}/test`)
  await page.getByRole('heading', { name: 'You are all set' }).waitFor()
  await inspect(page, 'overview-done')
  await page.getByRole('button', { name: 'Hide checklist' }).click()
  await page.getByRole('heading', { name: 'You are all set' }).waitFor({ state: 'detached' })
  assert.deepEqual(problems, [])
})

test('demo data fills the pages on request and can be removed', { skip }, async () => {
  const { page, problems } = await world.open('/')
  await page.getByRole('button', { name: 'Add demo data' }).click()
  await page.getByRole('button', { name: 'Remove demo data…' }).waitFor()
  await page.getByText(/\d posts failed|1 post failed/).waitFor()
  await inspect(page, 'overview-demo')
  await page.getByRole('link', { name: 'Posts', exact: true }).click()
  await page.getByText('Demo: the ferry runs again').waitFor()
  for (const state of ['Draft', 'Scheduled', 'Partially published', 'Failed', 'Canceled', 'Unpublished'])
    await page.getByRole('table').getByText(state, { exact: true }).first().waitFor()
  await inspect(page, 'demo-posts')
  await page.getByRole('link', { name: 'Overview' }).click()
  await page.getByRole('button', { name: 'Remove demo data…' }).click()
  await page.getByRole('button', { name: 'Remove demo data', exact: true }).click()
  await page.getByText('Demo data removed').waitFor()
  await page.getByRole('button', { name: 'Add demo data' }).waitFor()
  await page.getByRole('link', { name: 'Posts', exact: true }).click()
  await page.getByText('Hello from the sandbox!').first().waitFor()
  await page.getByText('Demo: the ferry runs again').waitFor({ state: 'detached' })
  assert.deepEqual(problems, [])
})

test('a viewer sees the steps, and why only others can take them', { skip }, async () => {
  const { workspaceId } = await world.neighbour()
  const { page } = await world.open('/', { role: 'viewer', workspaceId })
  const connect = page.getByRole('button', { name: 'Connect sandbox' })
  await connect.waitFor()
  assert.equal(await connect.getAttribute('aria-disabled'), 'true')
})
