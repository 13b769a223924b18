import assert from 'node:assert/strict'
import { test } from 'node:test'
import { skip } from '../browser.ts'
import { assertStill, bootPortal, inspect, type PortalWorld } from './portal-world.ts'
import { publish, twoAccounts } from './publish-scene.ts'

const world = skip ? (undefined as unknown as PortalWorld) : await bootPortal()

test('posts are listed by state, and a failed one says why and what to do, and is published by retrying', {
  skip,
}, async () => {
  const { first, second } = await twoAccounts(world.live)
  await publish(world.live, { targets: [{ account_id: first.id }], content: 'The ferry runs again from Monday.' })
  const failing = await publish(world.live, {
    targets: [{ account_id: first.id }, { account_id: second.id, options: { fault: 'reject' } }],
    content: 'New opening hours at the harbour office: from Monday to Friday, eight to six.',
  })
  const { page, problems } = await world.open('/posts')
  await page.getByRole('table').getByText('Partially published').waitFor()
  await assertStill(page)
  await inspect(page, 'posts')
  await page.getByLabel('Status').selectOption('partially_published')
  await page.waitForURL(/status=partially_published/)
  await page.getByText('The ferry runs again').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Clear' }).click()
  await page.getByText('The ferry runs again').waitFor()
  await page.getByLabel('Text').fill('opening HOURS')
  await page.waitForURL(/q=opening/)
  await page.getByText('The ferry runs again').waitFor({ state: 'detached' })
  await page.getByRole('link', { name: /New opening hours/ }).click()
  await page.waitForURL(`**/posts/${failing.id}`)
  await page.getByText('Create the post on the platform').first().waitFor()
  await page.getByRole('button', { name: 'Try again' }).waitFor()
  await inspect(page, 'post')
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.locator('.post-facts').getByText('Published', { exact: true }).waitFor()
  assert.deepEqual(problems, [])
})
