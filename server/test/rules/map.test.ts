import assert from 'node:assert/strict'
import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { findPlatform } from '../../src/connectors/registry.ts'
import { SLICES } from './architecture.ts'

const root = join(import.meta.dirname, '../../..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const folders = (path: string) =>
  readdirSync(join(root, path), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)

const maps = { 'AGENTS.md': read('AGENTS.md'), 'docs/architecture.md': read('docs/architecture.md') }

/** Every folder that a newcomer can open, as written in the maps. */
const rooms = [
  ...folders('server/src').map((name) => `${name}/`),
  ...folders('server/src/kit').map((name) => `${name}/`),
  // Shared folders of connectors; a folder named after a platform needs no line.
  ...folders('server/src/connectors')
    .filter((name) => !findPlatform(name))
    .map((name) => `${name}/`),
  ...folders('server/src/sources').map((name) => `${name}/`),
  ...folders('server')
    .filter((name) => name !== 'node_modules')
    .map((name) => `server/${name}/`),
  ...SLICES.map((slice) => slice.split('/').at(-1) ?? ''),
]

for (const [file, text] of Object.entries(maps))
  test(`${file} lists every folder`, () => {
    assert.deepEqual(
      rooms.filter((room) => !text.includes(room)),
      [],
    )
  })

test('AGENTS.md gives a reason for every dependency', () => {
  const wanted = [
    'package.json',
    'server/package.json',
    'sdk/package.json',
    'cli/package.json',
    'portal/package.json',
    'peers/package.json',
  ].flatMap((path) => {
    const { dependencies: needed, devDependencies, optionalDependencies } = JSON.parse(read(path))
    return Object.keys({ ...needed, ...devDependencies, ...optionalDependencies })
  })
  const dependencies = maps['AGENTS.md'].slice(maps['AGENTS.md'].indexOf('## Dependencies'))
  const listed = [...dependencies.matchAll(/^\| ([^|]+) \|/gm)].flatMap(([, names = '']) => names.split(', '))
  const isListed = (name: string) =>
    listed.some((one) => one === name || (one.endsWith('*') && name.startsWith(one.slice(0, -1))))
  assert.deepEqual(
    wanted.filter((name) => !isListed(name)),
    [],
  )
})

/** Roots of paths in prose. */
const ROOTS = ['', 'server/', 'server/src/', 'server/src/domains/', 'docs/']

test('every file mentioned in the documentation exists', () => {
  const pages = ['AGENTS.md', 'CONTRIBUTING.md', 'README.md', ...globSync('docs/**/*.md', { cwd: root })]
  const gone = pages.flatMap((page) =>
    [...read(page).matchAll(/`([\w.-]+(?:\/[\w.-]+)+\.(?:ts|sql|md|json|mjs|txt))`/g)]
      .map(([, path = '']) => path)
      .filter((path) => !ROOTS.some((base) => existsSync(join(root, base, path))))
      .map((path) => `${page} names ${path}`),
  )
  assert.deepEqual(gone, [])
})
