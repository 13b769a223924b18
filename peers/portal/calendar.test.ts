import assert from 'node:assert/strict'
import { test } from 'node:test'
import { until } from '../../server/test/support/harness.ts'
import { skip } from '../browser.ts'
import { assertStill, bootPortal, inspect, type PortalWorld } from './portal-world.ts'
import { publish, twoAccounts } from './publish-scene.ts'

const world = skip ? (undefined as unknown as PortalWorld) : await bootPortal()

/** Formats a day of the month after next, so that nothing becomes due while the test runs. */
function formatFutureDay(date: number): string {
  const now = new Date()
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 2, date)).toISOString().slice(0, 10)
}

test('a scheduled post is dragged to another day, moved back with Undo, and moved with the keyboard', {
  skip,
}, async () => {
  const { first } = await twoAccounts(world.live)
  const { id } = await publish(world.live, {
    targets: [{ account_id: first.id }],
    content: 'Boat trips start again.',
    scheduled_at: `${formatFutureDay(14)}T10:00:00Z`,
  })
  const readAt = async () => (await world.live('GET', `/v1/posts/${id}`)).body.scheduled_at as string
  const { page, problems } = await world.open(`/calendar?day=${formatFutureDay(14)}`)
  const event = page.getByRole('link', { name: /Boat trips/ })
  await event.waitFor()
  await assertStill(page)
  await inspect(page, 'calendar')
  await event.waitFor()
  const from = await event.boundingBox()
  const to = await page.locator(`[data-day^="${formatFutureDay(16)}"]`).boundingBox()
  assert.ok(from && to)
  await page.mouse.move(from.x + 20, from.y + from.height / 2)
  await page.mouse.down()
  await page.mouse.move(to.x + to.width / 2, to.y + to.height / 2, { steps: 12 })
  await page.mouse.up()
  await page.getByText(/^Post rescheduled to/).waitFor()
  assert.equal((await readAt()).slice(0, 13), `${formatFutureDay(16)}T10`)
  await page.getByRole('button', { name: 'Undo' }).click()
  await until('the post is back', async () => (await readAt()).startsWith(formatFutureDay(14)))
  await event.focus()
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Reschedule…' }).press('Enter')
  await page.getByLabel('Publish at').fill(`${formatFutureDay(20)}T08:30`)
  await page.getByLabel('Publish at').press('Enter')
  await until('the post is moved', async () => (await readAt()).startsWith(formatFutureDay(20)))
  await page.goto(`${world.url}/calendar?view=week&day=${formatFutureDay(20)}`)
  await page.getByRole('link', { name: /Boat trips/ }).waitFor()
  await inspect(page, 'calendar-week')
  assert.deepEqual(problems, [])
})
