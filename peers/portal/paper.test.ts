import assert from 'node:assert/strict'
import { test } from 'node:test'
import { skip } from '../browser.ts'
import { engageScene } from './engage-scene.ts'
import { bootPortal, type PortalWorld } from './portal-world.ts'
import { publish } from './publish-scene.ts'

const world = skip ? (undefined as unknown as PortalWorld) : await bootPortal()

test('a printed page shows its content in light colors, without the navigation', { skip }, async () => {
  const scene = await engageScene(world)
  await publish(world.live, { targets: [{ account_id: scene.first.id }], content: 'The harbour opens at nine.' })
  await scene.message('frida', 'Is the ferry running today?')
  const { page } = await world.open('/posts')
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.locator('html[data-mantine-color-scheme="dark"]').waitFor()
  for (const [path, text] of [
    ['/posts', 'The harbour opens at nine.'],
    ['/inbox', 'Is the ferry running today?'],
    ['/calendar', 'The harbour opens at nine.'],
  ] as const) {
    await page.goto(`${world.url}${path}`)
    await page.getByRole('navigation', { name: 'Pages' }).waitFor()
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
    await page.getByRole('main').getByText(text).first().waitFor()
    await page.getByRole('navigation', { name: 'Pages' }).waitFor({ state: 'hidden' })
    const background = await page.evaluate('getComputedStyle(document.body).backgroundColor')
    assert.equal(background, 'rgb(255, 255, 255)', path)
    await page.emulateMedia({ media: 'screen', colorScheme: 'dark' })
    await page.locator('html[data-mantine-color-scheme="dark"]').waitFor()
  }
})

test('a dialog, such as a receipt, is printed without the page behind it', { skip }, async () => {
  const { page } = await world.open('/keys?new')
  await page.getByRole('dialog').getByLabel('Name').waitFor()
  await page.emulateMedia({ media: 'print' })
  await page.locator('h1').waitFor({ state: 'hidden' })
  await page.getByRole('dialog').getByLabel('Name').waitFor()
})

test('on a low window the navigation scrolls to the open page', { skip }, async () => {
  const { page } = await world.open('/')
  await page.setViewportSize({ width: 1280, height: 500 })
  await page.goto(`${world.url}/settings`)
  const link = page.getByRole('navigation', { name: 'Pages' }).locator('[aria-current="page"]')
  await link.waitFor()
  const isInside = `(() => {
    const nav = document.querySelector('nav[aria-label="Pages"]').getBoundingClientRect()
    const link = document.querySelector('nav [aria-current]').getBoundingClientRect()
    return link.top >= nav.top && link.bottom <= nav.bottom
  })()`
  assert.equal(await page.evaluate(isInside), true)
})
