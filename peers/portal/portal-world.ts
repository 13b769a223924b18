import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach } from 'node:test'
import { AxeBuilder } from '@axe-core/playwright'
import type { BrowserContext, Page } from 'playwright-core'
import { openPortal, type Portal } from '../../server/src/http/portal/portal.ts'
import { createMetrics } from '../../server/src/http/system/metrics.ts'
import { systemClock } from '../../server/src/kit/clock.ts'
import { startWorker } from '../../server/src/worker/worker.ts'
import {
  atEnd,
  boot,
  type Browser as Client,
  type ContextOptions,
  type SessionOptions,
  type World,
} from '../../server/test/support/harness.ts'
import { startBrowser } from '../browser.ts'
import { WATCH_SHIFTS } from './layout-shift.ts'

export const DESK = { width: 1280, height: 860 }
export const PHONE = { width: 375, height: 812 }
const SHIFT_MAX = 0.02
/** Colors in transition can have any contrast. Endless animations are not awaited. */
const TRANSITIONS_END = `Promise.allSettled(
  document.getAnimations().filter((each) => each instanceof CSSTransition).map((each) => each.finished),
)`
/** Folder for screenshots of every inspected page; unset, none are taken. */
const pictures = process.env['PORTAL_PICTURES']

export interface OpenedPage {
  readonly page: Page
  /** Errors of the browser: exceptions, failed requests, violations of the content policy. */
  readonly problems: readonly string[]
}

export interface PortalWorld extends World {
  /** Opens a page of the portal as a new user who is signed in. */
  open(path: string, wanted?: SessionOptions): Promise<OpenedPage & { api: Client }>
  /** Opens a page as a visitor. */
  visit(path: string): Promise<OpenedPage>
}

/** Starts a server with its worker, its sandbox and the portal built from the sources, in a real browser. */
export async function bootPortal(options: ContextOptions & { portal?: Portal } = {}): Promise<PortalWorld> {
  const built = spawnSync(process.execPath, [join(import.meta.dirname, '../../portal/build.ts'), '--if-stale'])
  assert.equal(built.status, 0, String(built.stderr))
  const world = await boot({ portal: openPortal(), clock: systemClock, ...options })
  const worker = await startWorker(world.ctx, createMetrics().registry)
  atEnd(() => worker.stop())
  const browser = await startBrowser()
  const contexts: BrowserContext[] = []
  // Pages poll, so those of finished tests would take processor time from the next one.
  afterEach(async () => {
    for (const context of contexts.splice(0)) await context.close()
  })
  async function openContext(): Promise<BrowserContext> {
    const context = await browser.newContext({ viewport: DESK, timezoneId: 'Europe/Berlin', locale: 'en-GB' })
    contexts.push(context)
    return context
  }
  return {
    ...world,
    async open(path, wanted) {
      const api = await world.session(wanted)
      const context = await openContext()
      const [name = '', value = ''] = (api.headers['cookie'] ?? '').split(/=(.*)/s)
      await context.addCookies([{ name, value, url: world.url }])
      return { api, ...(await openPage(context, `${world.url}${path}`)) }
    },
    visit: async (path) => openPage(await openContext(), new URL(path, world.url).href),
  }
}

async function openPage(context: BrowserContext, url: string): Promise<OpenedPage> {
  const page = await context.newPage()
  page.setDefaultTimeout(120_000)
  const problems: string[] = []
  page.on('pageerror', (error) => problems.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(`${message.text()} ${message.location().url}`)
  })
  await page.addInitScript(WATCH_SHIFTS)
  await page.goto(url)
  return { page, problems }
}

/** Reads what the page keeps in the browser's storage. */
export async function readKept(page: Page): Promise<string> {
  return String(await page.evaluate('JSON.stringify(localStorage)'))
}

/** Asserts that the layout has not shifted since the page was loaded. */
export async function assertStill(page: Page): Promise<void> {
  const shift = Number(await page.evaluate('layoutShift'))
  assert.ok(shift <= SHIFT_MAX, `the layout of ${page.url()} shifted by ${shift}`)
}

/** Checks in light and dark, on a desktop and on a phone, that the page is accessible and not wider than the screen. */
export async function inspect(page: Page, name: string): Promise<void> {
  for (const [device, viewport] of Object.entries({ desk: DESK, phone: PHONE }))
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.setViewportSize(viewport)
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await page.locator(`html[data-mantine-color-scheme="${colorScheme}"]`).waitFor()
      await page.evaluate(TRANSITIONS_END)
      const where = `${name} ${device} ${colorScheme}`
      if (pictures) {
        mkdirSync(pictures, { recursive: true })
        await page.screenshot({ path: join(pictures, `${where.replaceAll(' ', '-')}.png`) })
      }
      const { violations } = await new AxeBuilder({ page }).setLegacyMode(true).analyze()
      assert.deepEqual(
        violations.map(({ id, nodes }) => [id, nodes.map(({ html, failureSummary }) => `${html} ${failureSummary}`)]),
        [],
        where,
      )
      const width = Number(await page.evaluate('document.documentElement.scrollWidth'))
      assert.ok(width <= viewport.width, `${where} is ${width} pixels wide`)
    }
  await page.setViewportSize(DESK)
  await page.emulateMedia({ colorScheme: 'light' })
}
