import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { skip } from '../browser.ts'
import { bootPortal, inspect, type PortalWorld } from './portal-world.ts'

const world = skip ? (undefined as unknown as PortalWorld) : await bootPortal()

/** Answers matching calls with a 503 until the returned function is called. */
async function failCalls(page: Page, pattern: string): Promise<() => void> {
  let isDown = true
  await page.route(pattern, (route) => {
    if (!isDown) return route.continue()
    const body = { code: 'unavailable', title: 'Not available', detail: 'The database does not respond.' }
    return route.fulfill({
      status: 503,
      contentType: 'application/problem+json',
      body: JSON.stringify({ ...body, request_id: 'req_1' }),
    })
  })
  return () => {
    isDown = false
  }
}

test('a failed page explains itself with ids behind Details, and recovers without a click', { skip }, async (t) => {
  const { page } = await world.open('/')
  await page.getByRole('heading', { name: /Welcome/ }).waitFor()
  const recover = await failCalls(page, '**/v1/api-keys*')
  await page.getByRole('link', { name: 'API keys' }).click()
  const alert = page.getByRole('alert').filter({ hasText: 'The database does not respond.' })
  await alert.waitFor()
  assert.equal(await alert.getByText('req_1').isVisible(), false)
  await alert.getByText('Details').click()
  await alert.getByText('req_1').waitFor()
  await inspect(page, 'problem')
  recover()
  const from = performance.now()
  await page.getByRole('table', { name: 'API keys' }).waitFor()
  t.diagnostic(`recovered after ${((performance.now() - from) / 1000).toFixed(1)} s`)
})

test('a failed page can be tried again at once', { skip }, async () => {
  const { page } = await world.open('/')
  await page.getByRole('heading', { name: /Welcome/ }).waitFor()
  const recover = await failCalls(page, '**/v1/api-keys*')
  await page.getByRole('link', { name: 'API keys' }).click()
  await page.getByRole('button', { name: 'Try again' }).waitFor()
  recover()
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('table', { name: 'API keys' }).waitFor()
})

test('a server that stops and starts again leaves no page behind', { skip }, async () => {
  const { page } = await world.open('/profiles')
  await page.getByRole('heading', { name: 'Profiles', level: 1 }).waitFor()
  await page.route('**/v1/**', (route) => route.abort())
  await page.getByRole('link', { name: 'Webhooks' }).click()
  await page.getByText('The server cannot be reached').first().waitFor()
  await page.unroute('**/v1/**')
  await page.getByText('The server cannot be reached').first().waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Add endpoint' }).first().waitFor()
})

test('a problem of a pressed button appears beside the button, and closes with Escape', { skip }, async () => {
  const { workspaceId } = await world.neighbour()
  const { page } = await world.open('/', { workspaceId })
  const button = page.getByRole('button', { name: 'Add demo data' })
  await button.waitFor()
  await failCalls(page, '**/v1/demo-data')
  await button.click()
  const alert = page.getByRole('alert').filter({ hasText: 'The database does not respond.' })
  await alert.waitFor()
  const [pressed, shown] = [await button.boundingBox(), await alert.boundingBox()]
  assert.ok(pressed && shown)
  const gap = Math.max(shown.y - (pressed.y + pressed.height), pressed.y - (shown.y + shown.height))
  assert.ok(gap >= 0 && gap < 40, `the problem is ${gap} pixels away`)
  await inspect(page, 'problem beside a button')
  await page.keyboard.press('Escape')
  await alert.waitFor({ state: 'detached' })
})

test('invalid values are explained at their fields in plain words', { skip }, async () => {
  const { page } = await world.open('/webhooks?new')
  await page.getByLabel('Endpoint URL').fill('not a url')
  await page.getByRole('dialog').getByRole('button', { name: 'Add endpoint' }).click()
  await page.getByText('Enter a full address that starts with https://.').waitFor()
  await page.goto(`${world.url}/settings`)
  await page.getByLabel('Button color').fill('yellow')
  await page.getByRole('button', { name: 'Save branding' }).click()
  await page.getByText('This does not have the expected format.').waitFor()
  assert.doesNotMatch(await page.locator('body').innerText(), /pattern|Value error|String should/)
})
