import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import type { Quoin } from '../server/bench/rig/quoin.ts'
import { shown, startOwnServer } from './portal/own-server.ts'

/** `npm run pictures`: writes the portal's screenshots to docs/pictures, from a new server with demo data and some lookups. */
const folder = join(import.meta.dirname, '../docs/pictures')

interface Picture {
  readonly name: string
  readonly path: string
  readonly colors?: readonly ('light' | 'dark')[]
  /** Prepares the page before the screenshot. */
  readonly prepare?: (page: Page) => Promise<void>
}

const PICTURES: readonly Picture[] = [
  { name: 'overview', path: '/', colors: ['light', 'dark'] },
  { name: 'calendar', path: '/calendar' },
  { name: 'inbox', path: '/inbox', prepare: openFirstConversation },
  { name: 'accounts', path: '/accounts' },
  { name: 'data', path: '/data', prepare: runSearch },
  { name: 'billing', path: '/billing' },
]

async function openFirstConversation(page: Page): Promise<void> {
  await page.keyboard.press('j')
  await page
    .getByRole('textbox', { name: /message|reply/i })
    .first()
    .waitFor()
}

async function runSearch(page: Page): Promise<void> {
  await page.getByRole('textbox').first().fill('engineer')
  await page.getByRole('button', { name: /^Run for/ }).click()
  await page.getByRole('table').first().waitFor()
}

/** Creates data for the balance, usage and lists. */
async function fill(quoin: Quoin): Promise<void> {
  await quoin.call('POST', '/v1/demo-data')
  for (const query of ['engineer', 'designer', 'head of sales'])
    await quoin.call('POST', '/v1/data/search/people', { query, limit: 3 })
  await until(async () => ((await quoin.call('GET', '/v1/demo-data')) as { status: string }).status === 'ready')
  // The worker publishes the demo posts; the screenshots show them published.
  await until(async () => {
    const { data } = (await quoin.call('GET', '/v1/posts?limit=100')) as { data: { status: string }[] }
    return data.length > 0 && data.every(({ status }) => status !== 'publishing')
  })
}

async function until(isTrue: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + 120_000
  while (!(await isTrue())) {
    if (Date.now() > deadline) throw new Error('the demo data was not ready within two minutes')
    await sleep(500)
  }
}

mkdirSync(folder, { recursive: true })
const server = await startOwnServer()
try {
  await fill(server.quoin)
  for (const { name, path, colors = ['light'] as const, prepare } of PICTURES)
    for (const colorScheme of colors) {
      const context = await server.fresh()
      const page = await context.newPage()
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await page.goto(server.quoin.url + path)
      await shown(page)
      await prepare?.(page)
      await page.waitForLoadState('networkidle')
      await page.screenshot({ path: join(folder, `${name}${colorScheme === 'dark' ? '-dark' : ''}.png`) })
      await context.close()
    }
} finally {
  await server.stop()
}
