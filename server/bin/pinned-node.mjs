import { spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

const WANTED = 24

// What a request needs lives until its database answers. Room for that makes the collector copy it less often; more room than this
// is worth some percent of a metered call and costs a bulk job its 300 MB (32 MB instead of 8: 338 MiB instead of 284).
//
// Below 2 GB V8 lets garbage double the heap before it collects, above that quadruple it (measured: a bulk job of 100,000 rows
// keeps 50 MB alive and peaks at 270 MB of RSS instead of 420).
const FLAGS = ['--max-semi-space-size=8', '--max-old-space-size=1500']

/** The Node that came with npm install; the machine's own where there is none for this platform and it is new enough. */
function findNode() {
  try {
    const require = createRequire(import.meta.url)
    const root = dirname(require.resolve(`node-${process.platform}-${process.arch}/package.json`))
    return join(root, 'bin', 'node')
  } catch {
    if (Number(process.versions.node.split('.')[0]) >= WANTED) return process.execPath
    throw new Error(
      `No Node ${WANTED} was installed for ${process.platform}-${process.arch}, and this is ${process.versions.node}. Install Node ${WANTED}.`,
    )
  }
}

/** Answers why this Node cannot even start the pinned one. */
export function whyTooOld() {
  const [major, minor] = process.versions.node.split('.').map(Number)
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
