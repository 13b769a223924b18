// Installs dependencies. `node scripts/install.mjs [--portal]` installs only what the server needs; --portal also builds the
// portal, so that the server need not. Plain JavaScript without dependencies, because nothing is installed yet when it starts.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { isOwnNodeEnough, runPinned } from '../server/bin/pinned-node.mjs'

const root = dirname(import.meta.dirname)
/** Present if node_modules has only the dependencies of the server. */
const STAMP = join(root, 'node_modules', '.quoin-server.json')

/** Creates the links that PostgreSQL's install script would create. The user who starts the server may lack the permission. */
const LINK =
  "import('./server/src/operations/embedded/binaries.ts').then(({ findBinaries }) => findBinaries()).catch(() => {})"

/** Installs missing dependencies in a folder with a lockfile: only the server's, or all for developers. Returns whether it succeeded. */
export async function install(folder, { isServer }) {
  if (isInstalled(folder, { isServer })) return true
  const where = relative(root, folder)
  process.stderr.write(`Installing dependencies${where && ` in ${where}`} (once, about half a minute)...\n`)
  const wanted = isServer ? serverOnly() : ['--include=dev']
  const options = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
  const { status } = spawnSync('npm', ['ci', ...wanted, ...options], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  if (status !== 0) {
    process.stderr.write('npm ci failed. See the message above.\n')
    return false
  }
  if (isServer) writeFileSync(STAMP, JSON.stringify({ lock: lockHash(), hasNode: !isOwnNodeEnough() }))
  if (folder === root) await runPinned(['-e', LINK], { cwd: root })
  return true
}

/** The pinned Node is the only dependency of the root package that is not a development tool. */
function serverOnly() {
  const own = ['--omit=dev', '--workspace=server']
  return isOwnNodeEnough() ? own : [...own, '--include-workspace-root']
}

function lockHash() {
  return createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex')
}

function isInstalled(folder, { isServer }) {
  if (folder === root && existsSync(STAMP)) {
    const { lock, hasNode } = JSON.parse(readFileSync(STAMP, 'utf8'))
    return isServer && lock === lockHash() && (hasNode || isOwnNodeEnough())
  }
  const installed = join(folder, 'node_modules', '.package-lock.json')
  if (!existsSync(installed)) return false
  const want = Object.entries(JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8')).packages)
  const have = JSON.parse(readFileSync(installed, 'utf8')).packages
  return want.every(
    ([path, { version, optional, link, dev }]) =>
      optional || link || (dev && isServer) || !path.includes('node_modules') || have[path]?.version === version,
  )
}

if (process.argv[1] === import.meta.filename) {
  const isDone = await install(root, { isServer: true })
  const build = [join(root, 'portal/build.ts'), '--if-stale']
  process.exit(isDone && process.argv.includes('--portal') ? await runPinned(build) : Number(!isDone))
}
