import { spawn } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { after } from 'node:test'
import { chownTree, nobodyUser } from '../server/src/operations/embedded/cluster-folder.ts'
import { scratch } from '../server/test/support/processes.ts'
import { openMachine } from './machine.ts'
import { type PackedPackage, pack, type Registry, startRegistry } from './package-registry.ts'

const root = join(import.meta.dirname, '..')
const readJson = (path: string) => JSON.parse(readFileSync(join(root, path), 'utf8'))
export const PINNED = `node-linux-${process.arch}`
export const pinnedNode = join(root, 'node_modules', PINNED, 'bin/node')

/** Where the tests run as root, the commands run as an ordinary user. */
const user = process.getuid?.() === 0 ? nobodyUser() : undefined

const MAIN = "import { greeting } from 'greeting'\nconsole.log(`greeting ${greeting} on ${process.execPath}`)\n"
const TESTS = `import 'tool'\n${MAIN}`

export interface SmallCheckout {
  readonly folder: string
  /** Node of the machine. */
  readonly ownNode: string
  /** The pinned Node, once it is installed. */
  readonly pinnedNode: string
  readonly registry: Registry
  /** Writes the files of a version, as `git pull` does. The lock has this version of the package `greeting`. */
  readonly update: (version: string) => void
  /** Replaces npm with a script, or with the real npm again. */
  readonly replaceNpm: (script?: string) => void
  /** Runs npm. PATH begins with the folders of `path`. */
  readonly npm: (args: readonly string[], path?: readonly string[]) => NpmRun
}

interface NpmRun {
  /** Kills npm and all programs that it has started. */
  readonly kill: () => void
  /** Sends SIGTERM to npm alone. */
  readonly stop: () => void
  /** Output of both streams, complete when the last program has ended. */
  readonly output: Promise<string>
}

/** Creates a checkout with the real scripts and few packages, on a machine with this Node, an empty home and its own registry. */
export async function openSmallCheckout(node: string): Promise<SmallCheckout> {
  const registry = await startRegistry(packages())
  const base = scratch()
  const [folder, home] = [join(base, 'quoin'), join(base, 'home')]
  for (const path of [folder, home]) mkdirSync(path)
  if (user) chownTree(home, user)
  const machine = openMachine(join(base, 'machine'), node)
  return {
    folder,
    ownNode: machine.node,
    pinnedNode: join(folder, 'node_modules', PINNED, 'bin/node'),
    registry,
    update: (version) => writeVersion(folder, version),
    replaceNpm: machine.replaceNpm,
    npm: (args, path) =>
      runNpm(args, folder, { PATH: machine.joinPath(path), HOME: home, npm_config_registry: registry.url }),
  }
}

function runNpm(args: readonly string[], cwd: string, env: Record<string, string>): NpmRun {
  // Leads its own process group.
  const child = spawn('npm', args, { cwd, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'], ...user })
  const output = Promise.all([text(child.stdout), text(child.stderr)]).then((streams) => streams.join(''))
  const kill = () => process.kill(-(child.pid as number), 'SIGKILL')
  after(() => {
    try {
      kill()
    } catch {
      // All have ended.
    }
  })
  return { kill, stop: () => child.kill(), output }
}

let packed: readonly PackedPackage[] | undefined
const packages = () => (packed ??= packAll())

function packAll(): PackedPackage[] {
  const greet = (version: string) =>
    pack({ name: 'greeting', version }, { 'index.js': `export const greeting = '${version}'\n` })
  const { optionalDependencies } = readJson('package.json') as { optionalDependencies: Record<string, string> }
  const version = optionalDependencies[PINNED] ?? ''
  const pinned = { name: PINNED, version, bin: { node: 'bin/node' }, os: 'linux', cpu: process.arch }
  return [
    greet('1.0.0'),
    greet('2.0.0'),
    pack({ name: 'tool', version: '1.0.0' }, { 'index.js': '' }),
    pack(pinned, { 'bin/node': readFileSync(pinnedNode) }),
  ]
}

function writeVersion(folder: string, version: string): void {
  const { name, type, scripts, optionalDependencies } = readJson('package.json') as Record<string, unknown>
  const own = { name, type, scripts, optionalDependencies, workspaces: ['server'], devDependencies: { tool: '1.0.0' } }
  const server = { name: '@quoin/server', type, dependencies: { greeting: version } }
  const lock = { lockfileVersion: 3, packages: { '': own, server, ...lockPackages(version) } }
  const files = {
    'package.json': JSON.stringify(own),
    'package-lock.json': JSON.stringify(lock),
    'server/package.json': JSON.stringify(server),
    'server/src/main.ts': MAIN,
    'server/test/run.ts': TESTS,
  }
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), content)
  }
  for (const path of ['.npmrc', 'scripts', 'server/bin'])
    cpSync(join(root, path), join(folder, path), { recursive: true })
  if (user) chownTree(folder, user)
}

function lockPackages(version: string): Record<string, unknown> {
  const wanted = packages().filter(({ manifest }) => manifest.name !== 'greeting' || manifest.version === version)
  const entries = wanted.map(({ manifest, integrity }) => {
    const [dev, optional] = [manifest.name === 'tool', manifest.name === PINNED]
    return [`node_modules/${manifest.name}`, { ...manifest, integrity, dev, optional }]
  })
  const real = readJson('package-lock.json') as { packages: Record<string, unknown> }
  const isPinned = ([path]: [string, unknown]) => path.startsWith('node_modules/node-linux-')
  return {
    'node_modules/@quoin/server': { resolved: 'server', link: true },
    // The pinned Node of other platforms.
    ...Object.fromEntries(Object.entries(real.packages).filter(isPinned)),
    ...Object.fromEntries(entries),
  }
}
