import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { stageServer } from './server-package.ts'

/**
 * The packages for npm. Their own folders have no version, so npm refuses to pack or publish them: install scripts are off in
 * this repository, so npm could not build them first.
 */
export const PACKAGES = ['sdk', 'cli', 'integrations/n8n', 'server'] as const
type PackageFolder = (typeof PACKAGES)[number]

const root = dirname(import.meta.dirname)

interface Manifest {
  readonly name: string
  readonly version: string
  readonly files: readonly string[]
  readonly [field: string]: unknown
}

/** Builds a package and packs it into a folder. Returns the path of the tarball. */
export function pack(folder: PackageFolder, destination: string): string {
  const stage = mkdtempSync(join(tmpdir(), 'quoin-pack-'))
  try {
    const manifest = stagePackage(folder, stage)
    const packed = mkdtempSync(join(tmpdir(), 'quoin-packed-'))
    // npm does not find itself with the NODE_OPTIONS of a test run.
    const env = { ...process.env, NODE_OPTIONS: '' }
    execFileSync('npm', ['pack', stage, '--ignore-scripts', '--pack-destination', packed], { env, stdio: 'pipe' })
    const [file] = readdirSync(packed)
    if (!file) throw new Error(`npm packed nothing for ${manifest.name}`)
    mkdirSync(destination, { recursive: true })
    cpSync(join(packed, file), join(destination, file))
    rmSync(packed, { recursive: true, force: true })
    return join(destination, file)
  } finally {
    rmSync(stage, { recursive: true, force: true })
  }
}

/** Writes everything that the package contains into a folder. */
export function stagePackage(folder: PackageFolder, stage: string): Manifest {
  const source = join(root, folder)
  const manifest = folder === 'server' ? buildServerManifest() : buildManifest(folder)
  if (folder === 'server') stageServer(root, stage)
  else {
    execFileSync(process.execPath, [join(source, 'build.mjs'), join(stage, 'dist')], {
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    for (const file of manifest.files.filter((name) => name !== 'dist' && existsSync(join(source, name))))
      cpSync(join(source, file), join(stage, file), { recursive: true })
  }
  cpSync(join(source, 'README.md'), join(stage, 'README.md'))
  cpSync(join(root, 'LICENSE'), join(stage, 'LICENSE'))
  writeFileSync(join(stage, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
  const missing = listNamedFiles(manifest).filter((file) => !existsSync(join(stage, file)))
  if (missing.length > 0)
    throw new Error(`${manifest.name} names files that it does not contain: ${missing.join(', ')}`)
  return manifest
}

/** Completes the manifest of a package with the fields that all of them share. */
function buildManifest(folder: PackageFolder): Manifest {
  const { version, license, homepage, repository, bugs } = readJson(join(root, 'package.json'))
  const { private: _, devDependencies: __, ...own } = readJson(join(root, folder, 'package.json'))
  const shared = { version, license, homepage, repository: { ...(repository as object), directory: folder }, bugs }
  return { ...own, ...shared, publishConfig: { access: 'public' } } as unknown as Manifest
}

/** The package has the paths of the repository, and may install the Node that it runs on. */
function buildServerManifest(): Manifest {
  const { engines, optionalDependencies: nodes, description } = readJson(join(root, 'package.json'))
  const { optionalDependencies, ...manifest } = buildManifest('server')
  return {
    ...manifest,
    description,
    bin: { 'quoin-server': 'server/bin/quoin-server.mjs' },
    files: ['server', 'migrations', 'docs', 'portal', 'sdk', 'sdk-python', 'cli', 'CHANGELOG.md'],
    engines,
    optionalDependencies: { ...(optionalDependencies as object), ...(nodes as object) },
  }
}

/** Lists the files that the manifest promises to programs that load the package. */
function listNamedFiles({ main, types, bin, exports, n8n }: Manifest): string[] {
  return [main, types, bin, exports, n8n].flatMap(listPaths)
}

function listPaths(value: unknown): string[] {
  if (typeof value === 'string') return /^(?:\.\/|dist\/|server\/)/.test(value) ? [value] : []
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(listPaths) : []
}

function readJson(path: string): Record<string, unknown> {
  return JSON.parse(readFileSync(path, 'utf8')) as Record<string, unknown>
}

if (process.argv[1] === import.meta.filename) {
  const { values, positionals } = parseArgs({ options: { into: { type: 'string' } }, allowPositionals: true })
  const wanted = PACKAGES.filter((name) => positionals.length === 0 || positionals.includes(name))
  for (const name of wanted) process.stdout.write(`${pack(name, resolve(values.into ?? 'dist'))}\n`)
}
