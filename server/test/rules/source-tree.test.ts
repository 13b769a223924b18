import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { findCircles } from './import-cycles.ts'

const root = join(import.meta.dirname, '../../..')
const IMPORT = /(?:from|import)\s*\(?\s*'(\.[^']+)'/g

type Imports = ReadonlyMap<string, readonly string[]>

/** The imports of each file of a source folder, lazy ones and types included. */
function readImports(folder: string): Imports {
  const files = globSync('**/*.{ts,tsx}', { cwd: join(root, folder) })
  return new Map(
    files.map((path) => {
      const text = readFileSync(join(root, folder, path), 'utf8')
      const found = [...text.matchAll(IMPORT)].map(([, to = '']) => join(dirname(path), to))
      return [path, found.filter((to) => files.includes(to))]
    }),
  )
}

/** Imports of a page of another area. What two areas use is in `resources/` or `components/`; `app/` lists all areas. */
function listStrayImports(imports: Imports): string[] {
  const findArea = (path: string) => /^pages\/([^/]+)\//.exec(path)?.[1]
  return [...imports].flatMap(([path, targets]) =>
    targets
      .filter((to) => findArea(to) !== undefined && findArea(to) !== findArea(path) && !path.startsWith('app/'))
      .map((to) => `${path} imports ${to}`),
  )
}

for (const folder of ['portal/src', 'cli/src', 'sdk/src'])
  test(`files of ${folder} do not import each other in a circle`, () => {
    const imports = readImports(folder)
    assert.ok(imports.size > 5)
    assert.deepEqual(findCircles(imports), [])
  })

test('a page of the portal imports no page of another area', () => {
  assert.deepEqual(listStrayImports(readImports('portal/src')), [])
})

test('the rule detects an import of another area', () => {
  const stray = new Map([
    ['pages/data/search.tsx', ['pages/billing/prices.ts', 'components/page.tsx']],
    ['components/page.tsx', ['pages/data/search.tsx']],
  ])
  assert.deepEqual(listStrayImports(stray), [
    'pages/data/search.tsx imports pages/billing/prices.ts',
    'components/page.tsx imports pages/data/search.tsx',
  ])
})

const FILES_MAX = 25

/** Folders with too many files; tests beside their sources do not count. */
function listLargeFolders(paths: readonly string[]): string[] {
  const sources = paths.filter((path) => !/\.test\.tsx?$/.test(path))
  const folders = Map.groupBy(sources, (path) => dirname(path))
  return [...folders].filter(([, files]) => files.length > FILES_MAX).map(([folder]) => folder)
}

test(`no folder has more than ${FILES_MAX} files`, () => {
  assert.deepEqual(listLargeFolders(globSync('{server,portal,cli,sdk}/src/**/*.{ts,tsx}', { cwd: root })), [])
  const files = Array.from({ length: FILES_MAX + 1 }, (_, n) => `server/src/flat/file${n}.ts`)
  assert.deepEqual(listLargeFolders(files), ['server/src/flat'])
  assert.deepEqual(listLargeFolders([...files.slice(1), 'server/src/flat/file.test.ts']), [])
})

/** Words of JSON Schema, and names of the public API. */
const NOUNS = ['allOf', 'anyOf', 'oneOf', 'bytesMaxOf', 'replayOf']

/** Functions and constants whose name is a noun with `Of`. */
function listNouns(text: string): string[] {
  const names = [...text.matchAll(/\b(?:function\*?|const|let)\s+(\w+Of)\b/g)].map(([, name = '']) => name)
  return names.filter((name) => !NOUNS.includes(name))
}

test('functions are named by verbs: none ends in Of', () => {
  const files = globSync('{server,portal,cli,sdk}/{src,gen}/**/*.{ts,tsx}', { cwd: root })
  const named = files.flatMap((path) =>
    listNouns(readFileSync(join(root, path), 'utf8')).map((name) => `${path}: ${name}`),
  )
  assert.deepEqual(named, [])
  assert.deepEqual(listNouns('export async function pathOf() {}\nconst nameOf = 1\nconst anyOf = []'), [
    'pathOf',
    'nameOf',
  ])
})
