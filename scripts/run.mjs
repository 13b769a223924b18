// What `npm start` and `npm test` run: installs what is missing, then runs a program on the pinned Node.
// Plain JavaScript without dependencies, because nothing is installed yet when it starts.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'

const root = dirname(import.meta.dirname)
const installed = join(root, 'node_modules', '.package-lock.json')
const lock = join(root, 'package-lock.json')

function isInstalled() {
  if (!existsSync(installed)) return false
  const want = Object.entries(JSON.parse(readFileSync(lock, 'utf8')).packages)
  const have = JSON.parse(readFileSync(installed, 'utf8')).packages
  return want.every(
    ([path, { version, optional, link }]) =>
      path === '' || optional || link || !path.includes('node_modules') || have[path]?.version === version,
  )
}

if (!isInstalled()) {
  process.stderr.write('Installing what is missing (once, about half a minute)...\n')
  const { status } = spawnSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  if (status !== 0 || !statSync(installed, { throwIfNoEntry: false })) {
    process.stderr.write('npm ci failed: see its message above.\n')
    process.exit(status || 1)
  }
}

const { runPinned } = await import('../server/bin/pinned-node.mjs')
process.exit(await runPinned(process.argv.slice(2)))
