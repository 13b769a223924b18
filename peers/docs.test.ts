import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { AxeBuilder } from '@axe-core/playwright'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { boot } from '../server/test/support/harness.ts'
import { skip, startBrowser } from './browser.ts'

const SIZES = { desk: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } }
const PAGES = [
  '/docs',
  '/docs/posts',
  '/docs/guides/webhooks',
  '/docs/errors',
  '/docs/event-types/post',
  '/docs/prices',
]
const world = await boot({ env: { LOG_LEVEL: 'silent' } })
const browser = skip ? undefined : await startBrowser()

async function open(path: string, options: BrowserContextOptions = {}): Promise<{ page: Page; messages: string[] }> {
  const context = await browser!.newContext({ viewport: SIZES.desk, ...options })
  const page = await context.newPage()
  const messages: string[] = []
  page.on('console', (message) => messages.push(message.text()))
  page.on('pageerror', (error) => messages.push(error.message))
  await page.goto(`${world.url}${path}`)
  return { page, messages }
}

async function inspect(page: Page, what: string): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).setLegacyMode(true).analyze()
  assert.deepEqual(
    violations.map(({ id, nodes }) => [id, nodes.slice(0, 3).map(({ html }) => html)]),
    [],
    what,
  )
}

const count = async (page: Page, selector: string) => page.locator(selector).count()

for (const [size, viewport] of Object.entries(SIZES))
  for (const colorScheme of ['light', 'dark'] as const)
    test(`pages are accessible, fit the screen and comply with the content policy: ${size}, ${colorScheme}`, {
      skip,
    }, async () => {
      for (const path of [...PAGES, '/docs/search?q=publish']) {
        const { page, messages } = await open(path, { viewport, colorScheme })
        await inspect(page, path)
        const width = Number(await page.evaluate('document.documentElement.scrollWidth'))
        assert.ok(width <= viewport.width, `${path}: ${width} pixels wide`)
        assert.deepEqual(messages, [], path)
        await page.context().close()
      }
    })

test('search shows results while a reader types, and works with the keyboard alone', { skip }, async () => {
  const { page } = await open('/docs')
  await page.keyboard.press('/')
  await page.keyboard.type('insufficient_credits')
  await page.locator('.results a[aria-selected=true]', { hasText: 'insufficient_credits' }).waitFor()
  await inspect(page, 'with results')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/docs\/errors#insufficient_credits$/)
})

test('the chosen language applies to all examples and pages, and the chosen theme too', { skip }, async () => {
  const { page } = await open('/docs/posts', { colorScheme: 'light' })
  await page.locator('label', { hasText: 'Python' }).first().click()
  const examples = await count(page, '.examples .tabs')
  assert.equal(await count(page, '.tabs input[value=python]:checked'), examples)
  await page.getByRole('button', { name: 'Use dark theme' }).click()
  await page.goto(`${world.url}/docs/media`)
  assert.ok((await count(page, '.tabs input[value=python]:checked')) > 3)
  assert.equal(await page.locator('html').getAttribute('data-theme'), 'dark')
  assert.match(await page.locator('.panel:visible').first().innerText(), /^from quoin_sdk import Quoin/)
})

test('an example can be run with a test key that stays in the tab; live keys and the portal session are never sent', {
  skip,
}, async () => {
  const { page } = await open('/docs/posts')
  await page.context().addCookies([{ name: 'quoin', value: 'a-session', url: world.url }])
  const example = page.locator('.endpoint', { has: page.locator('[id="posts.create"]') })
  await example.getByRole('button', { name: 'Try it' }).click()
  await inspect(page, 'with the form')
  await example.getByLabel('Test key').fill(await world.key())
  await example.getByRole('button', { name: 'Send' }).click()
  await example.getByText('a live key would make real changes').waitFor()
  const key = await world.key({ mode: 'test' })
  await example.getByLabel('Test key').fill(key)
  const sent = page.waitForRequest(/\/v1\/posts$/)
  await example.getByRole('button', { name: 'Send' }).click()
  const headers = await (await sent).allHeaders()
  assert.deepEqual([headers['authorization'], headers['cookie']], [`Bearer ${key}`, undefined])
  await example.getByText(/^201 .*ms$/).waitFor()
  assert.match(await example.locator('.answer').innerText(), /x-quoin-request-id[^]*"status": "scheduled"/)
  assert.equal(await page.evaluate('JSON.stringify({ ...localStorage })'), '{}')
  assert.ok(String(await page.evaluate('JSON.stringify({ ...sessionStorage })')).includes(key))
  await inspect(page, 'with the answer')
})

