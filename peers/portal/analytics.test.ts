import assert from 'node:assert/strict'
import { test } from 'node:test'
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
