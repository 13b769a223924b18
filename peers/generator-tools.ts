import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { whyMissing } from './debian.ts'
import { fromDebian, type Peer, run } from './peer.ts'

/** A program with its arguments. */
export type Step = readonly [program: string, ...args: string[]]

const PYTHON = '/usr/bin/python3'
const GO = ['/usr/local/go/bin/go', '/usr/bin/go'].find((file) => existsSync(file)) ?? '/usr/bin/go'
/** The version that oapi-codegen needs. */
const GO_MINOR = 25

/** Finds Go if its version can build the generator. */
export async function findGo(): Promise<Peer> {
  const why = await whyMissing(GO, ['golang-go'])
  if (why !== undefined) return { path: GO, skip: why }
  const { output } = await run(GO, ['version'], { signal: AbortSignal.timeout(60_000) })
  const [, minor = 0] = /go1\.(\d+)/.exec(output) ?? []
  return { path: GO, skip: Number(minor) < GO_MINOR && `Go 1.${GO_MINOR} is needed, and this is ${output.trim()}` }
}

export interface PythonPeer extends Peer {
  /** Finds the installed packages and their programs. */
  readonly env: Readonly<Record<string, string>>
  /** The jar of openapi-generator, which the Python package `openapi-generator-cli` contains. */
  readonly jar: string
}

/** Installs the packages of `generators/requirements.txt` into a folder. */
export async function installPythonPackages(folder: string): Promise<PythonPeer> {
  const path = [join(folder, 'bin'), process.env['PATH']].join(delimiter)
  const peer = (skip: string | false) => ({
    path: PYTHON,
    // openapi-generator writes the package into a folder of the project.
    env: { PYTHONPATH: [folder, 'quoin'].join(delimiter), PYTHONDONTWRITEBYTECODE: '1', PATH: path },
    jar: join(folder, 'openapi_generator_cli/openapi-generator.jar'),
    skip,
  })
  const why = await whyMissing('/usr/lib/python3/dist-packages/pip', ['python3', 'python3-pip'])
  if (why !== undefined) return peer(why)
  const requirements = join(import.meta.dirname, 'generators/requirements.txt')
  const args = ['-m', 'pip', 'install', '--quiet', '--no-deps', '--only-binary=:all:', '--target', folder]
  const { code, output } = await run(PYTHON, [...args, '-r', requirements], { signal: AbortSignal.timeout(300_000) })
  return peer(code !== 0 && `pip could not install generators/requirements.txt: ${output.trim().split('\n').at(-1)}`)
}

/** Responses gain fields and error codes in later versions: a client must not reject what it does not know. */
const LENIENT = { disallowAdditionalPropertiesIfNotPresent: 'false', enumUnknownDefaultCase: 'true' }

/** Writes a client of the 3.0 document with openapi-generator to the folder `quoin`. */
export function generateClient(java: Peer, jar: string, language: string, options: Record<string, string> = {}): Step {
  const [generator = '', library] = language.split('/')
  const properties = Object.entries({ ...LENIENT, ...options }).map(([name, value]) => `${name}=${value}`)
  const which = ['-g', generator, ...(library === undefined ? [] : ['--library', library])]
  const files = ['-i', 'openapi-3.0.json', '-o', 'quoin', '--additional-properties', properties.join(',')]
  const sparse = ['--global-property', 'apiTests=false,modelTests=false,apiDocs=false,modelDocs=false']
  return [java.path, '-jar', jar, 'generate', ...which, ...files, ...sparse]
}

export const findJava = () => fromDebian('java', 'default-jre-headless')
export const findMaven = () => fromDebian('mvn', 'maven')

/** Finds PHP with the HTTP client that generated code uses. */
export async function findPhp(): Promise<Peer> {
  const packages = ['php-cli', 'php-curl', 'php-mbstring', 'php-guzzlehttp-guzzle', 'php-guzzlehttp-psr7']
  const why = await whyMissing('/usr/share/php/GuzzleHttp/autoload.php', packages)
  return { path: '/usr/bin/php', skip: why ?? false }
}
