import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { whyMissing } from './debian.ts'
import { fromDebian, fromNpm, type Peer, run } from './peer.ts'

/** A program with its arguments. */
export type Step = readonly [program: string, ...args: string[]]

const PYTHON = '/usr/bin/python3'
const GO = ['/usr/local/go/bin/go', '/usr/bin/go'].find((file) => existsSync(file)) ?? '/usr/bin/go'
/** The first version with tools in go.mod. */
const GO_MINOR = 24

export interface PythonPeer extends Peer {
  /** Finds the packages that were installed into the folder of the test, and their programs. */
  readonly env: Readonly<Record<string, string>>
}

/** Finds Go if its version can build the generator. */
export async function findGo(): Promise<Peer> {
  const why = await whyMissing(GO, ['golang-go'])
  if (why !== undefined) return { path: GO, skip: why }
  const { output } = await run(GO, ['version'], { signal: AbortSignal.timeout(60_000) })
  const [, minor = 0] = /go1\.(\d+)/.exec(output) ?? []
  return { path: GO, skip: Number(minor) < GO_MINOR && `Go 1.${GO_MINOR} is needed, and this is ${output.trim()}` }
}

/** Installs the packages in `generators/requirements.txt`: two generators, and what their clients import. */
export async function installPython(folder: string): Promise<PythonPeer> {
  const packages = join(folder, 'python')
  const env = {
    PYTHONPATH: packages,
    PYTHONDONTWRITEBYTECODE: '1',
    PATH: [join(packages, 'bin'), process.env['PATH']].join(delimiter),
  }
  const peer = (skip: string | false) => ({ path: PYTHON, env, skip })
  const why = await whyMissing('/usr/lib/python3/dist-packages/pip', ['python3', 'python3-pip'])
  if (why !== undefined) return peer(why)
  const requirements = join(import.meta.dirname, 'generators/requirements.txt')
  const args = ['-m', 'pip', 'install', '--quiet', '--no-deps', '--only-binary=:all:', '--target', packages]
  const { code, output } = await run(PYTHON, [...args, '-r', requirements], { signal: AbortSignal.timeout(300_000) })
  return peer(code !== 0 && `pip could not install generators/requirements.txt: ${output.trim().split('\n').at(-1)}`)
}

/** The generator of openapi-generator.tech, whose jar the Python package `openapi-generator-cli` contains. */
export async function findOpenapiGenerator(python: PythonPeer): Promise<Peer> {
  const java = await fromDebian('java', 'default-jre-headless')
  return { path: java.path, skip: python.skip || java.skip }
}

export function generateWith(java: Peer, { env }: PythonPeer, generator: string, options: Record<string, string>): Step {
  const jar = join(env['PYTHONPATH'] ?? '', 'openapi_generator_cli/openapi-generator.jar')
  const properties = Object.entries(options).map(([name, value]) => `${name}=${value}`)
  return [
    java.path,
    ...['-jar', jar, 'generate', '-g', generator, '-i', 'openapi-3.0.json', '-o', 'quoin'],
    ...['--global-property', 'apiTests=false,modelTests=false,apiDocs=false,modelDocs=false'],
    ...['--additional-properties', properties.join(',')],
  ]
}

export const openapiTypescript = fromNpm('openapi-typescript', 'bin/cli.js')
