import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after } from 'node:test'
import { npmProgram } from './machine.ts'

interface Manifest {
  readonly name: string
  readonly version: string
  readonly bin?: Readonly<Record<string, string>>
  readonly os?: string
  readonly cpu?: string
}

/** Address of the registry that the machine uses. npm does not find itself with the NODE_OPTIONS of the test run. */
export function findRegistry(): string {
  const env = { ...process.env, NODE_OPTIONS: '' }
  const words = [npmProgram, 'config', 'get', 'registry']
  return spawnSync(process.execPath, words, { env, encoding: 'utf8' }).stdout.trim()
}

export interface PackedPackage {
  readonly manifest: Manifest
  readonly integrity: string
  readonly tarball: Buffer
}

/** Packs files as npm publishes them, without compression. */
export function pack(manifest: Manifest, files: Readonly<Record<string, string | Buffer>>): PackedPackage {
  const folder = mkdtempSync(join(tmpdir(), 'quoin-pack-'))
  const content = { 'package.json': JSON.stringify({ type: 'module', main: 'index.js', ...manifest }), ...files }
  for (const [path, bytes] of Object.entries(content)) {
    const file = join(folder, 'package', path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, bytes)
  }
  const archive = join(folder, 'package.tar')
  const { status, stderr } = spawnSync('tar', ['-cf', archive, '-C', folder, 'package'], { encoding: 'utf8' })
  if (status !== 0) throw new Error(`tar failed: ${stderr}`)
  const tarball = readFileSync(archive)
  rmSync(folder, { recursive: true })
  return { manifest, tarball, integrity: `sha512-${createHash('sha512').update(tarball).digest('base64')}` }
}

export interface Registry {
  readonly url: string
  /** Stops responding to downloads of a package. Returns a promise of the first one. */
  withhold(name: string): Promise<void>
  /** Responds to downloads of a package with 404. */
  refuse(name: string): void
  /** Responds to new downloads again. */
  release(): void
}

/** Returns a tarball that `npm pack` wrote, as a package of the registry. */
export function readPacked(file: string): PackedPackage {
  const tarball = readFileSync(file)
  const { stdout } = spawnSync('tar', ['-xzOf', file, 'package/package.json'], { encoding: 'utf8' })
  const manifest = JSON.parse(stdout) as Manifest
  return { manifest, tarball, integrity: `sha512-${createHash('sha512').update(tarball).digest('base64')}` }
}

/** Starts an npm registry on the loopback interface. It redirects requests for other packages to `upstream`. */
export async function startRegistry(packages: readonly PackedPackage[], upstream?: string): Promise<Registry> {
  const withheld = new Map<string, () => void>()
  const refused = new Set<string>()
  const server = createServer((request, reply) => {
    const path = request.url ?? ''
    const [, name = '', version] = path.split('/').map(decodeURIComponent)
    const found = packages.filter(({ manifest }) => manifest.name === name)
    const wanted = found.find(({ manifest }) => manifest.version === version)
    const report = withheld.get(name)
    if (wanted && report) report()
    else if (wanted && !refused.has(name)) reply.end(wanted.tarball)
    else if (found.length > 0 && !wanted) reply.end(describe(name, found, `http://${request.headers.host}`))
    else if (upstream) reply.writeHead(302, { location: new URL(path.slice(1), upstream).href }).end()
    else reply.writeHead(404).end('{}')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  after(() => {
    server.closeAllConnections()
    server.close()
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    withhold: (name) => new Promise((resolve) => withheld.set(name, resolve)),
    refuse: (name) => refused.add(name),
    release: () => {
      withheld.clear()
      refused.clear()
    },
  }
}

function describe(name: string, found: readonly PackedPackage[], origin: string): string {
  const versions = found.map(({ manifest, integrity }) => {
    const tarball = `${origin}/${encodeURIComponent(name)}/${manifest.version}`
    return [manifest.version, { ...manifest, dist: { tarball, integrity } }]
  })
  const latest = found.at(-1)?.manifest.version
  return JSON.stringify({ name, 'dist-tags': { latest }, versions: Object.fromEntries(versions) })
}
