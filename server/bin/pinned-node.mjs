import { spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

const WANTED = 24

/** First minor version of Node 24 that strips types without a flag or a warning, as the pinned version does (record 0031). */
const OWN_MINOR_MIN = 12

// The objects of a request live until the database responds. A larger young generation makes the collector copy them less often.
// V8 would also start to allocate some of them in the old generation, where each dead one keeps the whole request in memory
// (record 0055).
//
// Below 2 GB, V8 lets the heap double before it collects, above that quadruple (measured: a bulk job of 100,000 rows keeps 50 MB
// alive and peaks at 270 MB of RSS instead of 420).
//
// Resolving symlinks in every module path takes a tenth of the start time, and none of our modules is behind a symlink.
const FLAGS = [
  '--max-semi-space-size=16',
  '--no-allocation-site-pretenuring',
  '--max-old-space-size=1500',
  '--preserve-symlinks',
]

const parseVersion = (node) => node.split('.').map(Number)

/** Returns whether the machine's own Node can run the server, so that npm start need not install the pinned one. */
export function isOwnNodeEnough(node = process.versions.node) {
  const [major, minor] = parseVersion(node)
  return major === WANTED && minor >= OWN_MINOR_MIN
}

/** Returns the path of the pinned Node, or of the machine's own if no pinned one is installed. */
function findNode() {
  try {
    const require = createRequire(import.meta.url)
    const root = dirname(require.resolve(`node-${process.platform}-${process.arch}/package.json`))
    return join(root, 'bin', 'node')
  } catch {
    if (parseVersion(process.versions.node)[0] >= WANTED) return process.execPath
    throw new Error(
      `There is no Node ${WANTED} package for ${process.platform}-${process.arch}, and this is Node ${process.versions.node}. Install Node ${WANTED}.`,
    )
  }
}

/** Returns a message if a Node is too old to start the pinned one. */
export function whyTooOld(node = process.versions.node) {
  const [major, minor] = parseVersion(node)
  if (major > 20 || (major === 20 && minor >= 11)) return undefined
  return `Quoin needs Node 20.11 or newer, but this is ${node}. Install a newer version.`
}

/** Runs the pinned Node with these arguments, forwards termination signals, and returns its exit code. */
export function runPinned(args, options = {}) {
  const env = { NODE_COMPILE_CACHE: join(import.meta.dirname, '../node_modules/.cache/node'), ...process.env }
  let node
  try {
    node = findNode()
  } catch (error) {
    process.stderr.write(`${error.message}\n`)
    return Promise.resolve(1)
  }
  return run(node, [...FLAGS, ...args], { env, ...options })
}

/** Runs a program, forwards termination signals, and returns its exit code. */
export function run(program, args, options = {}) {
  const child = spawn(program, args, { stdio: 'inherit', ...options })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code, signal) => resolve(code ?? (signal === 'SIGINT' ? 130 : 1)))
  })
}
