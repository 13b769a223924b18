import { spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

const WANTED = 24

/** From this version of Node 24 on, types are stripped without a flag or a warning, as in the pinned version (record 0031). */
const OWN_MINOR_MIN = 12

// What a request needs lives until its database answers. Room for that makes the collector copy it less often. V8 would also come to
// allocate parts of it in the old generation, where each of them, though dead, keeps the whole request in memory (record 0055).
//
// Below 2 GB V8 lets garbage double the heap before it collects, above that quadruple it (measured: a bulk job of 100,000 rows
// keeps 50 MB alive and peaks at 270 MB of RSS instead of 420).
//
// Looking for links in every path of a module takes a tenth of a start, and no module of ours is behind one.
const FLAGS = [
  '--max-semi-space-size=16',
  '--no-allocation-site-pretenuring',
  '--max-old-space-size=1500',
  '--preserve-symlinks',
]

const parseVersion = (node) => node.split('.').map(Number)

/** Whether the machine's own Node runs the server as the pinned one does, so that npm start need not install that. */
export function isOwnNodeEnough(node = process.versions.node) {
  const [major, minor] = parseVersion(node)
  return major === WANTED && minor >= OWN_MINOR_MIN
}

/** The Node that came with npm install; the machine's own where that is enough, or there is none for this platform. */
function findNode() {
  try {
    const require = createRequire(import.meta.url)
    const root = dirname(require.resolve(`node-${process.platform}-${process.arch}/package.json`))
    return join(root, 'bin', 'node')
  } catch {
    if (parseVersion(process.versions.node)[0] >= WANTED) return process.execPath
    throw new Error(
      `No Node ${WANTED} was installed for ${process.platform}-${process.arch}, and this is ${process.versions.node}. Install Node ${WANTED}.`,
    )
  }
}

/** Answers why this Node cannot even start the pinned one. */
export function whyTooOld() {
  const [major, minor] = parseVersion(process.versions.node)
  if (major > 20 || (major === 20 && minor >= 11)) return undefined
  return `Quoin needs Node 20.11 or newer, and this is ${process.versions.node}. Install a newer one.`
}

/** Runs it with these arguments until it ends, hands on the signals that stop us, and answers its exit code. */
export function runPinned(args, options = {}) {
  const env = { NODE_COMPILE_CACHE: join(import.meta.dirname, '../node_modules/.cache/node'), ...process.env }
  let node
  try {
    node = findNode()
  } catch (error) {
    process.stderr.write(`${error.message}\n`)
    return Promise.resolve(1)
  }
  const child = spawn(node, [...FLAGS, ...args], { env, stdio: 'inherit', ...options })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code, signal) => resolve(code ?? (signal === 'SIGINT' ? 130 : 1)))
  })
}
