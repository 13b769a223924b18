import assert from 'node:assert/strict'
import { test } from 'node:test'
import { skip } from '../browser.ts'
import { assertStill, bootPortal, inspect, type PortalWorld } from './portal-world.ts'

interface Area {
  readonly pages: readonly { path: string; title: string; icon?: unknown }[]
}

// The areas are the portal's own list. Their types know JSX and a browser, which those of this suite do not.
const list = '../../portal/src/app/areas.ts'
const { areas } = (await import(list)) as { areas: readonly Area[] }
const world = skip ? (undefined as unknown as PortalWorld) : await bootPortal()

/** Pages with something in their address are opened by the tests of their area. */
const pages = areas.flatMap((area) => area.pages).filter(({ path }) => !path.includes(':'))

for (const { path, title } of pages)
  test(`${path}: accessible in light and dark, on desk and phone; still; without a complaint of the browser`, {
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
