import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

const root = join(import.meta.dirname, '../../..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')

interface Locked {
  readonly version?: string
  readonly integrity?: string
  readonly resolved?: string
  readonly link?: boolean
  readonly dev?: boolean
  readonly hasInstallScript?: boolean
}

const locked = (path: string) =>
  Object.entries((JSON.parse(read(path)) as { packages: Record<string, Locked> }).packages).filter(
    ([place, { link }]) => place.includes('node_modules/') && !link,
  )

for (const path of ['package-lock.json', 'peers/package-lock.json'])
  test(`${path}: every package has a checksum and names no host`, () => {
    const packages = locked(path)
    assert.ok(packages.length > 100)
    const unchecked = packages.filter(([, { integrity }]) => !/^sha512-[\w+/]{86}==$/.test(integrity ?? ''))
    assert.deepEqual(
      unchecked.map(([place]) => place),
      [],
      'run node scripts/trim-lock.mjs',
    )
    const fixed = packages.filter(([, { resolved }]) => resolved !== undefined)
    assert.deepEqual(
      fixed.map(([place]) => place),
      [],
    )
  })

test('install scripts are off, here and in peers', () => {
  for (const path of ['.npmrc', 'peers/.npmrc']) assert.match(read(path), /^ignore-scripts=true$/m, path)
})

test('what the server runs with holds no development tool', () => {
  const shipped = locked('package-lock.json').filter(([, { dev }]) => !dev)
  const tools =
    /node_modules\/(@biomejs|@oxlint|@oxc|oxlint|knip|typescript|fast-check|autocannon|svix|dns2|smtp-server)/
  assert.deepEqual(
    shipped.map(([place]) => place).filter((place) => tools.test(place)),
    [],
  )
})

test('every dependency is pinned to one version', () => {
  for (const path of [
    'package.json',
    'server/package.json',
    'sdk/package.json',
    'portal/package.json',
    'peers/package.json',
  ]) {
    const { dependencies, devDependencies, optionalDependencies } = JSON.parse(read(path)) as Record<
      string,
      Record<string, string> | undefined
    >
    for (const [name, version] of Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies }))
      assert.match(version, /^\d+\.\d+\.\d+(-[\w.]+)?$/, `${path}: ${name}`)
  }
})
