// What `npm start` and `npm test` run: installs what is missing, then runs a program on the pinned Node.
// Plain JavaScript without dependencies, because nothing is installed yet when it starts.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { runPinned, whyTooOld } from '../server/bin/pinned-node.mjs'

const problem = whyTooOld()
if (problem) {
  process.stderr.write(`${problem}\n`)
  process.exit(1)
}

const root = dirname(import.meta.dirname)
const program = process.argv[2]
/** The server runs without what only tests and developers need. */
const isServer = program === 'server/src/main.ts'

/** Makes the links that PostgreSQL's install script would make: the user who starts the server may not be able to. */
const LINK =
  "import('./server/src/kit/postgres/embedded/binaries.ts').then(({ findBinaries }) => findBinaries()).catch(() => {})"

function isInstalled(folder) {
  const installed = join(folder, 'node_modules', '.package-lock.json')
  if (!existsSync(installed)) return false
  const want = Object.entries(JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8')).packages)
  const have = JSON.parse(readFileSync(installed, 'utf8')).packages
  return want.every(
    ([path, { version, optional, link, dev }]) =>
      optional || link || (dev && isServer) || !path.includes('node_modules') || have[path]?.version === version,
  )
}

function install(folder) {
  const where = relative(root, folder)
  process.stderr.write(`Installing what is missing${where && ` in ${where}`} (once, about half a minute)...\n`)
  const wanted = isServer ? '--omit=dev' : '--include=dev'
  const { status } = spawnSync(
    'npm',
    ['ci', wanted, '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'],
    {
      cwd: folder,
      stdio: ['ignore', 'ignore', 'inherit'],
    },
  )
  if (status === 0 && isInstalled(folder)) return
  process.stderr.write('npm ci failed: see its message above.\n')
  // A program with a package of its own says itself what it cannot do without it.
  if (folder === root) process.exit(status || 1)
}

const missing = [...new Set([root, dirname(resolve(program))])].filter(
  (folder) => existsSync(join(folder, 'package-lock.json')) && !isInstalled(folder),
)
for (const folder of missing) install(folder)

if (missing.includes(root)) await runPinned(['-e', LINK], { cwd: root })
process.exit(await runPinned(process.argv.slice(2)))
