import assert from 'node:assert/strict'
import { test } from 'node:test'
import { skip } from '../browser.ts'
import { assertStill, bootPortal, inspect, type PortalWorld } from './portal-world.ts'

interface Area {
  readonly pages: readonly { path: string; title: string; icon?: unknown }[]
}

// The portal's own list of areas. Its types need JSX and the DOM, which this suite's configuration lacks.
const list = '../../portal/src/app/areas.ts'
const { areas } = (await import(list)) as { areas: readonly Area[] }
const world = skip ? (undefined as unknown as PortalWorld) : await bootPortal()

/** Pages without parameters. Those with parameters are opened by the tests of their area. */
const pages = areas.flatMap((area) => area.pages).filter(({ path }) => !path.includes(':'))

for (const { path, title } of pages)
  test(`${path}: accessible in light and dark, on desktop and phone; no layout shift; no browser errors`, {
    skip,
  }, async () => {
    const { page, problems } = await world.open(path, { isOperator: true })
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.waitForLoadState('networkidle')
    await page.locator('main [class*=mantine-Skeleton]').first().waitFor({ state: 'detached' })
    await assertStill(page)
    await inspect(page, title)
    assert.deepEqual(problems, [])
  })
