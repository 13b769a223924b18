import assert from 'node:assert/strict'
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { parseShellBlocks, runScript } from '../server/test/support/guide.ts'
import { boot } from '../server/test/support/harness.ts'
import { scratch } from '../server/test/support/processes.ts'
import {
  findGo,
  findJava,
  findMaven,
  findPhp,
  generateClient,
  installPythonPackages,
  type Step,
} from './generator-tools.ts'
import { fromNpm, run } from './peer.ts'

const folder = scratch()
const world = await boot()
const key = await world.key()
const documents = {
  'openapi.json': (await world.client()('GET', '/openapi.json')).text,
  'openapi-3.0.json': (await world.client()('GET', '/openapi-3.0.json')).text,
}

const openapiTypescript = fromNpm('openapi-typescript', 'bin/cli.js')
const tsc = join(import.meta.dirname, '../node_modules/typescript/bin/tsc')
/** Others install their generators first, for minutes. */
const onlyLong = !process.env['LONG'] && 'It takes minutes: run it with LONG=1'
const python = onlyLong
  ? { skip: onlyLong, path: '', jar: '', env: {} }
  : await installPythonPackages(join(folder, 'python'))
const java = await findJava()
const maven = await findMaven()
const go = await findGo()
const php = onlyLong ? { skip: onlyLong, path: '' } : await findPhp()
const withGenerator = python.skip || java.skip

const node = (...args: string[]): Step => [process.execPath, ...args]
const options = ['--strict', '--module', 'nodenext', '--target', 'es2023', '--types', 'node', '--ignoreConfig']
const compile = node(tsc, ...options, 'main.ts')
const pythonClient = ['--path', 'openapi-3.0.json', '--meta', 'none', '--output-path', 'quoin_client']
const inPackage = (name: string) => ({ invokerPackage: name, apiPackage: `${name}.api`, modelPackage: `${name}.model` })

/** A folder of `generators/` with a program, and the steps that generate a client, compile both as they are and run them. */
const GENERATORS: Readonly<Record<string, { skip: string | false; steps: readonly Step[] }>> = {
  'openapi-fetch': {
    skip: openapiTypescript.skip,
    steps: [node(openapiTypescript.path, 'openapi.json', '-o', 'api.d.ts'), compile, node('main.js')],
  },
  'openapi-generator-typescript': {
    skip: withGenerator,
    steps: [
      generateClient(java, python.jar, 'typescript-fetch', { importFileExtension: '.js' }),
      compile,
      node('main.js'),
    ],
  },
  'openapi-python-client': {
    skip: python.skip,
    steps: [
      [python.path, '-m', 'openapi_python_client', 'generate', ...pythonClient],
      [python.path, '-m', 'mypy', '--strict', '--follow-imports=silent', 'main.py'],
      [python.path, 'main.py'],
    ],
  },
  'openapi-generator-python': {
    skip: withGenerator,
    steps: [generateClient(java, python.jar, 'python', { packageName: 'quoin_client' }), [python.path, 'main.py']],
  },
  'oapi-codegen': {
    skip: go.skip,
    steps: [
      [go.path, 'tool', 'oapi-codegen', '-config', 'oapi-codegen.yaml', 'openapi-3.0.json'],
      [go.path, 'run', '.'],
    ],
  },
  'openapi-generator-go': {
    skip: withGenerator || go.skip,
    steps: [
      generateClient(java, python.jar, 'go', { packageName: 'quoin', withGoMod: 'false' }),
      [go.path, 'run', '.'],
    ],
  },
  'openapi-generator-php': {
    skip: withGenerator || php.skip,
    steps: [
      generateClient(java, python.jar, 'php', { invokerPackage: 'Quoin' }),
      ['/bin/sh', '-ec', `find quoin/lib -name '*.php' -print0 | xargs -0 -n 1 '${php.path}' -l > checked`],
      [php.path, 'main.php'],
    ],
  },
  'openapi-generator-java': {
    skip: withGenerator || maven.skip,
    steps: [
      generateClient(java, python.jar, 'java/native', { groupId: 'com.example', ...inPackage('com.example.quoin') }),
      [maven.path, '-q', '-B', '-ntp', '-f', 'quoin', 'compile', 'dependency:copy-dependencies'],
      [java.path, '-cp', 'quoin/target/classes:quoin/target/dependency/*', 'Main.java'],
    ],
  },
}

/** A program that imports a generated file is no TypeScript of this repository until that file exists. */
function prepareTypescript(cwd: string): void {
  renameSync(join(cwd, 'main.ts.txt'), join(cwd, 'main.ts'))
  writeFileSync(join(cwd, 'package.json'), '{ "type": "module" }')
  symlinkSync(join(import.meta.dirname, 'node_modules'), join(cwd, 'node_modules'))
}

for (const [name, { skip, steps }] of Object.entries(GENERATORS))
  test(`a client from ${name} compiles as generated and calls the API`, { skip }, async (t) => {
    const cwd = join(folder, name)
    cpSync(join(import.meta.dirname, 'generators', name), cwd, { recursive: true })
    if (existsSync(join(cwd, 'main.ts.txt'))) prepareTypescript(cwd)
    for (const [file, text] of Object.entries(documents)) writeFileSync(join(cwd, file), text)
    const env = { ...python.env, QUOIN_BASE_URL: world.url, QUOIN_API_KEY: key }
    const outputs: string[] = []
    for (const [program, ...args] of steps) {
      const started = Date.now()
      const { code, output } = await run(program, args, { cwd, env, signal: t.signal })
      assert.equal(code, 0, `${[program, ...args].join(' ')}\n${output.slice(-6000)}`)
      t.diagnostic(`${Math.round((Date.now() - started) / 1000)} s: ${args.slice(0, 4).join(' ')}`)
      outputs.push(output)
    }
    const { data } = (await world.live('GET', '/v1/platforms')).body
    // With an empty cache, Go says which modules it downloads.
    const printed = outputs.at(-1)?.replaceAll(/^go: downloading .*\n/gm, '')
    assert.deepEqual(printed?.trim().split('\n'), [
      `platforms ${data.length}`,
      `created ${name}`,
      `read ${name} true`,
      'error 404 not_found',
    ])
  })

test('the commands of the guide generate the clients', { skip: withGenerator || go.skip }, async () => {
  const cwd = join(folder, 'guide')
  mkdirSync(cwd)
  const guide = readFileSync(join(import.meta.dirname, '../docs/guides/other-languages.md'), 'utf8')
  const script = parseShellBlocks(guide).flatMap(({ needs, script: text }) => (needs ? [text] : []))
  assert.equal(script.length, 2)
  // The block before these downloads the description to this path.
  writeFileSync(join(cwd, 'description.json'), documents['openapi-3.0.json'])
  const own = script.join('\n').replaceAll('/tmp/quoin-openapi.json', 'description.json')
  const PATH = [join(cwd, 'python/bin'), dirname(go.path), dirname(java.path), '/usr/bin', '/bin'].join(':')
  const target = { PIP_TARGET: join(cwd, 'python'), PYTHONPATH: join(cwd, 'python') }
  await runScript(own, cwd, { ...process.env, ...target, PATH })
  for (const file of ['quoin.gen.go', 'quoin-java/pom.xml']) assert.ok(existsSync(join(cwd, file)), file)
})
