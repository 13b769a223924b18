import assert from 'node:assert/strict'
import { test } from 'node:test'
import { skip } from '../browser.ts'
import { assertStill, bootPortal, inspect, type PortalWorld } from './portal-world.ts'

const world = skip ? (undefined as unknown as PortalWorld) : await bootPortal()
const open = (path: string) => world.open(path, { isOperator: true })
const available = async () => (await world.live('GET', '/v1/credits')).body.available as number

test('an operator approves an order and grants credits, each with a reason, and finds both in the audit log', {
  skip,
}, async () => {
  const before = await available()
  const { body: order } = await world.live('POST', '/v1/credits/checkout', { pack_id: 'growth' })
  await world.live('POST', '/v1/credits/checkout', { plan_id: 'scale', interval: 'year' })
  const { page, problems } = await open('/operator')
  await page.getByRole('button', { name: `Approve ${order.id}` }).waitFor()
  await assertStill(page)
  await inspect(page, 'operator')
  await page.getByRole('button', { name: `Approve ${order.id}` }).click()
  await page.getByRole('dialog').getByText('$50').waitFor()
  await page.getByRole('button', { name: 'Approve', exact: true }).click()
  assert.equal(await available(), before, 'nothing happens without a reason')
  await page.getByLabel('Reason').fill('Paid by bank transfer')
  await inspect(page, 'approve')
  await page.getByRole('button', { name: 'Approve', exact: true }).click()
  await page.getByText('3,000 credits added to Test workspace').waitFor()
  await page.getByRole('button', { name: `Approve ${order.id}` }).waitFor({ state: 'detached' })
  assert.equal(await available(), before + 3000)

  await page.getByRole('link', { name: 'Workspaces' }).click()
  await page.getByRole('button', { name: 'Grant credits to Test workspace' }).click()
  await page.getByLabel('Credits', { exact: true }).fill('75')
  await page.getByLabel('Reason').fill('For the delay of last week')
  await inspect(page, 'grant')
  await page.getByRole('button', { name: 'Grant', exact: true }).click()
  await page.getByText('75 credits granted').waitFor()
  await page.getByRole('table', { name: 'Workspaces' }).getByText('3,125').waitFor()
  assert.equal(await available(), before + 3075)
  await inspect(page, 'operator-workspaces')

  await page.getByRole('link', { name: 'Audit log of Test workspace' }).click()
  await page.getByRole('table', { name: 'Audit log' }).getByText('For the delay of last week').waitFor()
  await page.getByRole('table', { name: 'Audit log' }).getByText('Paid by bank transfer').waitFor()
  await inspect(page, 'audit')
  assert.deepEqual(problems, [])
})

test('a password reset link is shown once, and operator rights are granted and revoked', { skip }, async () => {
  await world.session({ email: 'grace@example.com', password: 'correct horse battery' })
  const { page, problems } = await open('/operator/users')
  const act = async (name: string) => {
    await page.getByRole('button', { name: 'Actions for grace@example.com' }).click()
    await page.getByRole('button', { name }).filter({ visible: true }).click()
    await page.getByLabel('Reason').fill('Asked in person')
  }
  await act('Create password link…')
  await page.getByRole('button', { name: 'Create link' }).click()
  const link = (await page.getByLabel('Secret value').textContent()) ?? ''
  assert.match(link, /\/link#/)
  await inspect(page, 'reset-link')
  await page.getByRole('button', { name: 'I have saved it' }).click()
  assert.equal((await page.content()).includes(link), false)
  await act('Make operator…')
  await page.getByRole('button', { name: 'Make operator', exact: true }).click()
  const grace = page.getByRole('row', { name: /grace@example.com/ })
  await grace.getByText('Operator', { exact: true }).waitFor()
  await act('Remove operator…')
  await page.getByRole('button', { name: 'Remove operator', exact: true }).click()
  await grace.getByText('User', { exact: true }).waitFor()
  await inspect(page, 'users')
  await page.getByRole('link', { name: 'Health' }).click()
  await page.getByRole('table', { name: 'Checks' }).getByText('OK', { exact: true }).first().waitFor()
  await page.getByRole('row', { name: /directory.*Not counted/s }).waitFor()
  await inspect(page, 'health')
  assert.deepEqual(problems, [])
})

test('an operator creates a workspace and passes its link to the owner', { skip }, async () => {
  const { page, problems } = await open('/operator/workspaces')
  await page.getByRole('button', { name: 'Create workspace' }).click()
  await page.getByLabel('Name', { exact: true }).fill('Example harbour')
  await page.getByLabel('Owner email').fill('owner@example.com')
  await page.getByLabel('Reason').fill('A new customer')
  await page.getByRole('dialog').getByRole('button', { name: 'Create workspace' }).click()
  assert.match((await page.getByLabel('Secret value').textContent()) ?? '', /\/invitation#/)
  await page.getByRole('button', { name: 'I have saved it' }).click()
  await page.getByRole('table', { name: 'Workspaces' }).getByText('Example harbour').waitFor()
  assert.deepEqual(problems, [])
})

test('automatic top-up says that its orders wait for an operator', { skip }, async () => {
  const { page } = await world.open('/billing/buy')
  await page.getByText('No payment method is saved on this server').waitFor()
  await page.getByRole('button', { name: 'Turn on' }).click()
  const part = page.getByRole('region', { name: 'Automatic top-up' })
  await part.getByText('Needs approval').waitFor()
  assert.equal(await part.getByText('Active', { exact: true }).count(), 0)
  await inspect(page, 'top-up-by-hand')
})

test('other users see no operator pages, and the API refuses them', { skip }, async () => {
  const { page } = await world.open('/operator')
  await page.getByRole('alert').first().waitFor()
  assert.equal(await page.getByRole('link', { name: 'Operator', exact: true }).count(), 0)
})
