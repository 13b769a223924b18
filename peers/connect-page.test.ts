import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'
import { createProfile, startConnection } from '../server/test/support/account-scene.ts'
import { boot } from '../server/test/support/harness.ts'
import { skip, startBrowser } from './browser.ts'

const PHONE = { width: 390, height: 844 }
const world = await boot({ env: { LOG_LEVEL: 'silent' } })
const browser = skip ? undefined : await startBrowser()

/** Opens a page as on a phone, and checks that it is accessible and not wider than the screen. */
async function open(url: string, scheme: 'light' | 'dark'): Promise<Page> {
  const context = await browser!.newContext({ viewport: PHONE, colorScheme: scheme })
  const page = await context.newPage()
  await page.goto(url)
  await inspect(page)
  return page
}

async function inspect(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).setLegacyMode(true).analyze()
  assert.deepEqual(
    violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]),
    [],
  )
  const width = await page.evaluate('document.documentElement.scrollWidth')
  assert.ok(Number(width) <= PHONE.width, `${String(width)} pixels wide`)
}

const begin = async (redirectUrl: string) =>
  startConnection(world.live, await createProfile(world.live), { mode: 'hosted', redirect_url: redirectUrl })

for (const scheme of ['light', 'dark'] as const)
  test(`a person connects an account in a browser: sign-in, selection, return to the customer's site (${scheme})`, {
    skip,
  }, async () => {
    const { authorize_url } = await begin(`${world.url}/llms.txt`)
    const page = await open(authorize_url, scheme)
    await page.getByRole('button', { name: 'Continue with Sandbox' }).click()
    await page.getByRole('textbox').fill(`browser-${scheme}`)
    await page.getByRole('button').first().click()
    await page.getByText('Choose what to connect').waitFor()
    await inspect(page)
    await page.getByRole('button', { name: 'Connect', exact: true }).click()
    await page.waitForURL(/llms\.txt/)
    const returned = new URL(page.url()).searchParams
    assert.deepEqual([...returned.keys()].toSorted(), ['account_id', 'connection_id', 'status'])
    assert.equal(returned.get('status'), 'completed')
  })

test("credentials are entered on the page, a mistake is explained, and canceling returns to the customer's site", {
  skip,
}, async () => {
  const { authorize_url } = await begin(`${world.url}/llms.txt`)
  const page = await open(authorize_url, 'light')
  await page.getByLabel('Username').fill('Not a name')
  await page.getByRole('button', { name: 'Connect', exact: true }).click()
  assert.match((await page.getByRole('alert').textContent()) ?? '', /Username/)
  await inspect(page)
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.waitForURL(/llms\.txt/)
  assert.equal(new URL(page.url()).searchParams.get('error'), 'access_denied')
})
