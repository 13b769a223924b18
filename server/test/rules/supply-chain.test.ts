import assert from 'node:assert/strict'
import { globSync, lstatSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

const root = join(import.meta.dirname, '../../..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')

interface LockedPackage {
  readonly version?: string
  readonly integrity?: string
  readonly resolved?: string
  readonly link?: boolean
  readonly dev?: boolean
  readonly hasInstallScript?: boolean
  readonly dependencies?: Readonly<Record<string, string>>
  readonly optionalDependencies?: Readonly<Record<string, string>>
}

const locked = (path: string) =>
  Object.entries((JSON.parse(read(path)) as { packages: Record<string, LockedPackage> }).packages).filter(
    ([place, { link }]) => place.includes('node_modules/') && !link,
  )

for (const path of ['package-lock.json', 'peers/package-lock.json'])
  test(`${path}: every package has a checksum and no host`, () => {
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

/** Lists the packages that `npm start` installs: those of the server, and the pinned Node, which the root package needs. */
function shipped(): string[] {
  const { packages } = JSON.parse(read('package-lock.json')) as { packages: Record<string, LockedPackage> }
  const found = new Set(['server', ''])
  for (const owner of found) {
    const { dependencies, optionalDependencies } = packages[owner] ?? {}
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
      const place = listPackagePaths(owner, name).find((one) => packages[one])
      if (place !== undefined) found.add(place)
    }
  }
  return [...found].filter((place) => place.includes('node_modules/'))
}

/** Lists where npm looks for a package that another one needs, nearest first. */
function listPackagePaths(owner: string, name: string): string[] {
  const parents = owner.split('/').map((_, n, parts) => parts.slice(0, parts.length - n).join('/'))
  return [...parents, ''].map((parent) => join(parent, 'node_modules', name))
}

test('the server ships without development tools', () => {
  const tools =
    /node_modules\/(@biomejs|@oxlint|@oxc|oxlint|knip|typescript|fast-check|autocannon|svix|dns2|smtp-server|esbuild|react|@mantine|@playwright)/
  assert.ok(shipped().length > 100)
  assert.deepEqual(
    shipped().filter((place) => tools.test(place)),
    [],
  )
})

test('npm start installs at most 375 MB in 185 packages', () => {
  const measurePackageBytes = (place: string) =>
    globSync('**/*', { cwd: join(root, place), exclude: (path) => path === 'node_modules' })
      .map((path) => join(place, path))
      .reduce((sum, path) => sum + lstatSync(join(root, path)).blocks * 512, 0)
  // Packages for other platforms are in the lock but not installed here.
  const sizes = shipped().map((place) => [place, measurePackageBytes(place)] as const)
  const installed = sizes.filter(([, bytes]) => bytes > 0)
  const megabytes = Math.round(installed.reduce((sum, [, bytes]) => sum + bytes, 0) / 1_048_576)
  const largest = installed.toSorted(([, a], [, b]) => b - a).slice(0, 10)
  assert.ok(installed.length <= 185, `${installed.length} packages`)
  assert.ok(
    megabytes <= 375,
    `${megabytes} MB, of which ${largest.map(([place, bytes]) => `${place} ${bytes}`).join(', ')}`,
  )
})

test('every dependency is pinned to one version', () => {
  for (const path of [
    'package.json',
    'server/package.json',
    'sdk/package.json',
    'cli/package.json',
    'portal/package.json',
    'peers/package.json',
  ]) {
    const { dependencies, devDependencies, optionalDependencies } = JSON.parse(read(path)) as Record<
      string,
      Record<string, string> | undefined
    >
    for (const [name, version] of Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies }))
      assert.match(version, /^(npm:[@\w/-]+@)?\d+\.\d+\.\d+(-[\w.]+)?$/, `${path}: ${name}`)
  }
})
