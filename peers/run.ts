import { spawnSync } from 'node:child_process'
import { existsSync, globSync } from 'node:fs'
import { join } from 'node:path'

/** `npm run test:peers [-- FILE...]`: a suite is one `*.test.ts` here or in `portal/`, and its dependency in package.json. */
const root = join(import.meta.dirname, '..')
const isInstalled = existsSync(join(import.meta.dirname, 'node_modules', '.package-lock.json'))

// Their types are available only where they are installed, so `npm run check` leaves the type check to this script.
if (isInstalled) {
  const { status } = spawnSync(join(root, 'node_modules/.bin/tsc'), ['-p', import.meta.dirname], { stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
}

if (process.argv.length === 2) process.argv.push(...globSync('peers/{,portal/}*.test.ts', { cwd: root }).toSorted())
await import('../server/test/run.ts')
