import assert from 'node:assert/strict'
import { cpSync, mkdirSync, renameSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { boot } from '../server/test/support/harness.ts'
import { scratch } from '../server/test/support/processes.ts'
import { findGeneratorTools, type Step } from './generator-tools.ts'
import { run } from './peer.ts'

/**
 * Generates a client with each generator, compiles it as generated, and calls a server with a short program. `LONG=1` adds those
 * that take more than a minute.
 */
interface Generator {
  /** Folder in `generators/` with the program and the generator's settings. */
  readonly folder: string
  readonly skip: string | false
  /** The last one calls the server. */
  readonly steps: readonly Step[]
}

const folder = scratch()
const world = await boot()
const key = await world.key()
const documents = {
  'openapi.json': (await world.client()('GET', '/openapi.json')).text,
  'openapi-3.0.json': (await world.client()('GET', '/openapi-3.0.json')).text,
}
const { java, maven, go, python, openapiGenerator, openapiTypescript, tsc } = await findGeneratorTools(folder)

const strict = ['--strict', '--exactOptionalPropertyTypes', '--noUncheckedIndexedAccess', '--skipLibCheck', 'false']
const compile = [tsc.path, ...strict, '--module', 'nodenext', '--target', 'es2023', '--types', 'node', 'main.ts']

const generators: readonly Generator[] = [
  {
    folder: 'openapi-fetch',
    skip: openapiTypescript.skip,
    steps: [
      [process.execPath, openapiTypescript.path, 'openapi.json', '-o', 'api.d.ts'],
      [process.execPath, ...compile],
      [process.execPath, 'main.js'],
    ],
  },
  {
    folder: 'openapi-generator-typescript',
    skip: openapiGenerator.skip,
    steps: [
      openapiGenerator.generate('typescript-fetch', { importFileExtension: '.js' }),
      [process.execPath, ...compile],
      [process.execPath, 'main.js'],
    ],
  },
  {
    folder: 'openapi-python-client',
    skip: python.skip,
    steps: [
      [python.path, '-m', 'openapi_python_client', 'generate', '--path', 'openapi.json', '--meta', 'none', '--output-path', 'quoin_client'],
      [python.path, '-m', 'mypy', '--strict', 'main.py'],
      [python.path, 'main.py'],
    ],
  },
  {
    folder: 'openapi-generator-python',
    skip: openapiGenerator.skip || python.skip,
    steps: [openapiGenerator.generate('python', { packageName: 'quoin_client' }), [python.path, 'main.py']],
  },
  {
    folder: 'oapi-codegen',
    skip: go.skip,
    steps: [
      [go.path, 'tool', 'oapi-codegen', '-config', 'oapi-codegen.yaml', 'openapi-3.0.json'],
      [go.path, 'vet', './...'],
      [go.path, 'run', '.'],
    ],
  },
  {
    folder: 'openapi-generator-go',
    skip: openapiGenerator.skip || go.skip,
    steps: [
      openapiGenerator.generate('go', { packageName: 'quoin', withGoMod: 'false' }),
      [go.path, 'vet', './...'],
      [go.path, 'run', '.'],
    ],
  },
  {
    folder: 'openapi-generator-java',
    skip: openapiGenerator.skip || java.skip || maven.skip,
    steps: [],
  },
]

for (const { folder: name, skip, steps } of generators)
  test(`${name} generates a client that compiles and calls the API`, { skip }, async ({ signal }) => {
    const cwd = join(folder, name)
    cpSync(join(import.meta.dirname, 'generators', name), cwd, { recursive: true })
    for (const [file, text] of Object.entries(documents)) writeFileSync(join(cwd, file), text)
    const env = { QUOIN_BASE_URL: world.url, QUOIN_API_KEY: key, ...python.env }
    let printed = ''
    for (const [program, ...args] of steps) {
      const { code, output } = await run(program, args, { cwd, env, signal })
      assert.equal(code, 0, `${args.join(' ')}\n${output.slice(-6000)}`)
      printed = output
    }
    const { data } = (await world.live('GET', '/v1/platforms')).body
    assert.deepEqual(printed.trim().split('\n'), [
      `platforms ${data.length}`,
      `created ${name}`,
      `read ${name} true`,
      'error 404 not_found',
    ])
  })
