import assert from 'node:assert/strict'
import { test } from 'node:test'
import { skip } from '../browser.ts'
import { seedMonthOfMetrics } from './analytics-scene.ts'
import { assertStill, bootPortal, inspect, PHONE, type PortalWorld } from './portal-world.ts'

const world = skip ? (undefined as unknown as PortalWorld) : await bootPortal()

test('the font is ours, cached for good, and drawn without moving anything', { skip }, async () => {
  const { page, problems } = await world.open('/posts')
  await page.getByRole('heading', { name: 'Posts', exact: true }).waitFor()
  await page.waitForLoadState('networkidle')
  await page.evaluate('document.fonts.ready')
  assert.equal(await page.evaluate('document.fonts.check("500 14px Inter")'), true)
  const file = String(
    await page.evaluate(
      `performance.getEntriesByType('resource').map(({ name }) => name).find((name) => name.endsWith('.woff2'))`,
    ),
  )
  const { headers } = await fetch(file)
  assert.equal(headers.get('content-type'), 'font/woff2')
  assert.match(headers.get('cache-control') ?? '', /immutable/)
  assert.ok(Number(headers.get('content-length')) <= 60_000)
  await assertStill(page)
  assert.deepEqual(problems, [])
})

test('a group of the navigation collapses but keeps the open page, and stays collapsed', { skip }, async () => {
  const { page } = await world.open('/posts')
  const nav = page.getByRole('navigation', { name: 'Pages' })
  const group = nav.getByRole('button', { name: 'Publish' })
  await nav.getByRole('link', { name: 'Media' }).waitFor()
  await group.focus()
  await page.keyboard.press('Enter')
  await nav.getByRole('link', { name: 'Media' }).waitFor({ state: 'detached' })
  assert.equal(await group.getAttribute('aria-expanded'), 'false')
  assert.equal(await nav.getByRole('link', { name: 'Posts' }).getAttribute('aria-current'), 'page')
  await inspect(page, 'collapsed')
  await page.reload()
  await nav.getByRole('link', { name: 'Posts' }).waitFor()
  assert.equal(await nav.getByRole('link', { name: 'Media' }).count(), 0)
  await group.click()
  await nav.getByRole('link', { name: 'Media' }).waitFor()
})

test('rows of tables are 40 pixels high, or 32 if a person chooses so in this browser', { skip }, async () => {
  const { page, api } = await world.open('/keys')
  await api('POST', '/v1/api-keys', { name: 'Reports', mode: 'test' })
  await page.reload()
  const row = page.getByRole('row', { name: /Reports/ })
  await row.waitFor()
  const before = (await row.boundingBox())?.height ?? 0
  await page.getByRole('button', { name: /account and appearance/ }).click()
  await page.getByRole('button', { name: 'Compact' }).click()
  await page.keyboard.press('Escape')
  const after = (await row.boundingBox())?.height ?? 0
  assert.ok(after < before, `${before} and ${after}`)
  await page.reload()
  await row.waitFor()
  assert.equal((await row.boundingBox())?.height, after)
})

test('filters are chips: a rare one is added, and takes the focus', { skip }, async () => {
  const { page } = await world.open('/posts')
  const bar = page.getByRole('search', { name: 'Filter posts' })
  await bar.getByLabel('Status', { exact: true }).selectOption('failed')
  await page.waitForURL(/status=failed/)
  assert.equal(await bar.getByLabel('From').count(), 0)
  await bar.getByRole('button', { name: 'Add filter' }).click()
  await page.getByRole('button', { name: 'From' }).click()
  await page.waitForFunction('document.activeElement?.getAttribute("aria-label") === "From"')
  await inspect(page, 'filters')
  await bar.getByRole('button', { name: 'Clear' }).click()
  await bar.getByLabel('From').waitFor({ state: 'detached' })
  assert.equal(await bar.getByLabel('Status', { exact: true }).inputValue(), '')
})

test('the head of a table stays in view, and a phone shows cards', { skip }, async () => {
  const { page, api } = await world.open('/keys')
  for (let n = 0; n < 24; n++) await api('POST', '/v1/api-keys', { name: `Key ${n}`, mode: 'test' })
  await page.reload()
  await page.getByText('Key 23').waitFor()
  await page.mouse.move(600, 500)
  await page.mouse.wheel(0, 400)
  await page.waitForFunction('document.querySelector(".list-head").getBoundingClientRect().top === 0')
  await page.setViewportSize(PHONE)
  await page.locator('.list-head').waitFor({ state: 'hidden' })
})

test('a chart shows its figures to the pointer and to the keyboard', { skip }, async () => {
  const { profileId } = await seedMonthOfMetrics(world)
  const { page } = await world.open(`/analytics?profile=${profileId}`)
  const chart = page.getByRole('img', { name: /^Followers by day/ })
  await chart.hover()
  await page.locator('.plot-tooltip').waitFor()
  await page.mouse.move(0, 0)
  await page.locator('.plot-tooltip').waitFor({ state: 'detached' })
  const cursor = page.getByRole('slider', { name: /^Figures: Followers by day/ })
  await cursor.focus()
  const last = await cursor.getAttribute('aria-valuetext')
  await page.keyboard.press('ArrowLeft')
  await page.locator('.plot-tooltip').waitFor()
  assert.notEqual(await cursor.getAttribute('aria-valuetext'), last)
  await inspect(page, 'chart')
})