test('old addresses of the single-page docs redirect to the new pages', { skip }, async () => {
  for (const [old, now] of Object.entries({
    'posts.create': '/docs/posts#posts.create',
    not_found: '/docs/errors#not_found',
    'rate-limits': '/docs/concepts/rate-limits',
    'resource-webhook_deliveries': '/docs/webhook-deliveries',
  })) {
    const { page } = await open(`/docs#${old}`)
    await page.waitForURL(`${world.url}${now}`)
    await page.context().close()
  }
})

test('tabs, search, the phone menu and all text work without JavaScript', { skip }, async () => {
  const { page } = await open('/docs/posts', { javaScriptEnabled: false, viewport: SIZES.phone })
  const panel = page.locator('.examples').first().locator('.panel:visible')
  assert.match(await panel.innerText(), /^curl /)
  await page.locator('label', { hasText: 'TypeScript' }).first().click()
  assert.match(await panel.innerText(), /^import \{ Quoin \}/)
  assert.equal(await count(page, '.copy, .try button'), 0)
  await page.getByRole('link', { name: 'Menu' }).click()
  await page.locator('#menu').getByText('Guides').click()
  await page.locator('#menu').getByRole('link', { name: 'Publishing', exact: true }).click()
  await page.getByRole('heading', { name: 'Publishing', level: 1 }).waitFor()
  await page.getByRole('searchbox').fill('rotate the secret')
  await page.getByRole('searchbox').press('Enter')
  await page
    .getByRole('link', { name: /Rotate the secret/ })
    .first()
    .click()
  await page.waitForURL(/\/docs\/guides\/webhooks#rotate-the-secret$/)
})

const root = join(import.meta.dirname, '..')
const readText = (file: string) => readFileSync(join(root, file), 'utf8')

test('the page about signatures shows the receivers that receivers.test.ts runs', async () => {
  const page = await (await fetch(`${world.url}/docs/signatures.md`)).text()
  const files = globSync('docs/receivers/receiver.*', { cwd: root })
  assert.equal(files.length, 4)
  for (const file of files) assert.ok(page.includes(readText(file).trimEnd()), file)
  assert.equal(page.split('## Complete receivers')[1]?.match(/^```\w+$/gm)?.length, files.length)
})

/** Tests that run the programs of a page. */
const RUN_BY: Readonly<Record<string, string>> = {
  docs: 'peers/examples.test.ts',
  sdk: 'sdk/test/readme.test.ts',
  'sdk-python': 'peers/python.test.ts',
}
/** Blocks without a language, and why they cannot be parsed. */
const PLAIN: Readonly<Record<string, string>> = {
  'AGENTS.md': 'a map of the folders',
  'docs/cli.md': 'generated synopses, which are not commands',
  'docs/guides/backups.md': 'a line of a crontab',
  'docs/guides/linkedin.md': 'lines of an environment file',
  'docs/guides/production.md': 'a report for people',
  'docs/guides/x.md': 'lines of an environment file',
}

const CHECKS: Readonly<Record<string, (code: string, page: string) => void>> = {
  sh: (code) => {
    const { status, stderr } = spawnSync('bash', ['-n'], { input: code, encoding: 'utf8' })
    assert.equal(status, 0, stderr)
  },
  json: (code) => void JSON.parse(code),
  ts: isRun,
  js: isRun,
  python: isRun,
  // Each line is one of the program that peers/generators.test.ts compiles and runs.
  go: (code) => {
    const program = readText('peers/generators/oapi-codegen/main.go')
    for (const line of code.split('\n')) assert.ok(program.includes(line.trim()), line)
  },
}

function isRun(_code: string, page: string): void {
  const by = RUN_BY[page.split('/')[0] ?? ''] ?? assert.fail('no test runs this program')
  assert.match(readText(by), /(?:README|\*)\.md'/, by)
}

test('every code block of the documentation and of the READMEs is run, or at least parsed', async (t) => {
  const pages = globSync(['*.md', 'docs/**/*.md', '{*,*/*}/README.md'], { cwd: root, exclude: ['**/node_modules/**'] })
  let checked = 0
  for (const page of new Set(pages.toSorted())) {
    const blocks = [...readText(page).matchAll(/^( *)```(\w*)\n([^]*?)^\1```$/gm)]
    assert.equal(blocks.length * 2, readText(page).match(/^ *```/gm)?.length ?? 0, page)
    for (const [, , language = '', code = ''] of blocks.filter(([, , name]) => name)) {
      const check = CHECKS[language] ?? assert.fail(`${page}: no check of ${language}`)
      assert.doesNotThrow(() => check(code, page), `${page}:\n${code}`)
      checked++
    }
    if (blocks.some(([, , language]) => !language))
      await t.test(page, { skip: PLAIN[page] ?? assert.fail(`${page}: name the language of each block`) })
  }
  assert.ok(checked > 100, String(checked))
})
