import assert from 'node:assert/strict'
import { test } from 'node:test'
import { skip } from '../browser.ts'
import { bootPortal, inspect, type PortalWorld } from './portal-world.ts'
import { publish, twoAccounts } from './publish-scene.ts'

interface Page {
  readonly path: string
  readonly title: string
  readonly reach?: 'workspace'
  readonly for?: string
}

// The portal's own list of areas. Its types need JSX and the DOM, which this suite's configuration lacks.
const list = '../../portal/src/app/areas.ts'
const { areas } = (await import(list)) as { areas: readonly { reach?: 'workspace'; pages: readonly Page[] }[] }
const pages = areas
  .flatMap(({ pages: those, reach }) => those.map((page) => ({ reach, ...page })))
  .filter((page) => !page.path.includes(':') && page.for !== 'operator')
const world = skip ? (undefined as unknown as PortalWorld) : await bootPortal()

test('every page works for a member limited to profiles, or is out of the navigation and says why', {
  skip,
}, async () => {
  const { profileId, first } = await twoAccounts(world.live)
  await publish(world.live, { targets: [{ account_id: first.id }], content: 'Fresh fish today' })
  const { page, problems } = await world.open('/', { role: 'member', profileIds: [profileId] })
  const refused: string[] = []
  page.on('response', (response) => {
    if (response.status() === 403) refused.push(`${page.url()} ${response.url()}`)
  })
  await page.getByText('Fresh fish today').waitFor()
  await inspect(page, 'overview of a limited member')
  const links = await page.getByRole('navigation').getByRole('link').evaluateAll(readPaths)
  for (const { path, title, reach } of pages) {
    assert.ok(!reach || !links.includes(path), `${path} is in the navigation`)
    await page.goto(`${world.url}${path}`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.waitForLoadState('networkidle')
    const text = await page.locator('main').innerText()
    assert.equal(/This page covers the whole workspace/.test(text), reach === 'workspace', title)
    assert.doesNotMatch(text, /\bkey has\b|\bthis key\b|does not reach/i, title)
  }
  await inspect(page, 'out of reach')
  assert.deepEqual(refused, [])
  assert.deepEqual(problems, [])
})

test('connecting a platform without an app tells a limited member whom to ask', { skip }, async () => {
  const { profileId } = await twoAccounts(world.live)
  const { page, problems } = await world.open('/accounts/connect?platform=linkedin', {
    role: 'member',
    profileIds: [profileId],
  })
  await page.getByText('Ask an owner of the workspace to add one.').waitFor()
  assert.deepEqual(problems, [])
})

/** Runs in the browser. */
function readPaths(all: unknown[]): string[] {
  return all.map((each) => new URL((each as { href: string }).href).pathname)
}
