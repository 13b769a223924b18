import assert from 'node:assert/strict'
import { test } from 'node:test'
import { connectSandbox, createProfile } from '../../server/test/support/account-scene.ts'
import { skip } from '../browser.ts'
import { seedMonthOfMetrics } from './analytics-scene.ts'
import { assertStill, bootPortal, inspect, type PortalWorld } from './portal-world.ts'

const world = skip ? (undefined as unknown as PortalWorld) : await bootPortal()

test('analytics are summed over accounts, drawn with gaps for missing days, filtered by account and exported as CSV', {
  skip,
}, async () => {
  const { profileId } = await seedMonthOfMetrics(world)
  const { page, problems } = await world.open(`/analytics?profile=${profileId}`)
  await page.getByRole('img', { name: /^Followers by day/ }).waitFor()
  await page.getByText(/days without data are gaps, not zero/).waitFor()
  await page.getByText(/some accounts did not report/).waitFor()
  const strokes = ((await page.locator('.plot-line').getAttribute('d')) ?? '').split('M').length - 1
  assert.ok(strokes >= 2, `the line has ${strokes} parts`)
  await page.getByRole('link', { name: /Fresh from the oven/ }).waitFor()
  await assertStill(page)
  await inspect(page, 'analytics')
  await page.getByRole('button', { name: /^Impressions/ }).click()
  await page.waitForURL(/metric=impressions/)
  await page.getByRole('img', { name: /^Impressions by day/ }).waitFor()
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'CSV' }).click()])
  assert.match(file.suggestedFilename(), /^analytics-prof_.*\.csv$/)
  await page.getByLabel('Account', { exact: true }).selectOption({ label: 'cake' })
  await page.waitForURL(/account=acc_/)
  await page.getByText('No posts in this period have reported impressions yet').waitFor()
  assert.deepEqual(problems, [])
})

test('a new account has figures within seconds; before, the page says when they come', { skip }, async () => {
  const { live, workspaceId } = await world.neighbour()
  const { page, problems } = await world.open('/analytics', { workspaceId })
  await page.getByText('The first figures appear within a minute of connecting an account').waitFor()
  await connectSandbox(live, { profileId: await createProfile(live, 'Example florist'), username: 'florist' })
  const figures = page.getByRole('group', { name: 'Key figures' })
  for (const name of ['Followers', 'Impressions', 'Engagements', 'Engagement rate'])
    await figures.getByText(name, { exact: true }).waitFor()
  await figures.getByRole('button', { name: /^Impressions.*before/ }).waitFor()
  await page.getByRole('row', { name: /^florist/ }).waitFor()
  await page.getByLabel('Compare').selectOption('By platform')
  await page.getByRole('row', { name: /^Sandbox/ }).waitFor()
  await page.getByText('No posts in this period have reported impressions yet').waitFor()
  assert.deepEqual(problems, [])
})

test('a platform without figures yet: the page names the time of the next read', { skip }, async () => {
  const { live, workspaceId } = await world.neighbour()
  const account = await connectSandbox(live, { profileId: await createProfile(live), username: 'quiet' })
  const { page } = await world.open('/analytics', { workspaceId })
  await page.getByRole('group', { name: 'Key figures' }).waitFor()
  await world.db`delete from account_metrics where account_id = ${account.id}`
  await page.reload()
  await page.getByText(/The platforms have not reported any figures yet. Next read: in \d+ (hr|hours)/).waitFor()
})

test('a report is printed without buttons, and a client sees it by a link, and nothing else', { skip }, async () => {
  const { profileId } = await seedMonthOfMetrics(world)
  const { page, problems } = await world.open(`/analytics/report?profile=${profileId}`)
  await page.getByRole('heading', { name: 'Report: Example bakery' }).waitFor()
  await page.getByRole('img', { name: /^Followers by day/ }).waitFor()
  await page.getByRole('row', { name: /^bread/ }).waitFor()
  await page.emulateMedia({ media: 'print' })
  await page.getByRole('button', { name: 'Print or save PDF' }).waitFor({ state: 'hidden' })
  await page.getByRole('row', { name: /^bread/ }).waitFor()
  assert.ok((await page.pdf()).length > 10_000)
  await page.emulateMedia({ media: 'screen' })
  await inspect(page, 'report')

  await page.getByRole('button', { name: 'Share with client…' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Expires after').selectOption('7 days')
  await dialog.getByRole('button', { name: 'Create link' }).click()
  const url = String(await page.getByLabel('Secret value').textContent())
  const client = await world.visit('/embed')
  await client.page.getByRole('heading', { name: 'This link no longer works' }).waitFor()
  await client.page.goto(`${world.url}/embed${new URL(url).hash}`)
  await client.page.getByRole('heading', { name: 'Report', exact: true }).waitFor()
  await client.page.getByRole('row', { name: /^bread/ }).waitFor()
  await client.page.getByLabel('Period').selectOption('Last 7 days')
  await client.page.getByRole('group', { name: 'Key figures' }).waitFor()
  assert.equal(await client.page.getByRole('navigation').count(), 0)
  await inspect(client.page, 'shared report')
  assert.deepEqual([...problems, ...client.problems], [])
})
