import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { type Quoin, startQuoin } from '../../server/bench/rig/quoin.ts'
import { launchBrowser } from '../browser.ts'

export interface OwnServer {
  readonly quoin: Quoin
  /** Opens a browser with an empty cache, in which the first user is signed in. */
  fresh(): Promise<BrowserContext>
  stop(): Promise<void>
}

const VIEW = { viewport: { width: 1280, height: 860 }, timezoneId: 'Europe/Berlin', locale: 'en-GB' }

/** Starts the product as `npm start` does, set up by its first user in a real browser: for screenshots and measurements. */
export async function startOwnServer(): Promise<OwnServer> {
  const quoin = await startQuoin()
  const browser = await launchBrowser()
  const stop = async () => {
    await browser.close()
    await quoin.stop()
  }
  const cookies = await setUp(browser, quoin).catch(async (error: unknown) => {
    await stop()
    throw error
  })
  return {
    quoin,
    stop,
    async fresh() {
      const context = await browser.newContext(VIEW)
      await context.addCookies(cookies)
      return context
    },
  }
}

async function setUp(browser: Browser, quoin: Quoin) {
  const first = JSON.parse(readFileSync(join(quoin.dataDir, 'first-run.json'), 'utf8')) as { set_up_url: string }
  const context = await browser.newContext(VIEW)
  const page = await context.newPage()
  // Until the portal is built, it serves a page that reloads itself.
  await page.goto(first.set_up_url)
  await page.getByLabel('Your name').fill('Example Operator', { timeout: 120_000 })
  await page.getByLabel('Email').fill('operator@example.com')
  await page.getByLabel('Password', { exact: true }).fill('a long example password')
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.waitForURL((url) => url.pathname === '/')
  await shown(page)
  const cookies = await context.cookies()
  await context.close()
  return cookies.map(({ name, value }) => ({ name, value, url: quoin.url }))
}

/** Waits until a page has loaded its data from the API. */
export async function shown(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.locator('main [class*=mantine-Skeleton]').first().waitFor({ state: 'detached' })
}
