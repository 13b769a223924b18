import assert from 'node:assert/strict'
import { test } from 'node:test'
import { connectSandbox, createProfile } from '../../server/test/support/account-scene.ts'
import { skip } from '../browser.ts'
import { bootPortal, inspect, type PortalWorld } from './portal-world.ts'
import { publish, twoAccounts } from './publish-scene.ts'

const DAY_MS = 86_400_000
const world = skip ? (undefined as unknown as PortalWorld) : await bootPortal()
const scene = skip ? (undefined as unknown as Awaited<ReturnType<typeof twoAccounts>>) : await twoAccounts(world.live)

/** Formats a day in the browser's time zone, counted from today. */
function formatDay(days: number): string {
  return new Date(Date.now() + days * DAY_MS).toLocaleDateString('sv-SE', { timeZone: 'Europe/Berlin' })
}

async function schedule(content: string): Promise<{ id: string }> {
  const scheduled_at = `${formatDay(1)}T12:00:00Z`
  return publish(world.live, { targets: [{ account_id: scene.first.id }], content, scheduled_at })
}

test('a post cannot be dropped on a past day, which the calendar shows while it is dragged', { skip }, async () => {
  const { id } = await schedule('Boat trips start tomorrow.')
  const { page } = await world.open(`/calendar?day=${formatDay(-1)}`)
  await page.getByText('Times are in Europe/Berlin.').waitFor()
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'PATCH') sent.push(request.url())
  })
  const cell = page.locator(`[data-day="${formatDay(-1)}"]`)
  const event = page.getByRole('link', { name: /Boat trips/ })
  const [from, to] = [await event.boundingBox(), await cell.boundingBox()]
  assert.ok(from && to)
  await page.mouse.move(from.x + 20, from.y + from.height / 2)
  await page.mouse.down()
  await page.mouse.move(to.x + to.width / 2, to.y + to.height / 2, { steps: 12 })
  await page.locator(`[data-day="${formatDay(-1)}"][data-refused]`).waitFor()
  assert.equal(await page.locator(`[data-day="${formatDay(2)}"][data-refused]`).count(), 0)
  await page.mouse.up()
  await page.locator('[data-refused]').first().waitFor({ state: 'detached' })
  assert.deepEqual(sent, [])
  const post = (await world.live('GET', `/v1/posts/${id}`)).body
  assert.deepEqual([post.status, post.scheduled_at], ['scheduled', `${formatDay(1)}T12:00:00.000Z`])
  assert.equal(await cell.getByRole('button', { name: /^Write a post/ }).count(), 0)
})

test('the hours of a week have the format of all other times', { skip }, async () => {
  const { page, api } = await world.open('/calendar?view=week')
  await page.getByRole('rowheader', { name: '14:00' }).waitFor()
  assert.equal((await api('PATCH', '/v1/me', { locale: 'en-US' })).status, 200)
  await page.reload()
  await page.getByRole('rowheader', { name: '2:00 PM', exact: true }).waitFor()
})

test('canceling a post and keeping it are told apart, and its page names the time zone', { skip }, async () => {
  const { id } = await schedule('The pier is closed tomorrow.')
  const { page } = await world.open(`/posts/${id}`)
  await page.getByText('Times are in Europe/Berlin.').waitFor()
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('button', { name: 'Cancel…' }).click()
  await inspect(page, 'cancel-post')
  await page.getByRole('button', { name: 'Keep post' }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  assert.equal((await world.live('GET', `/v1/posts/${id}`)).body.status, 'scheduled')
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('button', { name: 'Cancel…' }).click()
  await page.getByRole('button', { name: 'Cancel post' }).click()
  await page.getByText('Post canceled').waitFor()
})

test('a copy of a failed post is edited and sent to the accounts that failed', { skip }, async () => {
  const { id } = await publish(world.live, {
    targets: [{ account_id: scene.first.id }, { account_id: scene.second.id, options: { fault: 'reject' } }],
    content: 'The museum opens at noon.',
  })
  const { page } = await world.open(`/posts/${id}`)
  await page.getByText('This post can no longer be edited.').waitFor()
  await page.getByRole('link', { name: 'Edit a copy' }).click()
  await page.waitForURL(`**/compose?copy=${id}&accounts=failed`)
  const failed = page.getByRole('checkbox', { name: /news/ })
  await failed.waitFor()
  assert.equal(await failed.isChecked(), true)
  assert.equal(await page.getByRole('checkbox', { name: /harbour/ }).isChecked(), false)
  assert.equal(await page.getByLabel('Text', { exact: true }).inputValue(), 'The museum opens at noon.')
  assert.equal(await page.getByLabel('Now').isChecked(), true)
})

test('switching the profile says which accounts were unselected, and Undo selects them again', { skip }, async () => {
  const profileId = await createProfile(world.live, 'Lighthouse')
  await connectSandbox(world.live, { profileId, username: 'light' })
  const { page } = await world.open(`/compose?profile=${scene.profileId}`)
  await page.getByRole('checkbox', { name: /harbour/ }).check()
  await page.getByLabel('Profile').selectOption('Lighthouse')
  await page.getByText('1 account of Example harbour was unselected').waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  assert.equal(await page.getByRole('checkbox', { name: /harbour/ }).isChecked(), true)
  await page.getByRole('radio', { name: 'Later' }).check()
  await page.getByLabel('Time zone').fill('new york')
  await page.getByLabel('Time zone').blur()
  assert.equal(await page.getByLabel('Time zone').inputValue(), 'America/New York')
})
