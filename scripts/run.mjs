// What `npm start` and `npm test` run: installs what is missing, then runs a program on the pinned Node.
// Plain JavaScript without dependencies, because nothing is installed yet when it starts.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'

const root = dirname(import.meta.dirname)
const program = process.argv[2]

function isInstalled(folder) {
  const installed = join(folder, 'node_modules', '.package-lock.json')
  if (!existsSync(installed)) return false
  const want = Object.entries(JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8')).packages)
  const have = JSON.parse(readFileSync(installed, 'utf8')).packages
  return want.every(
    ([path, { version, optional, link }]) =>
      path === '' || optional || link || !path.includes('node_modules') || have[path]?.version === version,
  )
}

function install(folder) {
  const where = relative(root, folder)
  process.stderr.write(`Installing what is missing${where && ` in ${where}`} (once, about half a minute)...\n`)
  const { status } = spawnSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  if (status === 0 && isInstalled(folder)) return
  process.stderr.write('npm ci failed: see its message above.\n')
  // A program with a package of its own says itself what it cannot do without it.
  if (folder === root) process.exit(status || 1)
}

for (const folder of new Set([root, dirname(resolve(program))]))
  if (existsSync(join(folder, 'package-lock.json')) && !isInstalled(folder)) install(folder)

const { runPinned } = await import('../server/bin/pinned-node.mjs')
process.exit(await runPinned(process.argv.slice(2)))
