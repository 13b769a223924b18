// Installs dependencies. `node scripts/install.mjs [--portal]` installs only what the server needs; --portal also builds the
// portal, so that the server need not. Plain JavaScript without dependencies, because nothing is installed yet when it starts.
import { createHash } from 'node:crypto'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { run, runPinned } from '../server/bin/pinned-node.mjs'
import { canServeOnOwnNode, moveToOwnNode, ownEnvironment } from './own-node.mjs'

const root = dirname(import.meta.dirname)
/** Present if node_modules has all dependencies of the server, and only those. */
const STAMP = 'node_modules/.quoin-server.json'
/** List of the installed packages, which npm writes at the end of an install. */
const LIST = 'node_modules/.package-lock.json'
const LOCK = 'package-lock.json'

/** Creates the links that PostgreSQL's install script would create. The user who starts the server may lack the permission. */
const LINK =
  "import('./server/src/operations/embedded/binaries.ts').then(({ findBinaries }) => findBinaries()).catch(() => {})"

/** Installs missing dependencies in a folder with a lockfile: only the server's, or all for developers. Returns whether it succeeded. */
export async function install(folder, { isServer }) {
  if (isInstalled(folder, { isServer })) return true
  const where = relative(root, folder)
  process.stderr.write(`Installing dependencies${where && ` in ${where}`} (once, about half a minute)...\n`)
  try {
    removeStamps(folder)
    if ((await runNpm(folder, isServer ? serverOnly() : ['--include=dev'])) !== 0)
      throw new Error('npm ci failed. See the message above.')
    if (folder === root && (await runPinned(['-e', LINK], { cwd: root })) !== 0) return false
    if (isServer)
      writeFileSync(join(folder, STAMP), JSON.stringify({ lock: hashLock(folder), hasNode: !canServeOnOwnNode() }))
    return true
  } catch (error) {
    process.stderr.write(`${error.message}\n`)
    return false
  }
}

function runNpm(folder, wanted) {
  const options = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
  const stdio = ['ignore', 'ignore', 'inherit']
  return run('npm', ['ci', ...wanted, ...options], { cwd: folder, env: ownEnvironment(), stdio })
}

/** The pinned Node is the only dependency of the root package that is not a development tool. */
function serverOnly() {
  const own = ['--omit=dev', '--workspace=server']
  return canServeOnOwnNode() ? own : [...own, '--include-workspace-root']
}

/** `npm ci` deletes all packages first, in any order. A killed install must not leave behind a file that says they are there. */
function removeStamps(folder) {
  for (const file of [STAMP, LIST]) rmSync(join(folder, file), { force: true })
}

function hashLock(folder) {
  return createHash('sha256')
    .update(readFileSync(join(folder, LOCK)))
    .digest('hex')
}

function isInstalled(folder, { isServer }) {
  const stamp = readJson(join(folder, STAMP))
  if (stamp) return isServer && stamp.lock === hashLock(folder) && (stamp.hasNode || canServeOnOwnNode())
  const have = readJson(join(folder, LIST))?.packages
  if (!have) return false
  const want = Object.entries(readJson(join(folder, LOCK)).packages)
  return want.every(
    ([path, { version, optional, link, dev }]) =>
      link ||
      (dev && isServer) ||
      !path.includes('node_modules') ||
      have[path]?.version === version ||
      (optional && !have[path] && !isPinnedNodeNeeded(path)),
  )
}

/** npm leaves out optional packages of other platforms, but also those that it fails to download. */
const isPinnedNodeNeeded = (path) =>
  path === `node_modules/node-${process.platform}-${process.arch}` && !canServeOnOwnNode()

/** Returns nothing if the file is missing, or cut off because its writer was killed. */
function readJson(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}

if (process.argv[1] === import.meta.filename) {
  await moveToOwnNode()
  const isDone = await install(root, { isServer: true })
  const build = [join(root, 'portal/build.ts'), '--if-stale']
  process.exit(isDone && process.argv.includes('--portal') ? await runPinned(build) : Number(!isDone))
}
