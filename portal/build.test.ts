import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

const FIRST_LOAD_MAX = 160_000
const PAGE_MAX = 60_000
/** Scripts that a page adds to those of every visit. */
const PAGE_SCRIPTS_MAX = 5

test('the portal builds; the first load, every page and every dialog stay within their sizes', () => {
  const folder = import.meta.dirname
  execFileSync(process.execPath, [join(folder, 'build.ts'), '--if-stale'], { stdio: ['ignore', 'ignore', 'inherit'] })
  const { load, preload } = JSON.parse(readFileSync(join(folder, 'dist/manifest.json'), 'utf8')) as {
    load: { first: number; pages: Record<string, number> }
    preload: Record<string, string[]>
  }
  assert.ok(load.first <= FIRST_LOAD_MAX, `the first load is ${load.first} bytes`)
  const pages = Object.entries(load.pages)
  assert.ok(pages.length >= 50)
  assert.deepEqual(
    pages.filter(([, bytes]) => bytes > PAGE_MAX),
    [],
  )
  const routes = Object.entries(preload)
  assert.ok(routes.length >= 40)
  assert.deepEqual(
    routes.filter(([, scripts]) => scripts.length < 1 || scripts.length > PAGE_SCRIPTS_MAX),
    [],
  )
  const head = readFileSync(join(folder, 'dist/index.html'), 'utf8')
  assert.equal(head.match(/modulepreload|type="module"/g)?.length, 2)
})
