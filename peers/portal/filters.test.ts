import { test } from 'node:test'
import { skip } from '../browser.ts'
import { engageScene } from './engage-scene.ts'
import { bootPortal, inspect, type PortalWorld } from './portal-world.ts'

const world = skip ? (undefined as unknown as PortalWorld) : await bootPortal()

/** Pages with a list, and the name of its first filter. */
const LISTS = {
  '/inbox': 'Conversation status',
  '/comments': 'Comment status',
  '/reviews': 'Status',
  '/posts': 'Status',
  '/media': 'Status',
  '/accounts': 'Status',
  '/jobs': 'Status',
  '/purchased': 'Text',
  '/requests': 'Time',
  '/keys': 'Status',
  '/webhooks/deliveries': 'Time',
  '/billing/ledger': 'Type',
}

test('every list shows its filters while it is empty', { skip }, async () => {
  const { page } = await world.open('/')
  for (const [path, label] of Object.entries(LISTS)) {
    await page.goto(`${world.url}${path}`, { waitUntil: 'networkidle' })
    await page.getByRole('main').getByLabel(label, { exact: true }).waitFor()
  }
})

test('an inbox without open conversations leads to the closed ones', { skip }, async () => {
  const scene = await engageScene(world)
  await scene.message('erik', 'When does the last ferry leave?')
  const { page } = await world.open('/inbox')
  await page.getByRole('link', { name: /erik/ }).click()
  await page.getByRole('button', { name: 'Close', exact: true }).click()
  await page.getByRole('heading', { name: 'No open conversations' }).waitFor()
  await inspect(page, 'inbox-closed')
  await page.getByLabel('Conversation status').waitFor()
  await page.getByRole('button', { name: 'Show closed conversations' }).click()
  await page.getByRole('link', { name: /erik/ }).waitFor()
})
