import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Locator } from 'playwright-core'
import { skip } from '../browser.ts'
import { engageScene } from './engage-scene.ts'
import { bootPortal, type PortalWorld } from './portal-world.ts'
import { publish } from './publish-scene.ts'

const world = skip ? (undefined as unknown as PortalWorld) : await bootPortal()

const POST = 'نفتح الميناء غدا'
const MESSAGE = 'هل العبارة تعمل اليوم؟'
const REVIEW = 'مكان جميل جدا'

async function assertRightToLeft(text: Locator): Promise<void> {
  await text.waitFor()
  const direction = await text.evaluate(
    (element) => element.ownerDocument.defaultView?.getComputedStyle(element).direction,
  )
  assert.equal(direction, 'rtl')
}

test('text in a right-to-left script is shown and written from right to left', { skip }, async () => {
  const scene = await engageScene(world)
  const { id } = await publish(world.live, { targets: [{ account_id: scene.first.id }], content: POST })
  await scene.message('gamal', MESSAGE)
  await scene.review('hanan', 5, REVIEW)
  const { page } = await world.open('/posts')
  await assertRightToLeft(page.getByRole('link', { name: POST }))
  await page.goto(`${world.url}/posts/${id}`)
  await assertRightToLeft(page.getByRole('heading', { name: POST }))
  await assertRightToLeft(page.locator('p').getByText(POST))
  await page.goto(`${world.url}/calendar`)
  await assertRightToLeft(page.locator('bdi').getByText(POST))
  await page.goto(`${world.url}/reviews`)
  await assertRightToLeft(page.getByText(REVIEW))
  await page.goto(`${world.url}/inbox`)
  await assertRightToLeft(page.getByText(MESSAGE))
  await page.getByRole('link', { name: /gamal/ }).click()
  await assertRightToLeft(page.getByRole('region', { name: 'Messages' }).getByText(MESSAGE))
  const reply = page.getByLabel('Message', { exact: true })
  await reply.fill(MESSAGE)
  await assertRightToLeft(reply)
  await page.goto(`${world.url}/compose`)
  const field = page.getByLabel('Text', { exact: true })
  await field.fill(POST)
  await assertRightToLeft(field)
})
